"""The rulebook's own example and its printed sentences, and ends of games that follow from its printed order."""

from __future__ import annotations

import pytest

from sim.games.miller_zoo import state as S
from tests.games.miller_zoo.play import DONE, PASS, STAY, Table, clear, fix, move, pay, ride, store, take
from tests.games.miller_zoo.tables import ANIMALS, HABITATS

ALL_SEVEN = tuple(f"A{i}" for i in range(1, 8))


def example_of_a_crisis(*rest: str) -> Table:
    """Three tokens are left; the deck begins with the ball, a card without use, and the joker."""
    table = Table(2)
    table.trouble("P6", "E")
    table.trouble("P1", "T")
    table.hand(0, "T")
    table.deck("E", "GB", "joker", *rest)
    return table


def test_example_of_a_crisis_draw() -> None:
    """The ball takes the need for enrichment, the second card nothing, the joker the rest: the crisis is over."""
    table = example_of_a_crisis(*["M"] * 20)
    table.do(PASS, DONE)
    assert table.state.tokens_cleared == 2
    assert table.state.crisis_cards == 3
    assert table.state.supply == 60 - table.state.tokens.sum()
    assert (table.state.end, table.state.day) == (S.RUNNING, 2)


def test_example_of_a_crisis_draw_with_a_choice_for_the_joker() -> None:
    """[MZ 5.5] "They can remove a Problem token of their choice": with two problems left the team says which."""
    table = example_of_a_crisis("H", *["M"] * 20)
    table.trouble("P2", "H")
    table.do(PASS, DONE)
    assert table.state.phase == S.CRISIS
    assert table.legal() == [clear("T"), clear("H")]
    assert (table.state.tokens_cleared, table.state.crisis_cards) == (1, 3)
    table.do(clear("T"))
    assert (table.state.tokens_cleared, table.state.crisis_cards, table.state.day) == (3, 4, 2)


def test_example_of_a_crisis_draw_that_comes_too_late() -> None:
    """[MZ 5.6] The same three cards, but one token more, and no fourth card: the game is over."""
    table = example_of_a_crisis()
    table.trouble("P3", "G", 2)
    table.do(PASS, DONE)
    assert table.on("P3") == {"G": 1}  # the second card was of use now
    table.do(clear("T"))
    assert (table.state.end, table.state.reason) == (S.FINISHED, S.LOST_TO_CRISIS)


def test_contents_are_those_of_the_box() -> None:
    """7 animal cards, 30 needs cards, 80 resource cards, 60 problem tokens, for 1 to 6 players."""
    box = Table(6).box
    assert box.n_animals - box.n_printed == 7
    assert (box.needs_size, box.deck_size, box.tokens, box.n_seats) == (30, 80, 60, 6)
    assert list(HABITATS) == ["Farm", "North America", "Exotic"]


def test_a_whole_day_in_the_printed_order() -> None:
    """Dawn, morning, afternoon, night: what one stage leaves is what the next begins with."""
    table = Table(2)
    table.visit(1, "A1", due="TH")
    table.to_come("A2")
    table.needs("T", "H")
    table.deck(*["TH", "T", "joker", "G"], *["H", "T", "GB", "M"], *["E"] * 40)
    table.hand(0, "T")
    table.do(PASS, DONE)
    # Dawn and morning of the second day.
    assert (table.held(0), table.held(1)) == (["T", "G", "TH", "joker"], ["T", "H", "M", "GB"])
    assert (table.on("P1"), table.on("P2")) == ({"T": 1}, {"H": 1})
    # Afternoon: the first receives A1 and rides along to the Farm, where the second has fixed hunger.
    table.do(move("G", "reception 1"), PASS)
    table.do(move("M", "Farm"), fix("H"), PASS)
    table.do(pay("TH"), ride("Farm"))
    assert (table.state.received, table.on("A1"), table.state.visitor[0]) == (1, {}, ANIMALS["A2"])
    table.do(fix("T"))
    assert table.state.tokens.sum() == 0
    table.do(PASS, PASS)
    # Night: home, storage, no crisis, a new day.
    assert table.state.at.tolist() == [S.NONE] * 6
    table.do(store("joker"), DONE)
    assert (table.state.day, table.stored(), table.state.crises) == (3, ["joker"], 0)
    assert table.held(0) == ["E"] * 4


def test_storage_is_used_at_any_time_and_from_any_space() -> None:
    """[MZ 4.2] To move, to fix, to receive; by either player."""
    table = Table(2)
    table.trouble("P1", "T")
    table.visit(2, "A1", due="HT")
    table.storage("T", "H", "G")
    table.hand(0, "T")
    table.put(0, "Farm")
    table.put(1, "reception 2")
    table.do(fix("T", stored=True), PASS, pay("H", stored=True))
    assert (table.on("P1"), table.due(2), table.stored()) == ({}, "T", ["G"])
    table.do(move("G", "Exotic", stored=True))
    assert table.state.at[1] == HABITATS["Exotic"]
    assert table.state.n_stored_used.tolist()[:2] == [1, 2]


def test_short_last_round_is_played_to_its_end() -> None:
    """[MZ 2.3, 6.3] "All is not lost": with two cards for four teammates the day is played, and the game is won."""
    table = Table(4, {"needs.cards": 0})
    table.at_home(*ALL_SEVEN[:6])
    table.visit(1, "A7", due="T")
    table.to_come()
    table.deck("M", "T")
    table.hand(0, "T")
    table.do(PASS, store("T"))
    assert (table.state.day, table.state.phase, table.left()) == (2, S.SHARING, 2)
    table.do(take(1), take(3))
    assert [table.held(mate) for mate in range(4)] == [[], ["M"], [], ["T"]]
    table.do(PASS, move("M", "reception 1"), pay("T", stored=True), STAY, PASS, DONE)
    assert (table.state.end, table.state.reason, table.state.received) == (S.FINISHED, S.WON, 7)


# Received, the deck at night, tokens left; reason, in the printed order C, D.
ENDS = {
    "all received, no token": (7, ("T", "T"), (), S.WON),
    "all received, a crisis in time": (7, ("M", "T", "T"), (("P1", "T"),), S.WON),
    "all received, a crisis that uses up the deck": (7, ("M", "M"), (("P1", "T"),), S.LOST_TO_CRISIS),
    "all received, the deck exactly empty": (7, (), (), S.WON),
    "all received, a crisis that ends with the last card": (7, ("M", "T"), (("P1", "T"),), S.WON),
    "six received, cards left": (6, ("T",) * 9, (), None),
    "six received, no card left": (6, (), (), S.DECK_EMPTY),
    "six received, a crisis that ends with the last card": (6, ("T",), (("P1", "T"),), S.DECK_EMPTY),
    "six received, a crisis that uses up the deck": (6, ("M",), (("P1", "T"),), S.LOST_TO_CRISIS),
    "six received, one card left": (6, ("M", "T", "T"), (("P1", "T"),), None),
    "none received, no card and a token": (0, (), (("P6", "E"),), S.LOST_TO_CRISIS),
}


@pytest.mark.parametrize("name", ENDS)
def test_end_of_the_day_follows_the_printed_order(name: str) -> None:
    """[MZ 5.6, 6.1, 6.2, 6.3] Nights made by hand, judged by the rulebook and not by our code."""
    received, deck, tokens, reason = ENDS[name]
    table = Table(2)
    table.at_home(*ALL_SEVEN[:received])
    table.hand(0, "T")
    for animal, problem in tokens:
        table.trouble(animal, problem)
    table.deck(*deck)
    table.do(PASS, DONE)
    if reason is None:
        assert (table.state.end, table.state.day) == (S.RUNNING, 2)
        return
    game, seats = table.results()
    assert (table.state.end, game.reason, game.won) == (S.FINISHED, reason, int(reason == S.WON))
    assert (game.received, game.days) == (received, 1)
    assert set(seats["share"].tolist()) == {420 * int(reason == S.WON)}
