"""Each rule of RULES.md, through the production functions: small states made by hand, one rule at a time."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

from sim.errors import BadInput
from sim.games.miller_zoo import state as S
from tests.games.miller_zoo.play import (
    DONE,
    GAME,
    PASS,
    RESOURCES,
    STAY,
    Table,
    clear,
    drop,
    fix,
    lay,
    move,
    pay,
    ride,
    store,
    take,
)
from tests.games.miller_zoo.tables import ANIMALS, CARDS, HABITATS, ICONS, NEEDS, PRINTED, SPACES, zoo

SEATS = (1, 2, 3, 4, 5, 6)
FARM, ZOO_4 = SPACES["Farm"], "reception 4"
FREE: dict[str, object] = {"rules.first_move_free": True}
RENEWED: dict[str, object] = {"rules.storage": "renewed"}
NO_NEEDS: dict[str, object] = {f"needs.{name}": 0 for name in NEEDS}


def plain_deck(n: int) -> dict[str, object]:
    """Return settings for a deck of so many cards with thirst."""
    return {**RESOURCES, "resources.T": n}


# 1 Material and setup


@pytest.mark.parametrize("n_seats", SEATS)
def test_each_seat_has_a_teammate_and_a_solo_seat_two(n_seats: int) -> None:
    """[MZ 1.1] Solo is the game for two, both played by one."""
    table = Table(n_seats, dealt=True)
    assert table.state.n_team == max(2, n_seats)
    assert [len(table.held(mate)) >= 4 for mate in range(S.MATES)] == [
        mate < max(2, n_seats) for mate in range(S.MATES)
    ]
    owners = set()
    for mate in range(int(table.state.n_team)):
        table.hand(mate, "T", "T")
    for _ in range(int(table.state.n_team)):
        owners.add((int(table.state.mate), int(table.state.actor)))
        table.do(PASS)
    assert owners == {(mate, mate % n_seats) for mate in range(max(2, n_seats))}


def test_nobody_else_plays() -> None:
    """[MZ 1.1] One to six seats."""
    for n_seats in (0, 7):
        with pytest.raises(BadInput):
            GAME.make_box(n_seats, {})


def test_solo_is_the_game_for_two() -> None:
    """[MZ 1.1] "Use the same setup as a 2-player game": the same cards, animals and tokens."""
    one, two = Table(1, seed=3, dealt=True), Table(2, seed=3, dealt=True)
    for field in ("cards", "tokens", "visitor", "morning", "supply", "drawn"):
        assert (one.state[field] == two.state[field]).all()
    assert [len(one.held(mate)) for mate in (0, 1)] == [len(two.held(mate)) for mate in (0, 1)]


def test_six_resources_each_remove_the_problem_of_their_icon() -> None:
    """[MZ 1.2] And no other."""
    assert len(ICONS) == 6
    for problem in ICONS:
        for icon in ICONS:
            table = Table()
            table.hand(0, icon, "joker")
            table.put(0, "Farm")
            table.trouble("P1", problem)
            assert (fix(icon) in table.legal()) == (icon == problem)


@pytest.mark.parametrize("n_seats", SEATS)
def test_80_resource_cards_are_the_deck(n_seats: int) -> None:
    """[MZ 1.3] Each kind as often as the data says: one icon, two, or a joker; shuffled."""
    table = Table(n_seats, seed=5, dealt=True)
    assert table.box.deck_size == 80
    printed = {kind: card.copies for kind, card in enumerate(zoo({}).resources)}
    order = table.chance.deck[:80].tolist()
    assert Counter(order) == printed
    assert order != sorted(order)
    assert {len(card.icons) for card in zoo({}).resources} == {0, 1, 2}
    icons = Counter(icon for card in zoo({}).resources for icon in card.icons for _ in range(card.copies))
    assert icons == dict.fromkeys(ICONS.values(), 16)


def test_deck_is_never_reshuffled() -> None:
    """[MZ 1.3] Discarded cards do not come back: a game for two is over before it has seen 81 cards."""
    for seed in range(20):
        table = Table(2, seed=seed, dealt=True)
        while table.state.end == S.RUNNING:
            before = int(table.state.drawn)
            table.do(table.legal()[0])
            assert before <= table.state.drawn <= 80


def test_30_needs_cards_have_one_or_two_problems_and_some_the_symbol() -> None:
    """[MZ 1.4] Each kind as often as the data says; shuffled."""
    table = Table(2, seed=5)
    assert table.box.needs_size == 30
    order = table.chance.needs[:30].tolist()
    assert Counter(order) == {kind: card.copies for kind, card in enumerate(zoo({}).needs)}
    assert order != sorted(order)
    assert {len(card.icons) for card in zoo({}).needs} == {1, 2}
    assert 0 < sum(card.extra for card in zoo({}).needs) < len(zoo({}).needs)


def test_four_of_seven_animals_are_turned_up() -> None:
    """[MZ 1.5] The first four of the shuffled seven, one at each reception, all of their cost due."""
    orders = set()
    for seed in range(9):
        table = Table(seed=seed, dealt=True)
        order = [PRINTED + int(animal) for animal in table.chance.animals[:7]]
        assert sorted(order) == list(range(PRINTED, PRINTED + 7))
        assert table.state.visitor[:4].tolist() == order[:4]
        assert table.state.turned == 4
        for reception in range(4):
            cost = zoo({}).animals[order[reception] - PRINTED].cost
            assert table.state.due[reception, :6].tolist() == [cost.count(icon) for icon in range(6)]
        orders.add(tuple(order))
    assert len(orders) > 5


def test_costs_are_between_three_and_seven_icons() -> None:
    """[MZ 1.5] As on the cards of the box; the rarer the animal, the higher."""
    costs = [len(animal.cost) for animal in zoo({}).animals]
    assert len(costs) == 7
    assert min(costs) >= 3
    assert max(costs) <= 7
    assert all(len(animal.needs) == 1 for animal in zoo({}).animals)


def test_receptions_without_an_animal_stay_empty() -> None:
    """[MZ 1.5] Fewer animals than receptions: the last of them are bare, and nothing can be paid there."""
    table = Table(settings={"setup.receptions": 6})
    assert S.NONE not in table.state.visitor[:6].tolist()
    table = Table(settings={"setup.receptions": 6})
    table.visit(6, None)
    table.hand(0, "T", "joker")
    table.put(0, "reception 6")
    assert table.kinds() == {S.PASS, S.MOVE}


def test_six_animals_live_on_the_board_two_in_each_habitat() -> None:
    """[MZ 1.6] With one need each, all different."""
    table = Table()
    assert table.state.home.tolist() == [1] * 6 + [0] * (S.ANIMALS - 6)
    assert Counter(animal.habitat for animal in zoo({}).printed) == {0: 2, 1: 2, 2: 2}
    assert sorted(animal.needs for animal in zoo({}).printed) == [(icon,) for icon in range(6)]


def test_seven_spaces_the_cantine_and_an_empty_storage() -> None:
    """[MZ 1.7] All teammates begin in the Cantine."""
    table = Table(6, dealt=True)
    assert (table.box.n_habitats, table.box.n_receptions, table.box.n_spaces) == (3, 4, 7)
    assert table.state.at.tolist() == [S.NONE] * 6
    assert table.stored() == []
    assert table.box.storage == 3
    assert len(HABITATS) == 3


def test_sixty_tokens_are_the_supply() -> None:
    """[MZ 1.8] Less those that the first morning lays."""
    table = Table(2, dealt=True)
    assert table.box.tokens == 60
    assert table.state.supply == 60 - table.state.tokens.sum()


def test_everything_but_the_order_of_the_decks_is_open() -> None:
    """[MZ 1.9] A view is the state, hands and all; which cards are left can be counted."""
    table = Table(3, seed=2, dealt=True)
    before = table.state.copy()
    GAME.hide(table.box, table.state, 2)
    assert table.state.actor == 2
    table.state.actor = before.actor
    assert all((table.state[name] == before[name]).all() for name in GAME.STATE.names or ())
    left = table.box.copies - table.state.gone
    assert left.sum() == table.left()
    rest = Counter(table.chance.deck[table.state.drawn : 80].tolist())
    assert {kind: int(n) for kind, n in enumerate(left) if n} == rest
    needs = Counter(table.chance.needs[table.state.needs_drawn : 30].tolist())
    assert {kind: int(n) for kind, n in enumerate(table.state.needs_left) if n} == needs


def test_what_the_team_decides_teammate_0_decides() -> None:
    """[MZ 1.10] Who draws the last cards, where the last tokens go, what is stored, what a joker clears."""
    sharing = Table(4, plain_deck(13), dealt=True)
    supplying = Table(4, {"setup.tokens": 1}, seed=1, dealt=True)
    storing = Table(4)
    storing.hand(2, "T")
    storing.do(PASS, PASS)
    crisis = Table(4)
    crisis.hand(3, "T")
    crisis.state.active = crisis.state.mate = crisis.state.actor = 3
    crisis.trouble("P1", "T")
    crisis.trouble("P2", "H")
    crisis.deck("joker", "T")
    crisis.do(PASS, DONE)
    phases = []
    for table in (sharing, supplying, storing, crisis):
        assert (table.state.mate, table.state.actor) == (0, 0)
        phases.append(int(table.state.phase))
    assert phases == [S.SHARING, S.SUPPLYING, S.STORING, S.CRISIS]


# 2 Dawn


def test_day_has_dawn_morning_afternoon_and_night() -> None:
    """[MZ 2.1] Cards are drawn, tokens laid, cards played, then everybody goes home, and the next day begins."""
    table = Table(2, seed=4, dealt=True)
    assert (table.state.day, table.state.phase) == (1, S.AFTERNOON)
    assert table.state.drawn == 8 + table.state.n_extra
    assert table.state.n_morning == 2
    assert table.state.tokens.sum() == table.state.tokens_laid > 0
    table.do(PASS, PASS)
    assert table.state.phase == S.STORING
    table.untroubled()
    table.do(DONE)
    assert (table.state.day, table.state.phase) == (2, S.AFTERNOON)


@pytest.mark.parametrize("n_seats", SEATS)
def test_each_teammate_draws_four_teammate_0_first(n_seats: int) -> None:
    """[MZ 2.2] The first four cards are teammate 0's, the next four teammate 1's."""
    table = Table(n_seats, {"needs.cards": 0}, seed=7, dealt=True)
    deck = [list(CARDS)[kind] for kind in table.chance.deck[: 4 * int(table.state.n_team)]]
    for mate in range(table.state.n_team):
        assert Counter(table.held(mate)) == Counter(deck[4 * mate : 4 * mate + 4])


def test_hands_are_as_big_as_they_are_set() -> None:
    """[MZ 2.2] `setup.hand`."""
    table = Table(3, {"setup.hand": 7, "needs.cards": 0}, dealt=True)
    assert [len(table.held(mate)) for mate in range(3)] == [7, 7, 7]


def test_short_deck_is_divided_evenly() -> None:
    """[MZ 2.3] Nine cards for three: three each, and no question."""
    table = Table(3, plain_deck(9), dealt=True)
    assert [len(table.held(mate)) for mate in range(3)] == [3, 3, 3]
    assert table.state.phase == S.AFTERNOON


def test_last_cards_go_to_whom_the_team_names_nobody_twice() -> None:
    """[MZ 2.3] Eleven for four: two each, then three are named, and each draws at once."""
    table = Table(4, {**plain_deck(11), "needs.cards": 0}, dealt=True)
    table.deck("G", "B", "M")
    assert [len(table.held(mate)) for mate in range(4)] == [2, 2, 2, 2]
    assert table.state.phase == S.SHARING
    assert table.legal() == [take(0), take(1), take(2), take(3)]
    table.do(take(2))
    assert table.held(2)[-1] == "G"
    assert table.legal() == [take(0), take(1), take(3)]
    table.do(take(0))
    assert table.held(0)[-1] == "B"
    assert table.state.phase == S.SHARING
    table.do(take(1))
    assert [len(table.held(mate)) for mate in range(4)] == [3, 3, 3, 2]
    assert (table.state.phase, table.left()) == (S.AFTERNOON, 0)


def test_deck_that_is_just_enough_is_no_short_deck() -> None:
    """[MZ 2.2, 2.3] Sixteen for four."""
    table = Table(4, {**plain_deck(16), "needs.cards": 0}, dealt=True)
    assert [len(table.held(mate)) for mate in range(4)] == [4, 4, 4, 4]
    assert table.state.phase == S.AFTERNOON


def test_fewer_cards_than_teammates_leave_some_with_none() -> None:
    """[MZ 2.3] Two cards for three: two are named; who has none cannot act."""
    table = Table(3, {**plain_deck(2), "needs.cards": 0}, dealt=True)
    table.do(take(1), take(2))
    assert [len(table.held(mate)) for mate in range(3)] == [0, 1, 1]
    assert (table.state.phase, table.state.mate) == (S.AFTERNOON, 1)


# 3 Morning


def next_morning(n_seats: int, *needs: str, settings: dict[str, object] | None = None, **state: int) -> Table:
    """A second day whose needs cards are known."""
    table = Table(n_seats, settings)
    table.needs(*needs)
    for name, value in state.items():
        table.state[name] = value
    table.hand(0, "T")
    table.do(PASS)
    table.end_day()
    assert table.state.day == 2
    return table


def test_each_teammate_draws_one_needs_card_teammate_0_first() -> None:
    """[MZ 3.1] Three cards for three."""
    table = next_morning(3, "T", "GB", "E")
    assert table.state.morning[:3].tolist() == [NEEDS["T"], NEEDS["GB"], NEEDS["E"]]
    assert table.state.n_morning == 3


def test_all_draw_the_first_needs_card_before_the_second() -> None:
    """[MZ 3.1, 3.2] With two each: the third card is teammate 0's again, and so is its extra card."""
    table = next_morning(2, "T", "H", "GB", "E", settings={"needs.cards": 2})
    assert table.state.n_morning == 4
    assert [len(table.held(mate)) for mate in (0, 1)] == [5, 4]


def test_extra_resource_symbol_draws_a_card() -> None:
    """[MZ 3.2] Into the hand of who drew the needs card, after all the hands of the day."""
    table = Table(2)
    table.deck(*["T"] * 8, "E", "M", "B")
    table.needs("M", "GB")
    table.hand(0, "T")
    table.do(PASS, DONE)
    assert table.held(0) == ["T"] * 4
    assert table.held(1) == ["T"] * 4 + ["E"]
    assert table.state.n_extra == 1


def test_extra_resource_can_be_switched_off_and_needs_a_card_in_the_deck() -> None:
    """[MZ 3.2] `needs.extra_resource`; "if there is one"."""
    table = next_morning(2, "GB", "TH", settings={"needs.extra_resource": False})
    assert [len(table.held(mate)) for mate in (0, 1)] == [4, 4]
    table = Table(2)
    table.deck(*["T"] * 9)
    table.needs("GB", "TH")
    table.hand(0, "T")
    table.do(PASS, DONE)
    assert [len(table.held(mate)) for mate in (0, 1)] == [5, 4]
    assert (table.left(), table.state.n_extra) == (0, 1)  # the second symbol finds no card


def test_needs_cards_are_shuffled_anew_without_this_mornings() -> None:
    """[MZ 3.3] One card is left for two: it is drawn, the other 29 are shuffled, and it is not among them."""
    table = Table(2, seed=1)
    table.state.needs_drawn, table.state.needs_stock = 29, 1
    table.state.needs_left[:] = 0
    last = int(table.chance.needs[29])
    table.state.needs_left[last] = 1
    table.hand(0, "T")
    table.do(PASS)
    table.end_day()
    assert table.state.morning[0] == last
    assert (table.state.shuffles, table.state.needs_stock, table.state.needs_drawn) == (1, 28, 1)
    copies = table.box.needs_copies.copy()
    copies[last] -= 1
    assert table.state.needs_in.tolist() == copies.tolist()
    assert table.state.needs_left.sum() == 28
    copies[table.state.morning[1]] -= 1
    assert table.state.needs_left.tolist() == copies.tolist()


def test_new_needs_deck_is_in_another_order() -> None:
    """[MZ 3.3] All 30 of a new deck are drawn, each as often as printed, not in the order of the first deck."""
    table = Table(2, {"setup.tokens": 0}, seed=1)
    table.state.needs_drawn, table.state.needs_stock = 30, 0
    order: list[int] = []
    while len(order) < 30:
        table.deck(*["T"] * 80)
        table.hand(0, "T")
        table.do(PASS)
        table.end_day()
        order += table.state.morning[:2].tolist()
    assert Counter(order) == {kind: card.copies for kind, card in enumerate(zoo({}).needs)}
    assert order != table.chance.needs[:30].tolist()
    assert table.state.shuffles == 1


def test_without_needs_cards_to_shuffle_none_is_drawn() -> None:
    """[MZ 3.3] Two cards for three teammates: the third draws none; next morning the two are shuffled."""
    few = NO_NEEDS | {"needs.T": 1, "needs.E": 1}
    table = Table(3, few, seed=2, dealt=True)
    assert table.state.n_morning == 2
    assert table.state.shuffles == 0
    assert sorted(table.state.morning[:2].tolist()) == [NEEDS["T"], NEEDS["E"]]
    table.untroubled()
    table.end_day()
    assert (table.state.day, table.state.n_morning, table.state.shuffles) == (2, 2, 1)
    table = Table(2, NO_NEEDS, dealt=True)
    assert (table.state.n_morning, table.state.supply) == (0, 60)


def test_each_animal_in_a_habitat_with_the_need_gets_a_token() -> None:
    """[MZ 3.4] P1 and A1 thirst; both problems of a card count, and two cards pile up."""
    table = Table(2)
    table.at_home("A1", "A7")
    table.needs("TH", "T")
    table.hand(0, "T")
    table.do(PASS)
    table.end_day()
    assert table.on("P1") == {"T": 2}
    assert table.on("A1") == {"T": 2}
    assert table.on("P2") == {"H": 1}
    assert table.on("A7") == {"H": 1}  # lives among the exotic ones
    assert table.state.supply == 60 - 6 == 60 - table.state.tokens_laid


def test_animals_at_a_reception_get_no_token() -> None:
    """[MZ 3.4] A1 thirsts as P1 does, but is not at home yet."""
    table = Table(2)
    table.visit(1, "A1")
    table.needs("T", "T")
    table.hand(0, "T")
    table.do(PASS)
    table.end_day()
    assert table.on("A1") == {}
    assert table.on("P1") == {"T": 2}


def test_tokens_run_out_evenly() -> None:
    """[MZ 3.5] Thirst twice and hunger once, three tokens: a round for all first, then the last is P1's alone."""
    table = next_morning(2, "TH", "T", settings={"setup.tokens": 3})
    assert (table.on("P1"), table.on("P2")) == ({"T": 2}, {"H": 1})
    table = next_morning(2, "TH", "T", settings={"setup.tokens": 2})
    assert (table.on("P1"), table.on("P2")) == ({"T": 1}, {"H": 1})
    assert (table.state.phase, table.state.tokens_lost) == (S.AFTERNOON, 1)


def test_last_round_of_tokens_is_divided_by_the_team() -> None:
    """[MZ 3.5] Four are due and two are there: token by token, each place once; the rest is dropped."""
    table = next_morning(2, "TH", "GB", settings={"setup.tokens": 2})
    assert table.state.phase == S.SUPPLYING
    farm, north = [lay("Farm", "T"), lay("Farm", "H")], [lay("North America", "G"), lay("North America", "B")]
    assert sorted(table.legal()) == sorted(farm + north)
    table.do(lay("Farm", "H"))
    assert sorted(table.legal()) == sorted([farm[0], *north])
    table.do(lay("North America", "B"))
    assert (table.on("P2"), table.on("P4"), table.state.supply) == ({"H": 1}, {"B": 1}, 0)
    assert (table.state.phase, table.state.tokens_lost) == (S.AFTERNOON, 2)


def test_dividing_tokens_among_alike_animals_is_no_choice() -> None:
    """[MZ 3.5, 4.6] P1 and A1 thirst on one farm, one token: the first in data order gets it."""
    table = Table(2, {"setup.tokens": 1})
    table.at_home("A1")
    table.needs("T", "T")
    table.hand(0, "T")
    table.do(PASS)
    table.end_day()
    assert (table.on("P1"), table.on("A1")) == ({"T": 1}, {})
    assert (table.state.phase, table.state.tokens_lost) == (S.AFTERNOON, 3)


def test_last_place_for_the_last_tokens_is_no_choice() -> None:
    """[MZ 3.5] Thirst on two of the Farm, enrichment on one: once that is laid, thirst is the only place."""
    table = Table(2, {"setup.tokens": 2})
    table.at_home("A1")
    table.needs("T", "E")
    table.hand(0, "T")
    table.do(PASS)
    table.end_day()
    assert sorted(table.legal()) == sorted([lay("Farm", "T"), lay("Exotic", "E")])
    table.do(lay("Exotic", "E"))
    assert (table.on("P1"), table.on("A1"), table.on("P6")) == ({"T": 1}, {}, {"E": 1})
    assert table.state.phase == S.AFTERNOON


# 4 Afternoon


def test_teammate_plays_card_after_card_until_passing() -> None:
    """[MZ 4.1] Teammate 0 begins; passing hands over to the next with a card, round the table."""
    table = Table(3)
    table.hand(0, "T", "H")
    table.hand(2, "G", "B")
    table.do(move("T", "Farm"))
    assert (table.state.mate, table.state.active) == (0, 0)
    table.do(PASS)
    assert table.state.mate == 2  # teammate 1 has no card
    table.do(move("G", "Exotic"))
    table.do(PASS)
    assert table.state.mate == 0


def test_afternoon_ends_when_all_with_a_card_have_passed_since_the_last_card() -> None:
    """[MZ 4.1] A card played asks those again who passed before."""
    table = Table(2)
    table.hand(0, "T", "H")
    table.hand(1, "G", "B")
    table.do(PASS, move("G", "Farm"), PASS)
    assert (table.state.phase, table.state.mate) == (S.AFTERNOON, 0)
    table.do(PASS)
    assert table.state.phase == S.STORING


def test_afternoon_ends_without_cards_to_play() -> None:
    """[MZ 4.1] Who plays the last card need not pass."""
    table = Table(2)
    table.hand(1, "G")
    table.hand(0, "T")
    table.do(move("T", "Farm"), move("G", "Farm"))
    assert table.state.day == 2


def test_nobody_must_play() -> None:
    """[MZ 4.1] Passing is legal at every choice of an afternoon."""
    table = Table(2, seed=9, dealt=True)
    for _ in range(12):
        if table.state.phase == S.AFTERNOON:
            assert PASS in table.legal()
        table.do(table.legal()[-1])


def test_cards_are_played_from_the_own_hand_or_the_storage() -> None:
    """[MZ 4.2] Never from another's hand; equal cards of one place are one choice."""
    table = Table(2)
    table.hand(0, "T", "T")
    table.hand(1, "H")
    table.storage("G")
    assert {(action.card, action.stored) for action in table.legal() if action.kind == S.MOVE} == {
        (CARDS["T"], 0),
        (CARDS["G"], 1),
    }
    assert len(table.legal()) == 1 + 7 + 7
    table.do(move("G", "Farm", stored=True))
    assert (table.stored(), table.held(0), table.state.n_stored_used[0]) == ([], ["T", "T"], 1)


def test_any_card_moves_to_any_other_space() -> None:
    """[MZ 4.3] From the Cantine to all seven, later to the six others; the card is discarded, and none leads home."""
    for card in ("T", "GB", "joker"):
        table = Table(2)
        table.hand(0, card, card)
        spaces = list(SPACES)[:7]
        assert [a for a in table.legal() if a.kind == S.MOVE] == [move(card, space) for space in spaces]
        table.do(move(card, "Exotic"))
        assert (table.state.at[0], table.held(0), table.state.discarded) == (SPACES["Exotic"], [card], 1)
        assert [a for a in table.legal() if a.kind == S.MOVE] == [move(card, s) for s in spaces if s != "Exotic"]


def test_spaces_have_room_for_everybody() -> None:
    """[MZ 4.3] Six teammates on one."""
    table = Table(6)
    for mate in range(6):
        table.hand(mate, "T", "H")
    for _ in range(6):
        table.do(move("T", "Farm"), PASS)
    assert table.state.at.tolist() == [FARM] * 6


def test_first_move_of_the_day_may_be_free() -> None:
    """[MZ 4.3] With `rules.first_move_free` from the Cantine alone; who has no card does not make it."""
    table = Table(3, FREE)
    table.hand(0, "T")
    table.hand(2, "H")
    assert [a for a in table.legal() if a.kind == S.MOVE] == [move(None, space) for space in list(SPACES)[:7]]
    table.do(move(None, "Farm"))
    assert (table.state.at[0], table.held(0), table.state.discarded, table.state.n_moved[0]) == (FARM, ["T"], 0, 0)
    assert {a.card for a in table.legal() if a.kind == S.MOVE} == {CARDS["T"]}
    table.do(PASS)
    assert table.state.mate == 2
    table = Table(2)
    table.hand(0, "T")
    assert move(None, "Farm") not in table.legal()


def test_card_fixes_a_problem_in_the_habitat_of_the_teammate() -> None:
    """[MZ 4.4, 4.5] The card is discarded, the token goes back to the supply."""
    table = Table(2)
    table.hand(0, "T", "H", "B")
    table.put(0, "Farm")
    table.trouble("P1", "T", 2)
    table.trouble("P4", "B")
    assert table.kinds() == {S.PASS, S.MOVE, S.FIX}
    assert fix("H") not in table.legal()
    assert fix("B") not in table.legal()  # a problem elsewhere
    table.do(fix("T"))
    assert (table.on("P1"), table.state.supply, table.state.discarded) == ({"T": 1}, 58, 1)
    assert (table.state.tokens_fixed[0], table.state.n_fixed[0]) == (1, 1)


def test_nothing_is_fixed_from_the_cantine_or_a_reception() -> None:
    """[MZ 4.4, 4.8] "Your Player piece must be on that Habitat"."""
    table = Table(2)
    table.hand(0, "T", "TH")
    table.trouble("P1", "T")
    for reception in range(1, 5):
        table.visit(reception, "A5", due="E")
    assert S.FIX not in table.kinds()
    table.put(0, "reception 1")
    assert table.kinds() == {S.PASS, S.MOVE}


def test_dual_card_fixes_two_problems_in_one_space() -> None:
    """[MZ 4.4] On two animals, or on one with both problems."""
    table = Table(2)
    table.hand(0, "TH", "TH", "TH")
    table.put(0, "Farm")
    table.trouble("P1", "T")
    table.trouble("P2", "H")
    table.do(fix("TH"))
    assert table.state.tokens.sum() == 0
    table.trouble("P1", "T")
    table.trouble("P1", "H")
    table.do(fix("TH"))
    assert table.state.tokens.sum() == 0
    assert table.state.tokens_fixed[0] == 4
    assert table.state.wasted[0] == 0


def test_icon_without_use_is_lost() -> None:
    """[MZ 4.4] A dual card for one token; what is useful is used."""
    table = Table(2)
    table.hand(0, "TH", "G")
    table.put(0, "Farm")
    table.trouble("P1", "T", 2)
    table.do(fix("TH"))
    assert (table.on("P1"), table.state.wasted[0], table.state.tokens_fixed[0]) == ({"T": 1}, 1, 1)


def test_joker_removes_one_token_of_the_players_choice() -> None:
    """[MZ 4.4] Of a problem that there is in the habitat."""
    table = Table(2)
    table.hand(0, "joker", "T")
    table.put(0, "Farm")
    table.trouble("P1", "T", 2)
    table.trouble("P2", "H")
    table.trouble("P6", "E")
    assert {a for a in table.legal() if a.card == CARDS["joker"] and a.kind == S.FIX} == {
        fix("joker", "T"),
        fix("joker", "H"),
    }
    table.do(fix("joker", "T"))
    assert (table.on("P1"), table.on("P2")) == ({"T": 1}, {"H": 1})


def test_worst_animal_of_a_habitat_loses_the_token() -> None:
    """[MZ 4.6] The one with the most of this problem, the first among equals."""
    table = Table(2)
    table.hand(0, "T", "T", "T")
    table.put(0, "Farm")
    table.at_home("A1")
    table.trouble("P1", "T", 1)
    table.trouble("A1", "T", 2)
    table.do(fix("T"))
    assert (table.on("P1"), table.on("A1")) == ({"T": 1}, {"T": 1})
    table.do(fix("T"))
    assert (table.on("P1"), table.on("A1")) == ({}, {"T": 1})


def test_partial_payments_are_kept() -> None:
    """[MZ 4.7] By several teammates and over several days: the cards stay beside the animal."""
    table = Table(2)
    table.visit(1, "A1")  # thirst, hunger, grooming
    table.hand(0, "T", "E")
    table.put(0, "reception 1")
    assert pay("E") not in table.legal()
    table.do(pay("T"))
    assert (table.due(1), table.state.beside[0], table.state.discarded) == ("HG", 1, 0)
    table.end_day()
    assert (table.state.day, table.due(1), table.state.beside[0]) == (2, "HG", 1)
    table.hand(1, "H", "B")
    table.put(1, "reception 1")
    table.hand(0, "T")
    table.do(PASS, pay("H"))
    assert (table.due(1), table.state.beside[0]) == ("G", 2)
    assert (table.state.icons_paid[0], table.state.icons_paid[1]) == (1, 1)


def test_extra_resources_of_a_payment_are_lost() -> None:
    """[MZ 4.7] Every icon that is due is paid, the other one is lost; a card without an icon due cannot be placed."""
    table = Table(2)
    table.visit(1, "A1", due="TG")
    table.hand(0, "HG", "ME", "T")
    table.put(0, "reception 1")
    assert pay("ME") not in table.legal()
    table.do(pay("HG"))
    assert (table.due(1), table.state.wasted[0], table.state.icons_paid[0]) == ("T", 1, 1)


def test_joker_pays_an_icon_that_is_due_of_the_players_choice() -> None:
    """[MZ 4.7] Named when it is placed."""
    table = Table(2)
    table.visit(1, "A3")  # hunger twice, medical, enrichment
    table.hand(0, "joker", "T")
    table.put(0, "reception 1")
    assert {a for a in table.legal() if a.kind == S.PAY} == {pay("joker", icon) for icon in "HME"}
    table.do(pay("joker", "M"))
    assert table.due(1) == "HHE"


def test_icons_of_a_card_are_not_split_between_spaces() -> None:
    """[MZ 4.8] The second icon does not help elsewhere, however useful it would be there."""
    table = Table(2)
    table.visit(1, "A1", due="TT")
    table.trouble("P2", "H")
    table.hand(0, "TH", "G")
    table.put(0, "reception 1")
    table.do(pay("TH"))
    assert (table.due(1), table.on("P2"), table.state.wasted[0]) == ("T", {"H": 1}, 1)
    table = Table(2)
    table.trouble("P1", "T")
    table.trouble("P3", "G")
    table.visit(1, "A1")
    table.hand(0, "TG", "H")
    table.put(0, "Farm")
    table.do(fix("TG"))
    assert (table.on("P3"), table.due(1)) == ({"G": 1}, "THG")


def received(*mates_there: int, n_seats: int = 3, who: int = 0, next_up: tuple[str, ...] = ("A2",)) -> Table:
    """A1 at reception 2, for the Farm, whose last icon is about to be paid."""
    table = Table(n_seats)
    table.visit(2, "A1", due="T")
    table.to_come(*next_up)
    table.state.beside[1] = 2
    for mate in range(n_seats):
        table.hand(mate, "T", "HG")
    for mate in mates_there:
        table.put(mate, "reception 2")
    table.state.active = table.state.mate = table.state.actor = who
    table.do(pay("T"))
    return table


def test_paid_animal_moves_into_its_habitat() -> None:
    """[MZ 4.9] Its cards are discarded, it is received, and it has no problem."""
    table = received(0)
    assert (table.state.home[ANIMALS["A1"]], table.state.received) == (1, 1)
    assert (table.state.discarded, table.state.beside[1]) == (3, 0)
    assert table.state.day_received[ANIMALS["A1"]] == 1
    assert table.on("A1") == {}


def test_teammates_at_the_reception_may_ride_along() -> None:
    """[MZ 4.10] Who paid decides first, then clockwise, each for themselves, without a card; others are not asked."""
    table = received(0, 2, 3, n_seats=4, who=2)
    asked = []
    for answer in (ride("Farm"), STAY, ride("Farm")):
        assert table.state.phase == S.RIDING
        assert table.legal() == [ride("Farm"), STAY]
        assert table.state.visitor[1] == S.NONE  # the next animal waits
        asked.append(int(table.state.mate))
        table.do(answer)
    assert asked == [2, 3, 0]
    assert table.state.at[:4].tolist() == [FARM, S.NONE, FARM, SPACES["reception 2"]]
    assert (table.state.phase, table.state.active, table.state.mate) == (S.AFTERNOON, 2, 2)
    assert [len(table.held(mate)) for mate in range(4)] == [2, 2, 1, 2]
    assert table.state.n_rides.tolist() == [1, 0, 1, 0, 0, 0]


def test_next_animal_is_turned_up_at_once() -> None:
    """[MZ 4.11] At the same reception, and who stayed can pay for it on the same day."""
    table = received(0)
    table.do(STAY)
    assert table.state.visitor[1] == ANIMALS["A2"]
    assert table.due(2) == "THGB"
    table.do(pay("HG"))
    assert table.due(2) == "TB"


def test_without_a_next_animal_the_reception_stays_empty() -> None:
    """[MZ 4.11] Nothing can be paid there any more."""
    table = received(0, next_up=())
    table.do(STAY)
    assert table.state.visitor[1] == S.NONE
    assert table.kinds() == {S.PASS, S.MOVE}


def test_received_animal_has_no_tokens_before_the_next_morning() -> None:
    """[MZ 4.12] From then on it has its needs like the others."""
    table = received(0)
    table.do(STAY)
    table.needs("T", "T", "T")
    assert table.state.tokens.sum() == 0
    table.end_day()
    assert table.on("A1") == table.on("P1") == {"T": 3}


# 5 Night


def test_all_return_to_the_cantine_without_a_card() -> None:
    """[MZ 5.1] Before anything is stored."""
    table = Table(3)
    for mate in range(3):
        table.hand(mate, "T")
        table.put(mate, "Farm")
    table.do(PASS, PASS, PASS)
    assert table.state.at.tolist() == [S.NONE] * 6
    assert table.state.phase == S.STORING
    assert [len(table.held(mate)) for mate in range(3)] == [1, 1, 1]


def test_three_cards_of_any_hands_can_be_stored() -> None:
    """[MZ 5.2] Card after card; at three the storing is over, and the others are discarded."""
    table = Table(2)
    table.hand(0, "T", "H")
    table.hand(1, "G", "B", "M")
    table.do(PASS, PASS)
    assert table.legal() == [DONE, *map(store, ("T", "H", "G", "B", "M"))]
    table.do(store("G"), store("T"))
    assert table.state.phase == S.STORING
    table.do(store("M"))
    assert table.stored() == ["T", "G", "M"]
    assert (table.state.day, table.state.discarded) == (2, 2)
    assert table.state.n_unused.tolist()[:2] == [1, 1]


def test_storing_can_be_stopped_or_left() -> None:
    """[MZ 5.2] "All other cards are discarded"."""
    table = Table(2)
    table.hand(0, "T", "H")
    table.do(PASS, store("H"), DONE)
    assert (table.stored(), table.state.discarded, table.state.day) == (["H"], 1, 2)


def test_stored_cards_stay_until_played() -> None:
    """[MZ 5.2] A full storage leaves nothing to decide; with one free place one card can be added."""
    table = Table(2)
    table.storage("T", "H", "G")
    table.hand(0, "B")
    table.do(PASS, PASS)  # the second has the storage to play
    assert (table.state.day, table.stored()) == (2, ["T", "H", "G"])
    table.storage("T", "H")
    table.hand(0, "B", "M")
    table.hand(1)
    table.do(PASS, PASS)
    assert table.legal() == [DONE, store("B"), store("M")]
    table.do(store("M"))
    assert (table.state.day, table.stored()) == (3, ["T", "H", "M"])


def test_renewed_storage_may_make_room() -> None:
    """[MZ 5.2] `rules.storage = renewed`: stored cards are discarded while the storage is full."""
    table = Table(2, RENEWED)
    table.storage("T", "H", "G")
    table.hand(0, "B", "M")
    table.do(PASS, PASS)
    assert table.legal() == [DONE, drop("T"), drop("H"), drop("G")]
    table.do(drop("H"))
    assert (table.stored(), table.state.discarded) == (["T", "G"], 1)
    assert table.legal() == [DONE, store("B"), store("M")]
    table.do(store("B"), DONE)
    assert (table.state.day, table.stored(), table.state.n_dropped) == (2, ["T", "G", "B"], 1)


def test_nothing_is_stored_at_another_time() -> None:
    """[MZ 5.3] "The team may not place cards here until the NIGHT stage"."""
    table = Table(3, seed=6, dealt=True)
    while table.state.end == S.RUNNING:
        if table.state.phase != S.STORING:
            assert not table.kinds() & {S.STORE, S.DROP, S.DONE}
        assert len(table.stored()) <= 3
        table.do(table.legal()[-1])


def test_no_token_no_crisis() -> None:
    """[MZ 5.4] The deck keeps its cards."""
    table = Table(2, {"needs.cards": 0})
    table.hand(0, "T")
    left = table.left()
    table.do(PASS, DONE)
    assert (table.state.crises, table.state.burned) == (0, 0)
    assert table.left() == left - 8


def crisis(deck: tuple[str, ...], *tokens: tuple[str, str], n_seats: int = 2) -> Table:
    """A night in which these tokens are left, with this deck."""
    table = Table(n_seats)
    table.hand(0, "T", "joker")
    table.storage("H", "T")
    for animal, problem in tokens:
        table.trouble(animal, problem)
    table.deck(*deck)
    table.do(*[PASS] * n_seats, DONE)
    return table


def test_crisis_discards_card_by_card_until_no_token_is_left() -> None:
    """[MZ 5.4] Each icon counts, on any animals; cards without use are discarded all the same; then it stops."""
    table = crisis(("G", "TE", "T", *["M"] * 9), ("P1", "T"), ("P6", "E"))
    assert table.state.tokens_cleared == 2
    assert (table.state.crises, table.state.crisis_cards) == (1, 2)
    assert table.held(0)[0] == "T"  # the third card was not touched in the night
    assert table.state.day == 2


def test_crisis_cannot_be_declined_and_hands_and_storage_are_no_help() -> None:
    """[MZ 5.4] A T in hand and one in the storage: the thirst is not stilled by either, and nobody is asked."""
    table = crisis(("M", "M", "M"), ("P1", "T"))
    assert (table.state.end, table.state.reason) == (S.FINISHED, S.LOST_TO_CRISIS)
    assert table.stored() == ["T", "H"]
    assert table.on("P1") == {"T": 1}


def test_crisis_card_takes_from_the_worst_animal_anywhere() -> None:
    """[MZ 4.6, 5.4] The icon helps one animal only."""
    table = crisis(("H", "joker", "joker", "joker", "T"), ("P2", "H"), ("A7", "H"), ("A7", "H"), ("P1", "T"))
    assert (table.on("P2"), table.on("A7")) == ({"H": 1}, {"H": 1})


def test_joker_clears_what_the_team_chooses() -> None:
    """[MZ 5.5] Among the problems that are left; no question where there is one problem only."""
    table = crisis(("joker", "joker", *["M"] * 9), ("P1", "T"), ("P2", "H"))
    assert table.state.phase == S.CRISIS
    assert table.legal() == [clear("T"), clear("H")]
    table.do(clear("H"))
    assert (table.state.day, table.state.tokens_cleared) == (2, 2)
    table = crisis(("joker", "M", "joker", *["M"] * 9), ("P1", "T"), ("P1", "T"))
    assert (table.state.day, table.state.burned) == (2, 3)


def test_crisis_that_uses_up_the_deck_with_tokens_left_is_lost() -> None:
    """[MZ 5.6] At once; the cards and tokens stay as they are."""
    table = crisis(("T", "G"), ("P1", "T"), ("P2", "H"))
    assert (table.state.end, table.state.reason, table.left()) == (S.FINISHED, S.LOST_TO_CRISIS, 0)
    game, seats = table.results()
    assert (game.won, game.reason, game.tokens_left, game.deck_left) == (0, S.LOST_TO_CRISIS, 1, 0)
    assert seats["share"].tolist() == [0, 0]


# 6 End of the day, end of the game

ALL_SEVEN = tuple(f"A{i}" for i in range(1, 8))


def last_night(n_received: int, deck: tuple[str, ...], *tokens: tuple[str, str], **settings: object) -> Table:
    """A night with so many animals received, this deck, and these tokens left."""
    table = Table(2, dict(settings))
    table.at_home(*ALL_SEVEN[:n_received])
    table.hand(0, "T")
    for animal, problem in tokens:
        table.trouble(animal, problem)
    table.deck(*deck)
    table.do(PASS, DONE)
    return table


def test_all_animals_received_wins_at_night() -> None:
    """[MZ 6.1] Not before: the day is played to its end."""
    table = Table(2)
    table.at_home(*ALL_SEVEN[:6])
    table.visit(1, "A7", due="T")
    table.to_come()
    table.hand(0, "T", "H")
    table.put(0, "reception 1")
    table.do(pay("T"))
    assert (table.state.received, table.state.end) == (7, S.RUNNING)
    table.do(STAY, PASS, DONE)
    assert (table.state.end, table.state.reason, table.state.day) == (S.FINISHED, S.WON, 1)


def test_six_animals_do_not_win() -> None:
    """[MZ 6.1] A new day begins; without a card in the deck the game is lost."""
    table = last_night(6, ("T",) * 9)
    assert (table.state.end, table.state.day) == (S.RUNNING, 2)
    table = last_night(6, ())
    assert (table.state.end, table.state.reason) == (S.FINISHED, S.DECK_EMPTY)


def test_goal_is_as_set() -> None:
    """[MZ 6.1] `goal.animals`."""
    assert last_night(3, ("T",), **{"goal.animals": 3}).state.reason == S.WON
    assert last_night(2, (), **{"goal.animals": 3}).state.reason == S.DECK_EMPTY


def test_seven_received_but_a_crisis_that_empties_the_deck_is_lost() -> None:
    """[MZ 6.1, 6.2] The printed order is C, then D."""
    table = last_night(7, ("G", "G"), ("P1", "T"))
    assert (table.state.end, table.state.reason, table.state.received) == (S.FINISHED, S.LOST_TO_CRISIS, 7)


def test_seven_received_and_a_crisis_that_ends_in_time_is_won() -> None:
    """[MZ 6.1] Even with the very last card of the deck."""
    assert last_night(7, ("G", "T", "G"), ("P1", "T")).state.reason == S.WON
    assert last_night(7, ("G", "T"), ("P1", "T")).state.reason == S.WON


def test_exactly_empty_deck_wins_as_the_ruling_says() -> None:
    """[MZ 6.3] `rules.empty_deck_wins`."""
    assert last_night(7, ()).state.reason == S.WON
    strict: dict[str, object] = {"rules.empty_deck_wins": False}
    assert last_night(7, (), **strict).state.reason == S.DECK_EMPTY
    assert last_night(7, ("G", "T"), ("P1", "T"), **strict).state.reason == S.DECK_EMPTY
    assert last_night(7, ("T",), **strict).state.reason == S.WON


@pytest.mark.parametrize("n_seats", SEATS)
@pytest.mark.parametrize(("n_received", "won"), [(7, 1), (5, 0)])
def test_all_win_or_all_lose(n_seats: int, n_received: int, won: int) -> None:
    """[MZ 6.4] One result for all: nobody is the winner, and every seat has the whole share, or none."""
    table = Table(n_seats)
    table.at_home(*ALL_SEVEN[:n_received])
    table.hand(0, "T")
    table.deck()
    table.do(PASS, DONE)
    game, seats = table.results()
    assert (game.end, game.winner, game.won, game.received) == (S.FINISHED, -1, won, n_received)
    assert seats["share"].tolist() == [420 * won] * n_seats
    assert seats["rank"].tolist() == [1 if won else 2] * n_seats
    assert seats["qualified"].tolist() == [won] * n_seats
    assert seats["score"].tolist() == [n_received] * n_seats


# 7 Not simulated


def test_the_first_challenge_is_played() -> None:
    """[MZ 7.1, 7.2] No envelopes, no noises: every kind of action is one of the rules above."""
    assert set(S.KIND_NAMES) == {
        *("pass", "move", "fix", "pay", "ride", "stay", "store", "drop", "done", "clear", "take", "lay"),
    }
    assert len(zoo({}).animals) == 7


# All of them


def test_every_rule_is_cited_by_a_test() -> None:
    """A rule that no test names is a rule that may be lost; a test that cites no rule of RULES.md is out of date."""
    rules = (files("sim.games.miller_zoo") / "RULES.md").read_text(encoding="utf-8")
    numbered = set(re.findall(r"^- \*\*(\d+\.\d+)", rules, re.MULTILINE))
    here = Path(__file__).parent
    cited = {
        rule
        for path in here.glob("test_*.py")
        for group in re.findall(r"\[MZ ([\d., –-]+)\]", path.read_text(encoding="utf-8"))
        for rule in re.findall(r"\d+\.\d+", group)
    }
    assert cited == numbered
