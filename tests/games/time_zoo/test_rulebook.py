"""What the rulebook of Time Zoo says in its own words, sentence by sentence, through the production functions."""

from __future__ import annotations

import pytest

from sim.games.time_zoo import state as S
from tests.games.time_zoo.play import PILE_CARD, STOP, Table, dealt, put, target
from tests.games.time_zoo.tables import ANIMALS, FOODS, INTERNS, numbers

ALL_SEATS = (2, 3, 4, 5)


# Cards and setup


def test_the_box_holds_38_animals_63_foods_and_8_interns() -> None:
    """[TZ 1.2, 1.3, 1.4] "38 Animal cards, 63 Food cards, 8 Intern cards"; "All different colours have 3 types"."""
    cards = numbers({})
    assert sum(animal.copies for animal in cards.animals) == 38
    assert sum(food.copies for food in cards.foods) == 63
    assert sum(intern.copies for intern in cards.interns) == 8
    assert {len(food.icons) for food in cards.foods} == {1, 2}
    shown = {icon for food in cards.foods for icon in food.icons}
    assert len(shown) == 9
    totals = {icon: sum(food.copies for food in cards.foods if icon in food.icons) for icon in shown}
    assert len(set(totals.values())) == 1  # no food is rarer than another


def test_the_reconstruction_keeps_to_what_the_rulebook_implies() -> None:
    """[TZ 1.2] Two female mammoths can be had; four eggs and three dodos; 2 or 3 linked icons; all special actions."""
    cards = {animal.key: animal for animal in numbers({}).animals}
    assert cards["mammoth_female"].copies >= 2
    assert (cards["egg"].copies, cards["dodo"].copies) == (4, 3)
    assert {animal.cost for animal in cards.values() if animal.same} == {2, 3}
    assert {animal.action for animal in cards.values()} == set(S.SPECIALS)
    assert {intern.rule for intern in numbers({}).interns} == set(S.INTERN_RULES)


@pytest.mark.parametrize("n_seats", ALL_SEATS)
def test_setup(n_seats: int) -> None:
    """[TZ 1.5] "Give all players 5 Food cards", one face up, "5 Animal cards in a row", "1 Intern card" each."""
    state = dealt(n_seats, {}, 7, 0)[1][0]
    assert state.hand[:n_seats].sum(axis=1).tolist() == [5] * n_seats == state.hand_size[:n_seats].tolist()
    assert (state.n_discard, state.pile) == (1, 63 - 5 * n_seats - 1)
    assert (state.row[:5] >= 0).all()
    assert state.deck == 38 - 5
    assert state.interns[:n_seats].sum(axis=1).tolist() == [1] * n_seats


# Take food


def test_top_two_of_the_draw_pile() -> None:
    """[TZ 3.1] "Take the top 2 Food cards from the draw pile"."""
    table = Table()
    table.lay_pile("crab", "hay", "ribs")
    table.do(PILE_CARD, PILE_CARD)
    assert table.hand(0) == ["crab", "hay"]
    assert (table.state.pile, table.actor) == (1, 1)


def test_top_two_of_the_discard_pile() -> None:
    """[TZ 3.1] "... or discard pile"."""
    table = Table()
    table.lay_discard("crab", "hay", "ribs")
    table.do(table.take())
    table.do(table.take())
    assert table.hand(0) == ["hay", "ribs"]
    assert (table.discards(), table.actor) == (["crab"], 1)


@pytest.mark.parametrize("pile_first", [True, False])
def test_one_card_of_each_pile(pile_first: bool) -> None:
    """[TZ 3.1] "1 card from the draw pile and 1 from the discard pile"."""
    table = Table()
    table.lay_pile("crab", "hay")
    table.lay_discard("nuts", "ribs")
    table.do(*((PILE_CARD, table.take()) if pile_first else (table.take(), PILE_CARD)))
    assert table.hand(0) == ["crab", "ribs"]
    assert (table.discards(), table.state.pile, table.actor) == (["nuts"], 1, 1)


# Lure an animal


def test_icons_that_are_not_linked_take_any_food_of_the_colour() -> None:
    """[TZ 4.2] "Play 3 (green, Herbivore) food cards of your choice to take this card"."""
    table = Table(row=["mammoth_male"])
    table.hold(0, "fruit", "nuts", "hay", "fish", "ribs")
    assert table.payments("mammoth_male") == {("fruit", "nuts", "hay")}
    table.hold(0, "fruit", "nuts", "fish", "ribs")
    assert table.payments("mammoth_male") == set()


def test_linked_icons_take_the_same_food() -> None:
    """[TZ 4.3] "Play 2 of the same (red, Carnivore) food cards to take this card"."""
    table = Table(row=["smilodon"])
    table.hold(0, "steak", "ribs", "chicken", "fish", "fish")
    assert table.payments("smilodon") == set()
    table.hold(0, "steak", "ribs", "ribs", "steak", "chicken")
    assert table.payments("smilodon") == {("steak", "steak"), ("ribs", "ribs")}


def test_orange_takes_any_type_of_food() -> None:
    """[TZ 4.2] "you can use any type of food to take this card"."""
    table = Table(row=["dodo"])
    table.hold(0, "fish", "hay", "ribs")
    assert table.payments("dodo") == {("fish", "hay"), ("fish", "ribs"), ("hay", "ribs")}


def test_linked_orange_icons_take_the_same_food_of_one_colour() -> None:
    """[TZ 4.3] "you have to play the same types of food of one colour"."""
    table = Table(row=["oviraptor"])
    table.hold(0, "fish", "crab", "hay", "hay")
    assert table.payments("oviraptor") == {("hay", "hay")}
    table.hold(0, "fish", "crab", "hay", "nuts")
    assert table.payments("oviraptor") == set()


def test_card_with_two_icons_is_played_for_one_of_them() -> None:
    """[TZ 4.4] "Some food cards have two food icons. While playing you must choose one of the two"."""
    table = Table(row=["plesiosaurus", "smilodon", "ichthyosaurus"])
    table.hold(0, "fish", "chicken_fish", "steak", "fish_crab")
    assert table.payments("plesiosaurus") == {
        ("fish", "fish_crab"),
        ("fish", "chicken_fish"),
        ("fish_crab", "chicken_fish"),
    }
    assert table.payments("smilodon") == set()  # a chicken and a steak
    assert ("fish", "chicken_fish") in table.payments("ichthyosaurus")
    table.hold(0, "fish_crab")
    assert table.payments("ichthyosaurus") == set()  # two icons, but one card


def test_lured_animal_lies_in_the_zoo_and_its_place_is_filled_at_once() -> None:
    """[TZ 5.1, 5.2] "the empty space is immediately filled with a new card from the Animal deck"."""
    table = Table(row=["dodo", "egg", "trex", "archelon", "smilodon"])
    table.lay_deck("mosasaurus", "baryonyx")
    table.buy("egg", "hay")
    assert table.zoo(0) == ["egg"]
    assert table.row() == ["dodo", "mosasaurus", "trex", "archelon", "smilodon"]
    assert (table.discards(), table.hand(0), table.actor) == (["fish", "hay"], [], 1)


# Special actions: blue


def test_plesiosaurus_draws_for_each_blue_animal_itself_included() -> None:
    """[TZ 6.2] "Take 1 card from the food pile for each marine-animal icon you have, including the card you lured"."""
    table = Table(row=["plesiosaurus"])
    table.own(0, "ichthyosaurus", "mosasaurus", "dodo", "trex")
    table.own(1, "ichthyosaurus")
    table.lay_pile("crab", "hay", "ribs", "nuts")
    table.buy("plesiosaurus", "fish", "fish")
    assert table.hand(0) == ["crab", "hay", "ribs"]
    assert (table.state.pile, table.actor) == (1, 1)


def test_ichthyosaurus_draws_the_top_card() -> None:
    """[TZ 6.1] "Take the top card of the food pile"."""
    table = Table(row=["ichthyosaurus"])
    table.lay_pile("crab", "hay")
    table.buy("ichthyosaurus", "fish", "squid")
    assert table.hand(0) == ["crab"]


def test_baryonyx_draws_two_and_puts_one() -> None:
    """[TZ 6.3] "Take the top 2 cards of the food pile and place one Food card on the discard pile"."""
    table = Table(row=["baryonyx"])
    table.lay_pile("crab", "hay", "ribs")
    table.hold(0, "nuts")
    table.buy("baryonyx", "fish", "fish", "fish")
    assert table.state.phase == S.PUTTING
    assert set(table.legal()) == {table.discard(food) for food in ("crab", "nuts", "hay")}
    table.do(table.discard("nuts"))
    assert table.hand(0) == ["crab", "hay"]
    assert (table.discards()[-1], table.actor) == ("nuts", 1)


def test_pteranodon_lures_another() -> None:
    """[TZ 6.4] "You may lure another Animal card. {You must have enough food cards}"."""
    table = Table(row=["pteranodon", "egg", "dodo", "trex", "allosaurus"])
    table.hold(0, "hay")
    table.buy("pteranodon", "fish")
    assert (table.state.phase, table.actor) == (S.EXTRA, 0)
    assert STOP in table.legal()
    assert table.lure("egg") in table.legal()
    assert table.lure("dodo") not in table.legal()  # two food cards
    table.do(table.lure("egg"))
    assert table.zoo(0) == ["pteranodon", "egg"]
    assert (table.actor, table.state.n_lures[0], table.state.n_extra[0]) == (1, 2, 1)


def test_pteranodon_need_not_lure_another() -> None:
    """[TZ 6.4] "You may"."""
    table = Table(row=["pteranodon", "egg"])
    table.hold(0, "hay")
    table.buy("pteranodon", "fish")
    table.do(STOP)
    assert (table.zoo(0), table.hand(0), table.actor) == (["pteranodon"], ["hay"], 1)


# Special actions: green


@pytest.mark.parametrize(
    ("herd", "points"),
    [
        (("male",), 0),
        (("male", "female"), 4),
        (("male", "female", "female"), 6),  # each of the three once; "you don't get +4 if you have two females"
        (("male", "male", "female", "female"), 8),
        (("female", "female"), 0),
        (("calf",), 0),
        (("calf", "male"), 1),
        (("calf", "female", "female"), 1),
        (("calf", "male", "female"), 6),
        (("calf", "calf"), 0),
    ],
)
def test_mammoths(herd: tuple[str, ...], points: int) -> None:
    """[TZ 6.5] "+2 points if you have the other mammoth"; "+1 point if you have a female and/or male mammoth"."""
    table = Table()
    table.own(0, *(f"mammoth_{one}" for one in herd))
    assert table.results()[1].from_mammoths[0] == points


def test_each_vegetarian_food_under_the_animal_is_a_point() -> None:
    """[TZ 6.6] "Each vegetarian food card you place under this card during the turn ... is +1 point"."""
    table = Table(row=["brachiosaurus"])
    table.hold(0, "nuts", "hay", "fish_fruit", "fish", "ribs")
    table.buy("brachiosaurus", "fruit", "fruit", "fruit")
    assert set(table.legal()) == {*map(table.tuck, ("nuts", "hay", "fish_fruit")), STOP}
    table.do(table.tuck("hay"), table.tuck("fish_fruit"))
    assert table.points(0) == 5 + 2
    table.do(STOP)
    assert (table.hand(0), table.actor) == (["fish", "nuts", "ribs"], 1)
    assert table.discards() == ["fish", "fruit", "fruit", "fruit"]  # what lies under the animal is out of the game


# Special actions: red


def test_smilodon_discards_a_random_card_of_an_opponent() -> None:
    """[TZ 6.8] "Take 1 random Food card from an opponent and place it on the discard pile"."""
    table = Table(row=["smilodon"])
    table.hold(1, "nuts")
    table.hold(2, "hay", "hay")
    table.buy("smilodon", "ribs", "ribs")
    assert (table.state.phase, set(table.legal())) == (S.SPOILING, {target(1), target(2)})
    table.do(target(2))
    assert (table.hand(1), table.hand(2), table.hand(0)) == (["nuts"], ["hay"], [])
    assert table.discards() == ["fish", "ribs", "ribs", "hay"]


def test_velociraptor_takes_a_random_card_of_an_opponent() -> None:
    """[TZ 6.7] "Take 1 random Food card from an opponent and put it in your hand"."""
    table = Table(row=["velociraptor"])
    table.hold(1, "nuts")
    table.hold(2, "hay", "hay")
    table.buy("velociraptor", "ribs", "chicken")
    assert (table.state.phase, set(table.legal())) == (S.ROBBING, {target(1), target(2)})
    table.do(target(1))
    assert (table.hand(1), table.hand(2), table.hand(0)) == ([], ["hay", "hay"], ["nuts"])
    assert table.discards() == ["fish", "ribs", "chicken"]


def test_animal_with_a_discount_costs_one_less_for_each_of_its_type() -> None:
    """[TZ 6.9] "Pay 1 less (carnivore food icon) for each animal-type icon you have when you buy a card"."""
    table = Table(row=["allosaurus"])
    table.hold(0, "ribs", "steak", "chicken", "ribs")
    for owned, price in ((0, 4), (1, 3), (2, 2), (3, 1), (4, 0)):
        assert {len(cards) for cards in table.payments("allosaurus")} == {price}, owned
        table.own(0, "velociraptor")
    table.own(0, "velociraptor")
    assert table.payments("allosaurus") == {()}


def test_tyrannosaurus_removes_three_animals_from_the_row() -> None:
    """[TZ 6.10] "Remove 3 Animal cards from the row from the game"."""
    table = Table(row=["trex", "egg", "dodo", "archelon", "smilodon"])
    table.lay_deck("mosasaurus", "baryonyx", "oviraptor", "allosaurus", "mammoth_calf")
    table.buy("trex", "ribs", "ribs", "ribs")
    assert table.row() == ["mosasaurus", "egg", "dodo", "archelon", "smilodon"]  # refilled before
    table.do(table.remove("mosasaurus"), table.remove("dodo"))
    assert table.row() == [None, "egg", None, "archelon", "smilodon"]
    table.do(table.remove("egg"))
    assert table.row() == ["baryonyx", "oviraptor", "allosaurus", "archelon", "smilodon"]
    assert [ANIMALS[i] for i in table.state.removed.nonzero()[0]] == ["mosasaurus", "dodo", "egg"]
    assert table.actor == 1


# Special actions: orange


def test_oviraptor_is_exchanged_for_an_animal_of_an_opponent() -> None:
    """[TZ 6.11] "Exchange this card with an Animal card from one of your opponents"."""
    table = Table(row=["oviraptor"])
    table.own(0, "dodo")
    table.own(1, "trex")
    table.own(2, "egg")
    table.buy("oviraptor", "hay", "hay")
    assert set(table.legal()) == {table.exchange(1, "trex"), table.exchange(2, "egg")}
    table.do(table.exchange(1, "trex"))
    assert [table.zoo(seat) for seat in range(3)] == [["trex", "dodo"], ["oviraptor"], ["egg"]]
    assert table.actor == 1


@pytest.mark.parametrize(("dodos", "points"), [(0, 0), (1, 0), (2, 4), (3, 8)])
def test_dodos(dodos: int, points: int) -> None:
    """[TZ 6.12] "2 Dodos are worth a +4 points and 3 Dodos are worth +8 points"."""
    table = Table()
    table.own(0, *["dodo"] * dodos)
    assert table.results()[1].from_dodos[0] == points


@pytest.mark.parametrize(("eggs", "points"), [(0, 0), (1, 0), (2, 3), (3, 5), (4, 7)])
def test_eggs(eggs: int, points: int) -> None:
    """[TZ 6.13] "2 eggs cards will give you +3 points, 3 eggs +5 points, and 4 eggs +7 points"."""
    table = Table()
    table.own(0, *["egg"] * eggs)
    assert table.results()[1].from_eggs[0] == points


# Interns


@pytest.mark.parametrize(
    ("kind", "one"), [("blue", "archelon"), ("green", "triceratops"), ("red", "trex"), ("orange", "egg")]
)
def test_intern_for_a_type(kind: str, one: str) -> None:
    """[TZ 7.2] "+3 points if you have at least 3 Animal cards of the red type"."""
    table = Table()
    table.employ(0, kind)
    earned = []
    for _ in range(6):
        table.own(0, one)
        earned.append(int(table.results()[1].from_interns[0]))
    assert earned == [0, 0, 3, 3, 3, 3]


def test_intern_for_all_types() -> None:
    """[TZ 7.3] "+3 points if you have 1 Animal card of each type"."""
    table = Table()
    table.employ(0, "all")
    earned = []
    for one in ("archelon", "triceratops", "trex", "trex", "egg", "egg"):
        table.own(0, one)
        earned.append(int(table.results()[1].from_interns[0]))
    assert earned == [0, 0, 0, 0, 3, 3]


@pytest.mark.parametrize(("card", "with_one"), [("dodo", 4), ("egg", 3)])
def test_intern_that_counts_as_a_card(card: str, with_one: int) -> None:
    """[TZ 7.4] "This card counts as 1 Dodo", "as 1 Egg"."""
    table = Table()
    table.employ(0, card)
    table.employ(1, card)
    table.own(0, card)
    results = table.results()[1]
    assert results[f"from_{card}s"].tolist() == [with_one, 0, 0]
    assert results["from_interns"].tolist() == [0, 0, 0]
    assert results["animals"].tolist() == [1, 0, 0]  # interns are no animals


# End of the game


def test_game_ends_once_all_had_the_same_number_of_turns() -> None:
    """[TZ 8.1] "When the last Animal card is placed ... Once all players have had the same number of turns"."""
    table = Table(row=["dodo", "egg", "trex", "archelon", "smilodon"])
    table.lay_deck("mosasaurus")
    table.buy("egg", "hay")
    assert (table.state.last_round, table.state.end) == (1, S.RUNNING)
    table.do(PILE_CARD, PILE_CARD)
    assert table.state.end == S.RUNNING
    table.do(PILE_CARD, PILE_CARD)
    assert (table.state.end, table.state.turn) == (S.FINISHED, 3)


def test_most_points_win() -> None:
    """[TZ 8.2, 8.3] "All players add up the points of their cards. Don't forget the bonuses"."""
    table = Table()
    table.own(0, "trex", "mosasaurus")
    table.own(1, "egg", "egg", "dodo", "dodo", "mammoth_male")
    table.own(2, "archelon", "archelon", "archelon")
    table.employ(2, "blue")
    table.state.end = S.FINISHED
    game, seats = table.results()
    assert seats["score"].tolist() == [10, 2 + 3 + 2 + 4 + 3, 12]
    assert (game.winner, game.margin) == (1, 2)
    assert seats["rank"].tolist() == [3, 1, 2]
    assert seats["share"].tolist() == [0, 420, 0]


# Advanced rule


def test_interns_are_shuffled_through_the_animal_deck() -> None:
    """[TZ 9.1] "Instead of handing out 1 Intern card to each player ... shuffle the Intern cards through the deck"."""
    table = Table(4, variant__advanced=True)
    assert not table.state.interns.any()
    assert table.state.deck + 5 == 38 + 8
    assert sum(item >= S.INTERN for item in table.chance.deck[:46].tolist()) == 8


def test_intern_in_the_row_costs_nothing_but_the_action() -> None:
    """[TZ 9.2] "(without paying any extra cost, but it will cost them their action for this round)"; "more than 1"."""
    table = Table(2, row=["all intern", "egg", "egg intern"], variant__advanced=True)
    table.lay_deck("dodo", "trex", "smilodon")
    table.do(table.hire("all"))
    assert table.row()[:3] == ["dodo", "egg", "egg intern"]
    assert table.actor == 1
    table.do(PILE_CARD, PILE_CARD)
    table.do(table.hire("egg"))
    assert [INTERNS[i] for i in table.state.interns[0].nonzero()[0]] == ["all", "egg"]
    assert table.state.n_hired[0] == 2


def test_paid_food_is_put_down_face_up_in_the_order_chosen() -> None:
    """[TZ 4.6, 1.8] "Cards in the discard pile are always placed face up"."""
    table = Table(row=["mammoth_female"])
    table.hold(0, "nuts", "hay", "fruit")
    table.do(table.lure("mammoth_female"))
    assert len(table.legal()) == 6
    table.do(put("hay", "fruit", "nuts"))
    assert table.discards() == ["fish", "hay", "fruit", "nuts"]
    assert [FOODS[food] for food in table.view(1).discard[:4]] == table.discards()
