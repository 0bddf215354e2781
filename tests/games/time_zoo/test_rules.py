"""What RULES.md says beyond the rulebook's own words: rulings and settings, one rule at a time."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

from sim.errors import BadInput
from sim.games.time_zoo import state as S
from tests.games.time_zoo.play import GAME, PASS, PILE_CARD, STOP, Table, dealt, put, target
from tests.games.time_zoo.tables import ANIMALS, FOODS, numbers

# Material and setup


@pytest.mark.parametrize("n_seats", [1, 6])
def test_other_numbers_of_seats_are_refused(n_seats: int) -> None:
    """[TZ 1.1] 2 to 5 seats."""
    with pytest.raises(BadInput, match="2 to 5"):
        GAME.make_box(n_seats, {})


@pytest.mark.parametrize(
    ("settings", "what"),
    [
        ({"setup.hand": 10, "food.fish.copies": 0, "food.crab.copies": 0, "food.hay.copies": 0}, "food cards"),
        ({f"animals.{key}.copies": int(key == "egg") for key in ANIMALS}, "animal deck"),
        ({f"animals.{key}.copies": 8 for key in ANIMALS}, "animal deck"),
        ({f"food.{key}.copies": 12 for key in FOODS}, "food cards"),
        ({"setup.interns": 2}, "interns"),
    ],
)
def test_boxes_that_cannot_be_dealt_are_refused(settings: dict[str, object], what: str) -> None:
    """[TZ 1.5] Too few cards for the hands, the row or the seats, or more than there is room for."""
    with pytest.raises(BadInput, match=what):
        GAME.make_box(5, settings)


@pytest.mark.parametrize("what", ["cards", "points", "price"])
def test_each_kind_of_card_is_as_its_settings_say(what: str) -> None:
    """[TZ 1.2, 1.3, 1.4] Copies, points and price of a kind; interns too."""
    if what == "cards":
        deck = {"animals.egg.copies": 0, "animals.trex.copies": 7, "interns.red.copies": 3, "variant.advanced": True}
        chances, states = dealt(2, deck, 1, 0)
        laid = Counter(chances[0].deck[: states[0].deck].tolist()) + Counter(states[0].row[:5].tolist())
        counts = {key: laid[kind] for kind, key in enumerate(ANIMALS)}
        assert counts == {animal.key: animal.copies for animal in numbers(deck).animals}
        assert [laid[S.INTERN + i] for i in range(7)] == [intern.copies for intern in numbers(deck).interns]
    elif what == "points":
        table = Table(animals__egg__points=9, interns__blue__bonus=7)
        table.own(0, "egg", "archelon", "archelon", "archelon")
        table.employ(0, "blue")
        assert table.points(0) == 9 + 9 + 7
    else:
        table = Table(row=["egg"], animals__egg__cost=3)
        table.hold(0, "hay", "nuts", "fish", "ribs")
        assert {len(cards) for cards in table.payments("egg")} == {3}


def test_interns_lie_open_and_the_rest_stay_out() -> None:
    """[TZ 1.4, 1.5] Eight interns, one for each of five; the results say whose was which."""
    for game_id in range(30):
        state = dealt(5, {}, 3, game_id)[1][0]
        held = state.interns[:5].sum(axis=0)
        assert all(held[i] <= intern.copies for i, intern in enumerate(numbers({}).interns))
        assert held.sum() == 5
        assert [int(row.argmax()) for row in state.interns[:5]] == state.start_intern[:5].tolist()


def test_seat_0_begins_unless_the_start_is_drawn() -> None:
    """[TZ 1.6] Drawn evenly: 500 games, 4.5 standard errors."""
    assert {int(dealt(5, {}, 3, game_id)[1][0].start) for game_id in range(50)} == {0}
    starts: Counter[int] = Counter()
    for game_id in range(500):
        state = dealt(5, {"setup.start_seat": "random"}, 3, game_id)[1][0]
        assert state.start == state.actor
        starts[int(state.start)] += 1
    assert all(abs(starts[seat] - 100) < 4.5 * (500 * 0.2 * 0.8) ** 0.5 for seat in range(5))


def test_turns_go_clockwise() -> None:
    """[TZ 1.7] Around the table and on."""
    table = Table(4)
    actors = []
    for _ in range(6):
        actors.append(table.actor)
        table.do(PILE_CARD, PILE_CARD)
    assert actors == [0, 1, 2, 3, 0, 1]


def test_a_seat_sees_everything_but_the_others_hands() -> None:
    """[TZ 1.5, 1.8] Hands are hidden, their sizes are not; the order of the piles is in no view."""
    table = Table(row=["egg", "dodo"])
    table.hold(0, "hay", "hay")
    table.hold(1, "fish", "crab", "ribs")
    table.own(1, "trex")
    table.employ(1, "blue")
    table.lay_discard("fish", "crab", "nuts")
    view = table.view(0)
    hidden = ("hand", "held", "shown", "fits")
    assert all((view[name][1:3] == S.NONE).all() for name in hidden)
    assert all((view[name][0] == table.state[name][0]).all() for name in hidden)
    open_to_all = [name for name in S.STATE.names or () if name not in hidden]
    assert all((view[name] == table.state[name]).all() for name in open_to_all)
    assert set(S.STATE.names or ()) & {"seed", "game_id"} == set()


# The turn


def test_each_action_is_the_whole_turn_and_the_active_seats_own() -> None:
    """[TZ 2.1, 2.2, 10.1] Food, an animal or an intern, through all its decisions."""

    def ready() -> Table:
        table = Table(2, row=["dodo", "blue intern"], variant__advanced=True)
        table.hold(0, "hay", "nuts")
        return table

    table = ready()
    assert table.kinds() == {S.PILE_CARD, S.DISCARD_CARD, S.LURE, S.HIRE}
    for actions in (
        (PILE_CARD, PILE_CARD),
        (table.hire("blue"),),
        (table.lure("dodo"), put("nuts", "hay")),
    ):
        table = ready()
        for action in actions:
            assert table.actor == 0
            table.do(action)
        assert (table.state.turn, table.actor, table.state.step) == (1, 1, 0)


def test_turn_passes_only_where_there_is_nothing_to_do() -> None:
    """[TZ 2.3] No voluntary pass."""
    table = Table(row=["trex"] * 5)
    assert PASS not in table.legal()
    table.lay_pile()
    assert table.legal() == [table.take()]
    table.lay_discard()
    assert table.legal() == [PASS]
    table.do(PASS)
    assert (table.actor, table.state.turn, table.state.n_passes[0]) == (1, 1, 1)


def test_game_is_truncated_at_the_turn_cap() -> None:
    """[TZ 2.4] Nobody wins; but a game that ends with that turn has ended."""
    table = Table(2, engine__turn_cap=2)
    table.do(PILE_CARD, PILE_CARD)
    assert table.state.end == S.RUNNING
    table.do(PILE_CARD, PILE_CARD)
    game, seats = table.results()
    assert (table.state.end, game.end, game.winner, game.n_winners, game.margin) == (S.TRUNCATED, 2, S.NONE, 0, -1)
    assert seats["share"].tolist() == seats["rank"].tolist() == [0, 0]
    table = Table(2, row=["egg"], engine__turn_cap=2)
    table.lay_deck("dodo")
    table.buy("egg", "hay")
    table.do(PILE_CARD, PILE_CARD)
    assert table.state.end == S.FINISHED


# Taking food


def test_second_card_of_the_discard_pile_is_the_one_below() -> None:
    """[TZ 3.2] After a card of the pile, the top; after the top, what lay under it."""
    table = Table()
    table.lay_discard("crab", "hay")
    table.do(table.take())
    assert table.take() == (S.DISCARD_CARD, FOODS.index("crab"))
    table.do(table.take())
    assert table.hand(0) == ["crab", "hay"]


def test_number_of_cards_taken_is_a_setting() -> None:
    """[TZ 3.1] `turn.food`."""
    for n in (1, 3, 4):
        table = Table(turn__food=n)
        table.do(*[PILE_CARD] * n)
        assert (len(table.hand(0)), table.actor) == (n, 1)


def test_new_pile_is_the_discard_pile_without_its_top() -> None:
    """[TZ 3.3] Only when a card is to be taken and there is none."""
    table = Table()
    table.lay_pile("hay")
    table.lay_discard("crab", "nuts", "ribs")
    table.do(PILE_CARD)
    assert (table.state.pile, table.state.reshuffles, table.discards()) == (0, 0, ["crab", "nuts", "ribs"])
    table.do(PILE_CARD)
    assert (table.state.pile, table.state.reshuffles, table.discards()) == (1, 1, ["ribs"])
    drawn = (set(table.hand(0)) - {"hay"}).pop()
    left = FOODS[table.chance.pile[0]]
    assert {drawn, left} == {"crab", "nuts"}


def test_new_pile_may_be_the_whole_discard_pile() -> None:
    """[TZ 3.3] `rules.reshuffle = all`."""
    table = Table(rules__reshuffle="all")
    table.lay_pile()
    table.lay_discard("crab", "nuts", "ribs")
    table.do(PILE_CARD)
    assert (table.state.pile, table.discards(), table.state.n_discard) == (2, [], 0)
    assert table.kinds() == {S.PILE_CARD}


def test_pile_without_anything_to_give_cannot_be_chosen() -> None:
    """[TZ 3.4] And where neither has anything, the action ends with fewer cards."""
    table = Table(row=["trex"] * 5)
    table.lay_pile()
    table.lay_discard("crab")
    assert table.legal() == [table.take()]  # one card alone is no new pile
    table.do(table.take())
    assert (table.hand(0), table.actor, table.state.n_takes[0]) == (["crab"], 1, 1)
    table = Table(rules__reshuffle="all", row=["trex"] * 5)
    table.lay_pile()
    table.lay_discard("crab")
    assert set(table.legal()) == {PILE_CARD, table.take()}


def test_animal_draws_what_there_is() -> None:
    """[TZ 3.4, 6.2] From what is left, and no more."""
    table = Table(row=["archelon"])
    table.own(0, "baryonyx", "baryonyx", "baryonyx", "baryonyx")
    table.lay_pile("hay")
    table.lay_discard()
    table.buy("archelon", "fish", "fish", "squid")
    assert len(table.hand(0)) == 3  # of five: the hay, and two of the three paid; the last one put down stays
    assert (table.discards(), table.state.n_drawn[0], table.actor) == (["squid"], 3, 1)


def test_there_is_no_hand_limit() -> None:
    """[TZ 3.5] Twenty cards and two more."""
    table = Table()
    table.hold(0, *["hay"] * 20)
    table.do(PILE_CARD, PILE_CARD)
    assert table.state.hand_size[0] == 22


# Paying


def test_price_is_paid_exactly_one_card_for_one_icon() -> None:
    """[TZ 4.1] No card too many, and a card with two icons pays one."""
    table = Table(row=["ichthyosaurus", "mosasaurus"])
    table.hold(0, "fish", "crab", "squid", "fish_crab")
    assert {len(cards) for cards in table.payments("ichthyosaurus")} == {2}
    assert table.payments("mosasaurus") == set()  # two fish, two crabs


def test_linked_icons_can_be_paid_with_cards_of_two_icons_alone() -> None:
    """[TZ 4.3, 4.4] All of them show the food; green and red sides may differ."""
    table = Table(row=["brachiosaurus", "trex"])
    table.hold(0, "fruit_nuts", "fish_fruit", "fruit_chicken", "nuts_hay")
    assert table.payments("brachiosaurus") == {("fruit_nuts", "fish_fruit", "fruit_chicken")}
    assert table.payments("trex") == set()


def test_price_of_nothing_is_paid_with_nothing() -> None:
    """[TZ 4.5] Linked or not; the discard pile stays as it is."""
    for animal in ("egg", "oviraptor"):
        table = Table(row=[animal], **{f"animals__{animal}__cost": 0})
        assert table.payments(animal) == {()}
        table.do(table.lure(animal))
        assert (table.zoo(0), table.discards(), table.actor) == ([animal], ["fish"], 1)


def test_order_is_asked_where_there_is_more_than_one() -> None:
    """[TZ 4.6, 10.2, 10.3] Different orders of the kinds paid; equal cards are alike."""
    table = Table(row=["mammoth_male"])
    table.hold(0, "hay", "hay", "nuts")
    table.do(table.lure("mammoth_male"))
    assert table.state.phase == S.ORDER
    assert set(table.legal()) == {put("hay", "hay", "nuts"), put("hay", "nuts", "hay"), put("nuts", "hay", "hay")}
    assert table.discards() == ["fish"]
    table.do(put("hay", "nuts", "hay"))
    assert table.discards() == ["fish", "hay", "nuts", "hay"]
    table = Table(row=["mammoth_male"])
    table.hold(0, "hay", "hay", "hay")
    table.do(table.lure("mammoth_male"))
    assert (table.actor, table.discards()) == (1, ["fish", "hay", "hay", "hay"])


@pytest.mark.parametrize(
    ("animal", "hand", "ways"),
    [
        ("ichthyosaurus", ("fish", "fish", "fish", "hay"), 1),  # one kind of card that pays
        ("ichthyosaurus", ("fish", "crab", "hay"), 1),  # as many as it costs
        ("ichthyosaurus", ("fish", "fish", "crab"), 2),
        ("smilodon", ("steak", "steak", "ribs"), 1),  # linked: a pair of one food only
        ("smilodon", ("steak", "steak", "ribs", "ribs"), 2),
        ("smilodon", ("steak_ribs", "steak_ribs"), 1),  # of either food, but the same cards
        ("oviraptor", ("hay", "hay", "steak_ribs", "ribs"), 2),
    ],
)
def test_payment_is_asked_where_there_are_several_ways(animal: str, hand: tuple[str, ...], ways: int) -> None:
    """[TZ 10.2, 10.3] The only way to pay is no choice."""
    table = Table(row=[animal])
    table.hold(0, *hand)
    assert len(table.payments(animal)) == ways
    table.do(table.lure(animal))
    assert (table.state.phase == S.PAYING) == (ways > 1)


# Luring


def test_food_is_paid_before_the_animal_draws() -> None:
    """[TZ 5.1] What was paid can come back with a new pile, all but the last card put down."""
    table = Table(row=["ichthyosaurus"])
    table.lay_pile()
    table.lay_discard()
    table.buy("ichthyosaurus", "crab", "squid")
    assert (table.hand(0), table.discards()) == (["crab"], ["squid"])


def test_row_is_refilled_before_another_is_lured() -> None:
    """[TZ 5.1, 6.4] The new card can be the one."""
    table = Table(row=["pteranodon", "trex", "trex", "trex", "trex"])
    table.lay_deck("egg", "dodo")
    table.hold(0, "hay")
    table.buy("pteranodon", "fish")
    assert table.legal() == [table.lure("egg"), STOP]


def test_gap_stays_when_the_deck_is_empty() -> None:
    """[TZ 5.2] The row runs out."""
    table = Table(row=["egg", "dodo", "trex", "archelon", "smilodon"], setup__row=5)
    table.lay_deck()
    table.buy("egg", "hay")
    assert table.row() == [None, "dodo", "trex", "archelon", "smilodon"]


# Special actions


def test_what_is_impossible_falls_away() -> None:
    """[TZ 5.3, 10.3] No food to rob, none to tuck, nothing to lure or to exchange, no card to put: the turn is over."""
    for animal, foods in (
        ("velociraptor", ("ribs", "ribs")),
        ("smilodon", ("ribs", "ribs")),
        ("triceratops", ("hay", "hay")),
        ("pteranodon", ("fish",)),
        ("oviraptor", ("hay", "hay")),
    ):
        table = Table(row=[animal, *["trex"] * 4])
        table.lay_deck("trex", "trex")
        table.hold(0, "ribs")  # not green, and not enough for anything
        table.buy(animal, *foods)
        assert table.actor == 1, animal
        assert (table.zoo(0), table.hand(0)) == ([animal], ["ribs"])
    table = Table(row=["baryonyx"], actions__draw_and_put=0)
    table.buy("baryonyx", "fish", "fish", "crab")
    assert (table.actor, table.discards()) == (1, ["fish", "fish", "fish", "crab"])


@pytest.mark.parametrize("n", [0, 3])
def test_numbers_of_cards_drawn_are_settings(n: int) -> None:
    """[TZ 6.1, 6.2, 6.3] `actions.draw`, `.draw_per_icon`, `.draw_and_put`."""
    table = Table(row=["mosasaurus"], actions__draw=n)
    table.buy("mosasaurus", "fish", "fish", "fish")
    assert len(table.hand(0)) == n
    table = Table(row=["plesiosaurus"], actions__draw_per_icon=n)
    table.own(0, "mosasaurus")
    table.buy("plesiosaurus", "fish", "fish")
    assert len(table.hand(0)) == 2 * n
    table = Table(row=["baryonyx"], actions__draw_and_put=n)
    table.hold(0, "hay")
    table.lay_pile("hay", "crab", "hay")
    table.buy("baryonyx", "fish", "fish", "fish")
    assert table.state.hand_size[0] == (4 if n else 0)  # without a draw, the only card is put at once


def test_card_to_put_is_not_asked_where_all_are_alike() -> None:
    """[TZ 6.3, 10.3] Three hay: one of them."""
    table = Table(row=["baryonyx"])
    table.hold(0, "hay")
    table.lay_pile("hay", "hay")
    table.buy("baryonyx", "fish", "fish", "fish")
    assert (table.hand(0), table.discards()[-1], table.actor) == (["hay", "hay"], "hay", 1)


def test_extra_lure_can_bring_another() -> None:
    """[TZ 6.4] Its action follows; interns cannot be taken."""
    table = Table(row=["pteranodon", "pteranodon", "egg", "egg", "egg intern"], variant__advanced=True)
    table.lay_deck("trex", "trex", "trex", "trex")
    table.hold(0, "hay", "fish")
    table.buy("pteranodon", "fish")
    assert table.kinds() == {S.LURE, S.STOP}
    table.do(table.lure("pteranodon"))
    assert table.state.phase == S.EXTRA
    table.do(table.lure("egg"))
    assert table.zoo(0) == ["pteranodon", "pteranodon", "egg"]
    assert (table.state.n_lures[0], table.state.n_extra[0], table.state.turn) == (3, 2, 1)


def test_calf_counts_any_mammoth_once_if_so_ruled() -> None:
    """[TZ 6.5] `rules.calf = once`."""
    table = Table(rules__calf="once", sets__mammoth__calf=5, sets__mammoth__adult=0)
    table.own(0, "mammoth_calf", "mammoth_male", "mammoth_female")
    table.own(1, "mammoth_calf", "mammoth_male", "mammoth_male")
    table.own(2, "mammoth_calf", "mammoth_calf")
    assert table.results()[1].from_mammoths.tolist() == [5, 5, 0]


def test_food_under_an_animal_is_out_of_the_game_and_lies_open() -> None:
    """[TZ 6.6, 1.8] Cards are counted by kind; the turn goes on until no green food is left, or no more is wanted."""
    table = Table(row=["megatherium"], actions__tuck=3)
    table.hold(0, "hay", "hay")
    table.buy("megatherium", "nuts", "nuts", "nuts")
    table.do(table.tuck("hay"))
    assert table.actor == 0
    table.do(table.tuck("hay"))
    assert table.actor == 1
    assert table.state.out[FOODS.index("hay")] == 2
    assert table.results()[1].from_tucked[0] == 6
    assert table.view(1).tucked[0, ANIMALS.index("megatherium")] == 2


@pytest.mark.parametrize("animal", ["velociraptor", "smilodon"])
def test_only_opponent_with_food_is_not_asked_for(animal: str) -> None:
    """[TZ 6.7, 6.8, 10.3] And one without food cannot be chosen."""
    table = Table(4, row=[animal])
    table.hold(2, "hay")
    table.buy(animal, "ribs", "ribs")
    assert (table.hand(2), table.actor, table.state.n_lost[2]) == ([], 1, 1)
    table = Table(4, row=[animal])
    table.hold(2, "hay")
    table.hold(3, "nuts")
    table.buy(animal, "ribs", "ribs")
    assert set(table.legal()) == {target(2), target(3)}


def test_card_lost_is_any_of_the_hand_equally_often() -> None:
    """[TZ 6.7, 6.8] Three hay and one nut: 400 hands, 4.5 standard errors."""
    lost: Counter[str] = Counter()
    for seed in range(400):
        table = Table(2, row=["velociraptor"], seed=seed)
        table.hold(1, "hay", "hay", "hay", "nuts")
        table.buy("velociraptor", "ribs", "ribs")
        lost[table.hand(0)[0]] += 1
    assert lost.total() == 400
    assert abs(lost["nuts"] - 100) < 4.5 * (400 * 0.25 * 0.75) ** 0.5


def test_lasting_discount_is_for_later_animals_of_its_type() -> None:
    """[TZ 6.9] `rules.discount = lasting`: not for itself, and not for each animal."""
    table = Table(row=["allosaurus", "velociraptor", "archelon", "trex"], rules__discount="lasting")
    table.hold(0, "ribs", "ribs", "ribs", "ribs", "fish", "fish", "fish")
    table.own(0, "velociraptor", "trex")
    assert table.payments("allosaurus") == {("ribs",) * 4}
    table.own(0, "dire_wolf")
    assert table.payments("allosaurus") == {("ribs",) * 3}
    assert table.payments("velociraptor") == {("ribs",)}
    assert table.payments("trex") == {("ribs", "ribs")}
    assert table.payments("archelon") == {("fish",) * 3}


def test_discount_leaves_the_least_price_but_never_raises_one() -> None:
    """[TZ 6.9] `rules.least_price`, `actions.discount`."""
    table = Table(row=["allosaurus", "dire_wolf"], rules__least_price=2, animals__dire_wolf__cost=1)
    table.hold(0, *["ribs"] * 4)
    table.own(0, "trex", "trex", "trex")
    assert table.payments("allosaurus") == {("ribs", "ribs")}
    assert table.payments("dire_wolf") == {("ribs",)}
    table = Table(row=["allosaurus"], actions__discount=3)
    table.hold(0, *["ribs"] * 4)
    table.own(0, "trex")
    assert table.payments("allosaurus") == {("ribs",)}


def test_discounted_icons_stay_linked() -> None:
    """[TZ 6.9, 4.3] Two of three: the same food."""
    table = Table(row=["trex"], rules__discount="lasting")
    table.own(0, "dire_wolf")
    table.hold(0, "ribs", "steak", "chicken")
    assert table.payments("trex") == set()
    table.hold(0, "ribs", "steak_ribs", "chicken")
    assert table.payments("trex") == {("ribs", "steak_ribs")}


def test_all_animals_go_where_there_are_no_more_than_three() -> None:
    """[TZ 6.10, 10.3, 9.3] Interns stay and are not counted."""
    row = ["trex", "dodo", "egg", "red intern", "blue intern"]
    table = Table(row=row, variant__advanced=True)
    table.lay_deck("archelon", "mosasaurus", "baryonyx", "smilodon", "smilodon")
    table.buy("trex", "ribs", "ribs", "ribs")
    assert table.row() == ["mosasaurus", "baryonyx", "smilodon", "red intern", "blue intern"]
    assert (table.actor, table.state.n_removed[0]) == (1, 3)


def test_animals_are_chosen_where_one_can_stay() -> None:
    """[TZ 6.10] Four animals in the row: one remains; interns cannot be removed."""
    table = Table(row=["trex", "dodo", "egg", "red intern", "oviraptor"], variant__advanced=True)
    table.lay_deck("archelon", "mosasaurus", "baryonyx", "smilodon", "smilodon")
    table.buy("trex", "ribs", "ribs", "ribs")
    assert (table.state.phase, len(table.legal())) == (S.REMOVING, 4)
    table.do(table.remove("dodo"), table.remove("archelon"), table.remove("oviraptor"))
    assert table.row() == ["mosasaurus", "baryonyx", "egg", "red intern", "smilodon"]
    assert table.actor == 1


@pytest.mark.parametrize("n", [0, 1, 2])
def test_number_of_animals_removed_is_a_setting(n: int) -> None:
    """[TZ 6.10] `actions.remove`."""
    table = Table(row=["trex", *["egg"] * 4], actions__remove=n)
    table.buy("trex", "ribs", "ribs", "ribs")
    while table.state.phase == S.REMOVING:
        table.do(table.remove("egg"))
    assert (table.state.n_removed[0], table.actor) == (n, 1)


def test_removal_can_bring_the_last_round() -> None:
    """[TZ 6.10, 8.1] Its refill is a refill like any other."""
    table = Table(row=["trex", *["egg"] * 4])
    table.lay_deck("dodo", "dodo", "dodo")
    table.buy("trex", "ribs", "ribs", "ribs")
    for _ in range(3):
        assert table.state.last_round == 0
        table.do(table.remove("egg"))
    assert (table.state.last_round, table.row().count(None)) == (1, 1)


def test_exchange_is_mandatory_unless_it_is_ruled_otherwise() -> None:
    """[TZ 6.11] `rules.exchange = may` adds the choice to keep it."""
    for ruling in ("must", "may"):
        table = Table(row=["oviraptor"], rules__exchange=ruling)
        table.own(1, "egg")
        table.buy("oviraptor", "hay", "hay")
        assert (STOP in table.legal()) == (ruling == "may")
    table.do(STOP)
    assert (table.zoo(0), table.zoo(1), table.actor) == (["oviraptor"], ["egg"], 1)


def test_food_goes_with_the_first_animal_of_its_kind() -> None:
    """[TZ 6.11] Of two of a kind, the first that is exchanged takes all."""
    table = Table(2, row=["oviraptor", "oviraptor"], animals__triceratops__copies=2)
    table.own(1, "triceratops", "triceratops")
    table.state.tucked[1, ANIMALS.index("triceratops")] = 4
    table.buy("oviraptor", "hay", "hay")
    table.do(table.exchange(1, "triceratops"))
    results = table.results()[1]
    assert results.from_tucked.tolist() == [4, 0]
    assert (table.zoo(0), table.zoo(1)) == (["triceratops"], ["triceratops", "oviraptor"])
    assert (results.exchanges.tolist(), results.exchanged_by.tolist()) == ([1, 0], [0, 1])


def test_animal_received_does_not_act() -> None:
    """[TZ 6.11] A Tyrannosaurus comes quietly."""
    table = Table(2, row=["oviraptor", "egg", "egg", "egg", "egg"])
    table.own(1, "trex")
    table.buy("oviraptor", "hay", "hay")
    table.do(table.exchange(1, "trex"))
    assert (table.actor, table.state.phase, table.zoo(0)) == (1, S.MAIN, ["trex"])


def test_sets_beyond_the_largest() -> None:
    """[TZ 6.14, 7.4] One set of each a seat, or several; interns count as cards."""
    for ruling, dodos, eggs in (("one", 8, 7), ("several", 8 + 4, 7 + 3)):
        table = Table(rules__sets=ruling)
        table.own(0, *["dodo"] * 4, *["egg"] * 5)
        table.employ(0, "dodo", "egg")
        results = table.results()[1]
        assert (results.from_dodos[0], results.from_eggs[0]) == (dodos, eggs)


# Interns


def test_interns_count_once_each_at_the_end() -> None:
    """[TZ 7.1, 7.2] Two for all types bring twice three, and six reds no more than three do."""
    table = Table(variant__advanced=True)
    table.own(0, "archelon", "triceratops", *["trex"] * 6, "egg")
    table.employ(0, "all", "all", "red", "blue")
    assert table.results()[1].from_interns[0] == 9
    table = Table(interns__needed=1, interns__blue__bonus=5)
    table.own(0, "archelon")
    table.employ(0, "blue")
    table.employ(1, "blue")
    assert table.results()[1].from_interns.tolist() == [5, 0, 0]


# End and winner


def test_game_ends_with_the_turn_if_so_ruled() -> None:
    """[TZ 8.1] `rules.last_round = none`; the special action is still done."""
    table = Table(row=["baryonyx"], rules__last_round="none")
    table.lay_deck("egg")
    table.hold(0, "hay")
    table.buy("baryonyx", "fish", "fish", "fish")
    assert (table.state.last_round, table.state.end) == (1, S.RUNNING)
    table.do(table.discard("hay"))
    assert (table.state.end, table.state.turn) == (S.FINISHED, 1)


def test_game_ends_at_once_where_the_last_seat_brings_the_last_card() -> None:
    """[TZ 8.1] All have had the same number of turns already; the last seat is the one before the start seat."""
    table = Table(row=["egg"])
    table.state.start = 2
    table.turn_of(1)
    table.lay_deck("egg")
    table.buy("egg", "hay")
    assert (table.state.end, table.state.turn) == (S.FINISHED, 1)


def finished(table: Table) -> Table:
    """End a game as it stands."""
    table.state.end = S.FINISHED
    return table


def test_food_in_the_hand_is_worth_nothing() -> None:
    """[TZ 8.3] Ten cards lose to an egg."""
    table = finished(Table(2))
    table.hold(0, *["hay"] * 10)
    table.own(1, "egg")
    game, seats = table.results()
    assert (seats["score"].tolist(), game.winner) == ([0, 1], 1)


def test_equal_points_share_the_win() -> None:
    """[TZ 8.4, 8.5] Equal parts, one rank, no single winner, and the third is third."""
    table = finished(Table(3))
    table.own(0, "trex")
    table.own(2, "archelon", "ichthyosaurus")
    game, seats = table.results()
    assert (game.winner, game.n_winners, game.margin, game.tie_broken) == (S.NONE, 2, 0, 0)
    assert seats["rank"].tolist() == [1, 3, 1]
    assert seats["share"].tolist() == [210, 0, 210]


def test_tie_can_be_broken_by_animals_then_food() -> None:
    """[TZ 8.4, 8.5] `rules.tie = animals`; what is still equal is shared."""
    table = finished(Table(4, rules__tie="animals"))
    table.own(0, "trex")
    for seat in (1, 2, 3):
        table.own(seat, "archelon", "ichthyosaurus")
    table.hold(0, "hay", "hay", "hay")
    game, seats = table.results()
    assert (game.winner, game.n_winners, game.tie_broken) == (S.NONE, 3, 1)
    assert (seats["rank"].tolist(), seats["share"].tolist()) == ([4, 1, 1, 1], [0, 140, 140, 140])
    table.hold(2, "hay")
    game, seats = table.results()
    assert (game.winner, game.margin, game.tie_broken) == (2, 0, 1)
    assert (seats["rank"].tolist(), seats["share"].tolist()) == ([4, 2, 1, 2], [0, 0, 420, 0])


# Advanced rule


def test_intern_is_a_card_of_the_deck_but_no_animal() -> None:
    """[TZ 9.1, 9.2, 9.3] As the last card it brings the last round; its own place is refilled at once."""
    table = Table(2, row=["egg", "egg", "blue intern"], variant__advanced=True)
    table.lay_deck("dodo", "red intern")
    table.do(table.hire("blue"))
    assert (table.row()[2], table.state.last_round) == ("dodo", 0)
    table.buy("egg", "hay")
    assert (table.row()[0], table.state.last_round, table.state.end) == ("red intern", 1, S.FINISHED)
    assert table.state.start_intern[:2].tolist() == [S.NONE, S.NONE]
    assert table.results()[0].row_left == 5


def test_every_rule_is_cited_by_a_test() -> None:
    """A rule that no test names is a rule that may be lost; a test that cites no rule of RULES.md is out of date."""
    rules = (files("sim.games.time_zoo") / "RULES.md").read_text(encoding="utf-8")
    numbered = set(re.findall(r"^- \*\*(\d+\.\d+)", rules, re.MULTILINE))
    cited = {
        rule
        for path in Path(__file__).parent.glob("test_rule*.py")
        for group in re.findall(r"\[TZ ([\d., ]+)\]", path.read_text(encoding="utf-8"))
        for rule in re.findall(r"\d+\.\d+", group)
    }
    assert cited == numbered
