"""The rulebook's own examples, and ends of games whose winners follow from the rulebook."""

from __future__ import annotations

import pytest

from sim.games.quo_vadis import state as S
from tests.games.quo_vadis.play import Table, caesar, move, terms, votes
from tests.games.quo_vadis.tables import KINDS, board, numbers
from tests.oracles.quo_vadis import Referee

RED, BLUE, BLACK = 0, 1, 2


def test_example_of_bodies() -> None:
    """Red leaves a one-seat body alone; Blue needs Black or Red; Black has consents enough of their own."""
    table = Table(3)
    table.set("outer west gate", RED)
    table.set("west hall", RED, BLUE, BLACK)
    table.set("west gate", BLACK, BLACK, BLACK)
    table.lay("west hall -> west curia", "III")
    table.lay("west gate -> middle stair", "IV")

    table.do(move("outer west gate -> west stair"))
    assert table.here("west stair") == [1, 0, 0]

    table.do(move("west hall -> west curia"))
    assert (table.state.phase, table.state.need, table.state.actor) == (S.ASK, 1, BLACK)
    table.do(terms(), terms())
    assert {votes(0, 0, 1), votes(1, 0, 0)} < set(table.legal())
    table.do(votes(1, 0, 0))
    assert table.here("west curia") == [0, 1, 0]

    table.do(move("west gate -> middle stair"))
    assert table.here("middle stair") == [0, 0, 1]
    assert table.tiles(BLACK) == {"IV": 1}


def test_example_of_consent() -> None:
    """Blue moves up with Red's consent and gets the III; a V is drawn in its place; Red gets an I."""
    table = Table(3)
    table.set("west hall", RED, BLUE)
    table.lay("west hall -> west curia", "III")
    table.draw_next("V")
    table.turn_of(BLUE)
    table.do(move("west hall -> west curia"), terms(), votes(1, 0, 0))
    assert table.tiles(BLUE) == {"III": 1}
    assert table.lying("west hall -> west curia") == "V"
    assert table.tiles(RED) == {"I": 1}
    assert table.state.ones == 17


def negotiating(tile: str, *held: str) -> Table:
    """Red in a three-seat body, about to negotiate with Black for a tile, with some tiles held."""
    table = Table(3)
    table.set("west hall", RED, BLACK)
    table.lay("west hall -> west curia", tile)
    table.give(RED, *held)
    table.do(move("west hall -> west curia"))
    return table


def test_negotiation_1_promise() -> None:
    """Red promises Black consent on one of Black's next turns; the promise stands in the ledger until Red keeps it."""
    table = negotiating("III")
    table.do(terms(promise=1), votes(0, 0, 1))
    assert table.state.owed[RED, BLACK] == 1
    assert table.tiles(BLACK) == {"I": 1}

    table.set("west hall", RED)
    table.turn_of(BLACK)
    table.do(move("west hall -> west curia"), terms(), votes(1, 0, 0))
    assert table.state.owed[RED, BLACK] == 0
    assert table.state.kept[RED, BLACK] == 1


def test_negotiation_2_payment_in_laurels() -> None:
    """Red gives Black a laurel collected before, on top of the I that Black gets anyway."""
    table = negotiating("V", "II")
    table.do(terms(price=2), votes(0, 0, 1))
    assert table.tiles(RED) == {"V": 1}
    assert table.tiles(BLACK) == {"I": 1, "II": 1}


def test_negotiation_3_moving_caesar() -> None:
    """Red wins a II with Caesar, and Black says where Caesar goes."""
    table = negotiating("II_caesar")
    table.do(terms(steer=1), votes(0, 0, 1))
    assert (table.state.phase, table.state.actor) == (S.BONUS, BLACK)
    table.do(caesar("west gate -> west hall"))
    assert table.state.active == BLUE


def test_negotiation_4_package_deal() -> None:
    """Red promises a vote and pays an I besides (what Red promises about White is not simulated)."""
    table = negotiating("V", "I")
    table.do(terms(price=1, promise=1), votes(0, 0, 1))
    assert table.tiles(RED) == {"V": 1}
    assert table.tiles(BLACK) == {"I": 2}
    assert table.state.owed[RED, BLACK] == 1


def test_negotiation_5_splitting() -> None:
    """Red's III and Black's I are split two and two; Red exchanges laurels from their own holdings to do it."""
    table = negotiating("III", "II")
    table.do(terms(price=1), votes(0, 0, 1))
    assert table.tiles(RED) == {"III": 1, "I": 1}  # two more than before
    assert table.tiles(BLACK) == {"II": 1}  # two more than before


def test_shortest_route_takes_four_actions_so_no_game_is_shorter_than_twenty() -> None:
    """Five senators must be placed and moved up three times each; the data say so, not only the games played."""
    box = Table(3).box
    entries = [int(box.steps[body]) for body in box.entries[: box.n_entries]]
    assert (1 + min(entries)) * int(box.senate_size) == 20


# Laurels by seat, who reached the Senate in order, and what the rulebook says: the winner, and everyone's rank.
ENDS = {
    "the most laurels win": ((10, 7, 5), (1, 0, 2, 1, 0), 0, (1, 2, 3)),
    "the last to arrive may win": ((20, 10, 5), (1, 2, 1, 2, 0), 0, (1, 2, 3)),
    "who has no senator there cannot win": ((30, 7, 5), (1, 2, 1, 2, 1), 1, (3, 1, 2)),
    "a tie goes to the earlier arrival": ((12, 12, 5), (1, 0, 2, 0, 0), 1, (2, 1, 3)),
    "more senators break no tie": ((12, 12, 3), (1, 0, 0, 0, 0), 1, (2, 1, 3)),
    "a tie with who has no senator is none": ((12, 12, 3), (1, 2, 1, 2, 1), 1, (3, 1, 2)),
    "the only one there wins, even with nothing": ((9, 0, 8), (1, 1, 1, 1, 1), 1, (2, 1, 3)),
    "a tie of three": ((8, 8, 8), (2, 1, 0, 2, 1), 2, (3, 2, 1)),
    "a game that was really played": ((32, 32, 12), (0, 2, 1, 0, 1), 0, (1, 2, 3)),
    "two without a senator share a rank": ((5, 9, 9, 4), (0, 3, 0, 3, 0), 0, (1, 3, 3, 2)),
    "nobody has anything": ((0, 0, 0, 0, 0), (4, 3, 2, 1, 0), 4, (5, 4, 3, 2, 1)),
    "three without a senator, all richer": ((1, 2, 50, 50, 49), (0, 1, 0, 1, 1), 1, (2, 1, 3, 3, 5)),
    "second place by arrival": ((9, 6, 6, 6), (3, 1, 0, 2, 2), 0, (1, 3, 4, 2)),
}


def end_of_game(laurels: tuple[int, ...], arrivals: tuple[int, ...]) -> Table:
    """A game whose last senator goes under Caesar into the Senate, so that no more laurels change hands."""
    *early, last = arrivals
    table = Table(len(laurels))
    table.seat_senate(*early)
    table.set("forum", last)
    for seat, n in enumerate(laurels):
        table.give(seat, *["V"] * (n // 5), *["I"] * (n % 5))
    table.turn_of(last)
    table.do(move("forum -> Senate"))
    return table


@pytest.mark.parametrize("name", ENDS)
def test_winner_and_ranks_follow_the_rulebook(name: str) -> None:
    """[QV 8.3, 8.4, 8.5] Ends made by hand, judged by the rulebook and not by our code."""
    laurels, arrivals, winner, ranks = ENDS[name]
    table = end_of_game(laurels, arrivals)
    game, seats = table.results()
    assert table.state.end == S.FINISHED
    assert game.winner == winner
    assert tuple(seats["rank"]) == ranks
    assert tuple(seats["score"]) == laurels
    assert tuple(seats["share"]) == tuple(420 * (seat == winner) for seat in range(len(laurels)))
    assert tuple(seats["qualified"]) == tuple(int(seat in arrivals) for seat in range(len(laurels)))


@pytest.mark.parametrize("name", ENDS)
def test_swapping_seats_swaps_the_winner(name: str) -> None:
    """[QV 8] No seat is better than another where laurels and arrivals are alike."""
    laurels, arrivals, winner, ranks = ENDS[name]
    n = len(laurels)
    for by in range(1, n):
        rotated = tuple(laurels[(seat - by) % n] for seat in range(n))
        table = end_of_game(rotated, tuple((seat + by) % n for seat in arrivals))
        game, seats = table.results()
        assert game.winner == (winner + by) % n
        assert tuple(seats["rank"]) == tuple(ranks[(seat - by) % n] for seat in range(n))


def test_margin_ties_and_the_richest_left_out_are_reported() -> None:
    """[QV 8.3, 8.4] The outcome says how near it was, whether arrival decided, and whether the richest was left out."""
    game, _ = end_of_game((30, 7, 5), (1, 2, 1, 2, 1)).results()
    assert (game.margin, game.tie_broken, game.richest_disqualified, game.n_qualified) == (2, 0, 1, 2)
    game, _ = end_of_game((12, 12, 5), (1, 0, 2, 0, 0)).results()
    assert (game.margin, game.tie_broken, game.richest_disqualified, game.n_qualified) == (0, 1, 0, 3)
    game, _ = end_of_game((9, 0, 8), (1, 1, 1, 1, 1)).results()
    assert (game.margin, game.tie_broken, game.richest_disqualified, game.n_qualified) == (-1, 0, 1, 1)


def test_all_tiles_of_the_box_are_worth_157_laurels() -> None:
    """One player may hold all 62 tiles; engine and oracle count them without a counter running over."""
    counts = [tile.count for tile in numbers(3, {}).tiles]
    everything = [kind for kind, n in zip(KINDS, counts, strict=True) for _ in range(n)]
    table = Table(3)
    table.seat_senate(1, 1, 1, 1)
    table.set("forum", 0)
    table.give(0, *everything)
    table.do(move("forum -> Senate"))
    game, seats = table.results()
    assert len(everything) == 62
    assert (game.winner, game.margin, seats[0].score) == (0, 157, 157)

    referee = Referee(board({}), numbers(3, {}), 3, [[1] * 44] * 3, 0)
    referee.purse[0] = counts
    assert referee.laurels == [157, 0, 0]
