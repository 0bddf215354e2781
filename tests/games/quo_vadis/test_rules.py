"""Each rule of RULES.md, through the production functions: small states made by hand, one rule at a time."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.errors import BadInput
from sim.games.quo_vadis import state as S
from tests.games.quo_vadis.play import CAESAR, GAME, PASS, REFUSE, Table, boxes, caesar, move, place, terms, votes
from tests.games.quo_vadis.tables import BODIES, KINDS, PATHS

UP_WEST = "west hall -> west curia"  # out of a three-space body
UP_FORUM = "forum -> Senate"  # out of a five-space body; Caesar starts here
ENTRIES = ("outer west gate", "west gate", "east gate", "outer east gate")


# 1 Material and setup


def test_three_to_five_seats_have_eight_senators_each() -> None:
    """[QV 1.1] All in reserve at the start."""
    for n_seats in (3, 4, 5):
        assert Table(n_seats).state.reserve.tolist() == [8] * n_seats + [0] * (5 - n_seats)
    for n_seats in (2, 6):
        with pytest.raises(BadInput):
            GAME.make_box(n_seats, {})


def test_board_has_fourteen_bodies_and_seventeen_paths() -> None:
    """[QV 1.2] Seven bodies of one space, five of three, two of five; every path leads up."""
    box = Table(3).box
    assert (box.n_bodies, box.n_paths) == (14, 17)
    assert Counter(box.spaces[:14].tolist()) == {1: 7, 3: 5, 5: 2}
    for path in range(box.n_paths):
        assert box.path_from[path] < box.path_to[path]  # bodies are numbered from the bottom up


def test_laurel_spaces_lie_on_paths_out_of_bigger_bodies() -> None:
    """[QV 1.3] Ten of them: on every path but those out of a one-space body."""
    box = Table(3).box
    for path in range(box.n_paths):
        assert box.has_laurel[path] == (box.spaces[box.path_from[path]] > 1)
    assert box.has_laurel.sum() == 10


@pytest.mark.parametrize("n_seats", [3, 4, 5])
def test_box_holds_62_tiles_of_which_44_are_shuffled(n_seats: int) -> None:
    """[QV 1.4] The I lie open; the others are the stack, each as often as printed."""
    table = Table(n_seats, seed=5)
    printed = {"II": 8, "II_caesar": 6, "III": 15, "IV": 9, "V": 6}
    assert table.state.ones == 18
    assert table.box.stack_size == 44
    assert Counter(KINDS[kind] for kind in table.chance.stack[0, :44]) == printed


def test_ten_tiles_are_laid_out_from_the_stack() -> None:
    """[QV 1.5] One on each laurel space, none elsewhere."""
    table = Table(3, seed=5)
    laid = [kind for kind in table.state.tile.tolist() if kind != S.NONE]
    assert laid == table.chance.stack[0, :10].tolist()
    assert table.state.drawn == 10
    assert all((table.state.tile[path] != S.NONE) == table.box.has_laurel[path] for path in range(17))


def test_caesar_starts_beneath_the_senate() -> None:
    """[QV 1.6] On the way out of the forum, the only body straight below."""
    assert Table(3).state.caesar == PATHS[UP_FORUM]


def test_seat_0_starts_unless_the_start_is_drawn() -> None:
    """[QV 1.7] Drawn, each of five seats starts about 400 of 2,000 games: off by 81 would be 4.5 standard errors."""
    assert {int(Table(5, game_id=g).state.start) for g in range(50)} == {0}
    table = Table(5, {"setup.start_seat": "random"})
    starts: Counter[int] = Counter()
    for game_id in range(2_000):
        GAME.deal(table.box, 5, np.uint64(11), game_id, table.chance, table.state)
        assert table.state.active == table.state.actor == table.state.start == table.chance.start
        starts[int(table.state.start)] += 1
    assert all(abs(starts[seat] - 400) < 81 for seat in range(5))


def test_play_goes_clockwise() -> None:
    """[QV 1.8] Seat 0, 1, 2, then 0 again."""
    table = Table(3)
    for seat in (0, 1, 2, 0):
        assert table.state.active == table.state.actor == seat
        table.do(place("west gate"))


# 2 The turn


def test_turn_is_placing_or_moving_or_caesar() -> None:
    """[QV 2.1] One of the three, and no fourth."""
    table = Table(3)
    assert table.kinds() == {S.PLACE, S.CAESAR}
    table.set("outer west gate", 0)
    assert table.kinds() == {S.PLACE, S.MOVE, S.CAESAR}


def test_only_own_senators_are_placed_and_moved() -> None:
    """[QV 2.2] Others' senators on the board give no moves, others' reserves no placing."""
    table = Table(3)
    table.set("outer west gate", 1)
    table.state.reserve[0] = 0
    assert table.kinds() == {S.CAESAR}


def test_full_body_is_not_skipped() -> None:
    """[QV 2.3] There is no way over the west stair to the west hall."""
    table = Table(3)
    table.set("outer west gate", 0)
    table.set("west stair", 1)
    assert S.MOVE not in table.kinds()


def test_any_upward_path_may_be_taken() -> None:
    """[QV 2.4] Two ways lead out of the east hall."""
    table = Table(3)
    table.set("east hall", 0, 0)
    assert {move("east hall -> forum"), move("east hall -> east stair")} < set(table.legal())


def test_passing_is_legal_only_where_nothing_else_is() -> None:
    """[QV 2.5] No senator to place or to move and no laurel for Caesar: the turn passes."""
    table = Table(3)
    table.state.reserve[0] = 0
    assert PASS not in table.legal()
    table.clear_laurels()
    assert table.legal() == [PASS]
    table.do(PASS)
    assert (table.state.active, table.state.turn) == (1, 1)


def test_game_that_will_not_end_is_truncated() -> None:
    """[QV 2.6] Nothing forces progress: Caesar to and fro for ever. Nobody wins, and the game is counted."""
    table = Table(3, {"engine.turn_cap": 7})
    for turn in range(7):
        assert table.state.end == S.RUNNING
        table.do(CAESAR, caesar((UP_WEST, "west gate -> west hall")[turn % 2]))
    assert (table.state.end, table.state.winner) == (S.TRUNCATED, S.NONE)
    game, seats = table.results()
    assert (game.end, game.turns, game.winner, game.margin) == (S.TRUNCATED, 7, S.NONE, S.NONE)
    assert seats["share"].tolist() == seats["rank"].tolist() == [0, 0, 0]


# 3 Placing


def test_senators_are_placed_on_free_spaces_of_the_four_lowest_bodies() -> None:
    """[QV 3.1] From the reserve, while it lasts."""
    table = Table(3)
    places = {place(body) for body in ENTRIES}
    assert {action for action in table.legal() if action[0] == S.PLACE} == places
    table.set("east gate", 1)
    table.set("outer east gate", 1, 1, 2)
    assert {action for action in table.legal() if action[0] == S.PLACE} == {
        place("outer west gate"),
        place("west gate"),
    }
    table.do(place("west gate"))
    assert table.here("west gate") == [1, 0, 0]
    assert table.state.reserve[0] == 7
    table.turn_of(0)
    table.state.reserve[0] = 0
    assert S.PLACE not in table.kinds()


# 4 Moving


def test_next_body_must_have_a_free_space() -> None:
    """[QV 4.1] Full with three in the west hall, free with two."""
    table = Table(3)
    table.set("west stair", 0)
    table.set("west hall", 1, 1)
    assert move("west stair -> west hall") in table.legal()
    table.set("west hall", 2)
    assert move("west stair -> west hall") not in table.legal()


def test_nobody_is_asked_out_of_a_one_space_body() -> None:
    """[QV 4.2] The move is made at once, and there is no laurel to take."""
    table = Table(3)
    table.set("west stair", 0)
    table.do(move("west stair -> west hall"))
    assert table.here("west hall") == [1, 0, 0]
    assert table.state.active == 1
    assert table.tiles(0) == {}


@pytest.mark.parametrize(
    ("body", "path", "need"), [("west hall", UP_WEST, 1), ("west gate", "west gate -> west hall", 2)]
)
def test_size_of_the_body_says_how_many_consents(body: str, path: str, need: int) -> None:
    """[QV 4.3] One out of three spaces, two out of five, however many senators are there."""
    table = Table(3)
    table.set(body, 0, *[1] * need)
    table.do(move(path))
    assert table.state.need == need
    fuller = Table(3)
    fuller.set(body, 0, 1, 2)
    fuller.do(move(path))
    assert fuller.state.need == need


def test_consents_needed_can_be_changed() -> None:
    """[QV 4.3] `consents.3 = 2` asks for both others of a three-space body."""
    table = Table(3, {"consents.3": 2})
    table.set("west hall", 0, 1)
    assert move(UP_WEST) not in table.legal()
    table.set("west hall", 2)
    table.do(move(UP_WEST))
    assert table.state.need == 2


def test_own_senators_consent_by_themselves() -> None:
    """[QV 4.4] One other is enough in a three-space body, two in a five-space body; alone no move is possible."""
    table = Table(3)
    table.set("west hall", 0)
    table.set("west gate", 0, 0)
    assert S.MOVE not in table.kinds()
    table.set("west hall", 0)
    table.set("west gate", 0)
    table.lay(UP_WEST, "V")
    table.do(move(UP_WEST))
    assert table.tiles(0) == {"V": 1}
    table.turn_of(0)
    table.lay("west gate -> middle stair", "III")
    table.do(move("west gate -> middle stair"))
    assert table.tiles(0) == {"III": 1, "V": 1}
    assert table.state.n_asked.tolist()[:3] == [0, 0, 0]


def test_only_missing_consents_are_negotiated() -> None:
    """[QV 4.5] With one own of two, one vote of others is wanted, though two are there."""
    table = Table(3)
    table.set("west gate", 0, 0, 1, 2)
    table.do(move("west gate -> west hall"), terms(), terms())
    assert table.state.need == 1
    assert set(table.legal()) == {REFUSE, votes(0, 1, 0), votes(0, 0, 1)}


def test_laurel_is_taken_and_replaced_at_once() -> None:
    """[QV 4.6] The tile from the path goes to the mover, the next of the stack onto the path."""
    table = Table(3)
    table.set("west hall", 0, 0)
    table.lay(UP_WEST, "IV")
    table.draw_next("III")
    table.do(move(UP_WEST))
    assert table.tiles(0) == {"IV": 1}
    assert table.lying(UP_WEST) == "III"
    assert table.state.drawn == 11
    assert (table.state.laurels[0], table.state.from_paths[0]) == (4, 4)


def test_space_stays_empty_when_the_stack_is() -> None:
    """[QV 4.7] The last tile is taken, nothing replaces it, and who comes next takes nothing."""
    table = Table(3)
    table.set("west hall", 0, 0, 0)
    table.lay(UP_WEST, "IV")
    table.empty_stack()
    table.do(move(UP_WEST))
    assert table.lying(UP_WEST) is None
    table.turn_of(0)
    table.do(move(UP_WEST))
    assert table.tiles(0) == {"IV": 1}
    assert table.here("west curia") == [2, 0, 0]


def test_laurels_won_lie_face_down() -> None:
    """[QV 4.8] A seat sees its own tiles, nobody else's."""
    table = Table(3)
    table.give(1, "V", "II")
    assert table.view(1).purse[1, :6].tolist() == table.state.purse[1, :6].tolist()
    assert set(table.view(0).purse[1, :6].tolist()) == {S.NONE}


def test_senate_fills_in_order_and_nobody_leaves_it() -> None:
    """[QV 4.9] The earliest senator of a seat is its arrival; there is no way out."""
    table = Table(3)
    table.seat_senate(2)
    table.set("forum", 0, 0, 1)
    table.do(move(UP_FORUM))
    table.turn_of(1)
    table.do(move(UP_FORUM))
    table.turn_of(0)
    table.do(move(UP_FORUM))
    assert table.state.senate[:5].tolist() == [2, 0, 1, 0, S.NONE]
    assert table.state.arrival[0, :3].tolist() == [1, 2, 0]
    assert all(table.box.path_from[path] < table.box.n_bodies for path in range(table.box.n_paths))
    assert S.MOVE not in table.kinds()


# 5 Consent and its reward


@pytest.mark.parametrize(("rule", "ones"), [("per_player", 1), ("per_senator", 2)])
def test_consent_earns_an_i(rule: str, ones: int) -> None:
    """[QV 5.1] One for each player whose consent was used, or by the other ruling for each senator."""
    table = Table(3, {"rules.consent_pay": rule})
    table.set("west gate", 0, 1, 1)
    table.do(move("west gate -> west hall"), terms(), votes(0, 2, 0))
    assert table.tiles(1) == {"I": ones}
    assert table.state.ones == 18 - ones
    assert table.state.from_consent[1] == ones


def test_nobody_is_paid_for_what_own_senators_or_caesar_did() -> None:
    """[QV 5.2] Others stand by and get nothing."""
    table = Table(3)
    table.set("west hall", 0, 0, 1)
    table.set("forum", 1, 2)
    table.lay(UP_WEST, "V")
    table.do(move(UP_WEST), move(UP_FORUM))
    assert table.state.ones == 18
    assert table.tiles(1) == table.tiles(2) == {}


def test_mover_decides_whose_consent_counts() -> None:
    """[QV 5.3] Three owners offer, two are needed: any two of them, and only they are paid."""
    table = Table(4)
    table.set("west gate", 0, 1, 2, 3)
    table.do(move("west gate -> west hall"), terms(), terms(), terms())
    choices = {votes(0, 1, 1, 0), votes(0, 1, 0, 1), votes(0, 0, 1, 1)}
    assert set(table.legal()) == {REFUSE, *choices}
    table.do(votes(0, 1, 0, 1))
    assert [table.tiles(seat).get("I", 0) for seat in (1, 2, 3)] == [1, 0, 1]


def short_of_ones(ones: int, rule: str = "per_player") -> Table:
    """Two owners in the west gate name free terms while few I are left."""
    table = Table(3, {"rules.consent_pay": rule, "tokens.I.count": ones})
    table.set("west gate", 0, 1, 2)
    table.do(move("west gate -> west hall"), terms(), terms())
    return table


@pytest.mark.parametrize(("first", "expected"), [(1, [1, 0]), (2, [0, 1])])
def test_mover_says_who_is_served_first_when_i_are_short(first: int, expected: list[int]) -> None:
    """[QV 5.4] One I is left for two: the choice is the mover's, and is offered only then."""
    assert set(short_of_ones(2).legal()) == {REFUSE, votes(0, 1, 1)}
    table = short_of_ones(1)
    assert set(table.legal()) == {REFUSE, votes(0, 1, 1, first=1), votes(0, 1, 1, first=2)}
    table.do(votes(0, 1, 1, first=first))
    assert [table.tiles(seat).get("I", 0) for seat in (1, 2)] == expected
    assert table.state.ones == 0


def test_consent_is_given_for_nothing_when_no_i_is_left() -> None:
    """[QV 5.4] They last only as long as the supply; moves go on."""
    table = short_of_ones(0)
    table.do(votes(0, 1, 1, first=2))
    assert table.here("west hall") == [1, 0, 0]
    assert table.tiles(1) == table.tiles(2) == {}


# 6 Caesar


def test_caesar_moves_onto_any_other_laurel() -> None:
    """[QV 6.1] Not where he is, not where no tile lies; it is the whole turn."""
    table = Table(3)
    table.lay(UP_WEST, None)
    targets = {path for path in PATHS if table.lying(path) is not None} - {UP_FORUM}
    table.do(CAESAR)
    assert (table.state.phase, table.state.active, table.state.actor) == (S.TARGET, 0, 0)
    assert set(table.legal()) == {caesar(path) for path in targets}
    assert len(targets) == 8
    table.do(caesar("west gate -> west hall"))
    assert table.state.caesar == PATHS["west gate -> west hall"]
    assert (table.state.active, table.state.n_caesar[0]) == (1, 1)


def wins_ii_with_caesar(n_seats: int = 3, settings: dict[str, object] | None = None) -> Table:
    """Seat 0 has just taken a II with Caesar; a III was drawn in its place."""
    table = Table(n_seats, settings)
    table.set("west hall", 0, 0)
    table.lay(UP_WEST, "II_caesar")
    table.draw_next("III")
    table.do(move(UP_WEST))
    return table


def test_ii_with_caesar_lets_the_mover_move_him() -> None:
    """[QV 6.2] Optional, after the replacement is drawn, which is a target itself; then the turn is over."""
    table = wins_ii_with_caesar()
    assert (table.state.phase, table.state.actor) == (S.BONUS, 0)
    assert PASS in table.legal()
    assert table.lying(UP_WEST) == "III"
    table.do(caesar(UP_WEST))
    assert table.state.caesar == PATHS[UP_WEST]
    assert (table.state.phase, table.state.active, table.state.turn) == (S.MAIN, 1, 1)
    declined = wins_ii_with_caesar()
    declined.do(PASS)
    assert declined.state.caesar == PATHS[UP_FORUM]
    assert declined.state.active == 1


def test_no_bonus_without_another_laurel_or_from_hand_to_hand() -> None:
    """[QV 6.2] Nothing to put Caesar on, or the tile only paid for a vote: no bonus."""
    table = Table(3)
    table.set("west hall", 0, 0)
    table.clear_laurels()
    table.lay(UP_WEST, "II_caesar")
    table.empty_stack()
    table.do(move(UP_WEST))
    assert (table.state.phase, table.state.active) == (S.MAIN, 1)

    table = Table(3)
    table.set("west hall", 0, 1)
    table.give(0, "II_caesar")
    table.lay(UP_WEST, "V")
    table.do(move(UP_WEST), terms(price=2), votes(0, 1, 0))
    assert table.tiles(1) == {"I": 1, "II_caesar": 1}
    assert (table.state.phase, table.state.active) == (S.MAIN, 1)


def test_caesar_covers_the_laurel() -> None:
    """[QV 6.3] Nothing is taken from his path, nothing drawn; not even a II with Caesar has an effect."""
    table = Table(3)
    table.set("forum", 0)
    table.lay(UP_FORUM, "II_caesar")
    table.do(move(UP_FORUM))
    assert table.tiles(0) == {}
    assert table.lying(UP_FORUM) == "II_caesar"
    assert (table.state.drawn, table.state.phase) == (10, S.MAIN)


def test_body_below_caesar_is_left_without_consent() -> None:
    """[QV 6.4] Alone in a five-space body, or beside others who are not asked and not paid."""
    table = Table(3)
    table.set("forum", 0, 1, 2)
    table.do(move(UP_FORUM))
    assert table.state.senate[0] == 0
    assert (table.state.n_asked[0], table.state.ones) == (0, 18)
    table.turn_of(1)
    assert move(UP_FORUM) in table.legal()
    table.put_caesar(UP_WEST)
    assert move(UP_FORUM) not in table.legal()


def test_caesar_may_stand_before_any_body() -> None:
    """[QV 6.5] Whether one has senators in it or not."""
    table = Table(3)
    table.set("west hall", 1)
    table.set("west curia", 0)
    table.do(CAESAR)
    assert {caesar(UP_WEST), caesar("west curia -> Senate"), caesar("east hall -> forum")} < set(table.legal())


# 7 Negotiation


def asked(tile: str = "III", settings: dict[str, object] | None = None, **purses: tuple[str, ...]) -> Table:
    """Seat 0 asks seat 1 for a vote out of the west hall, where a tile lies; purses like `mover=("V",), owner=()`."""
    table = Table(3, settings)
    table.set("west hall", 0, 1)
    table.lay(UP_WEST, tile)
    table.draw_next("III")
    table.give(0, *purses.get("mover", ()))
    table.give(1, *purses.get("owner", ()))
    table.do(move(UP_WEST))
    return table


def test_vote_can_cost_laurels_a_promise_both_or_the_bonus() -> None:
    """[QV 7.1] These four are what negotiations are about here; each is carried out as agreed."""
    paid = asked(mover=("II",))
    paid.do(terms(price=2), votes(0, 1, 0))
    assert (paid.state.paid[0], paid.state.received[1], paid.state.owed[0, 1]) == (2, 2, 0)
    promised = asked()
    promised.do(terms(promise=1), votes(0, 1, 0))
    assert (promised.state.paid[0], promised.state.owed[0, 1], promised.state.promised[0]) == (0, 1, 1)
    both = asked(mover=("II",))
    both.do(terms(price=2, promise=1), votes(0, 1, 0))
    assert (both.state.paid[0], both.state.owed[0, 1]) == (2, 1)
    steered = asked("II_caesar")
    steered.do(terms(steer=1), votes(0, 1, 0))
    assert (steered.state.phase, steered.state.actor) == (S.BONUS, 1)


def test_what_can_be_done_within_the_turn_is_done_and_promises_bind_nobody() -> None:
    """[QV 7.2] A payment and a directed Caesar happen; who owes a vote may still refuse it."""
    table = asked("II_caesar", mover=("II",))
    table.do(terms(steer=1), votes(0, 1, 0), caesar("west gate -> west hall"))
    assert table.state.caesar == PATHS["west gate -> west hall"]
    assert table.state.n_caesar.tolist()[:3] == [1, 0, 0]
    table.state.owed[2, 1] = 1
    table.set("west hall", 2)
    table.do(move(UP_WEST))
    assert {REFUSE, terms(5)} < set(table.legal())


def test_posted_terms_are_named_in_turn_and_unseen_then_the_mover_chooses() -> None:
    """[QV 7.3] Clockwise from the mover; nobody knows what the others named until all have."""
    table = Table(4)
    table.turn_of(2)
    table.set("west gate", 2, 0, 1, 3)
    table.do(move("west gate -> west hall"))
    assert table.state.actor == 3
    table.do(terms(price=4, promise=1))
    assert table.state.actor == 0
    view = table.view(0)
    assert (view.price[3], view.promise[3]) == (S.NONE, 0)
    table.do(terms())
    assert table.view(1).price[0] == S.NONE
    table.do(terms(price=1))
    assert (table.state.phase, table.state.actor) == (S.DEAL, 2)
    assert table.view(2).price[:4].tolist() == [0, 1, S.NONE, 4]
    assert REFUSE in table.legal()


def test_offer_is_named_by_the_mover_and_taken_or_left() -> None:
    """[QV 7.3] `offer`: every owner accepts the same terms or refuses; the mover then takes a coalition or none."""
    table = Table(3, {"negotiation.protocol": "offer"})
    table.set("west gate", 0, 0, 1, 2)
    table.give(0, "II")
    table.do(move("west gate -> west hall"))
    assert (table.state.phase, table.state.actor) == (S.OFFER, 0)
    table.do(terms(price=2, promise=1))
    assert table.state.actor == 1
    assert set(table.legal()) == {REFUSE, terms(price=2, promise=1)}
    table.do(REFUSE, terms(price=2, promise=1))
    assert set(table.legal()) == {REFUSE, votes(0, 0, 1)}
    table.do(votes(0, 0, 1))
    assert table.state.received[2] == 2


def test_mover_may_withdraw_before_an_offer() -> None:
    """[QV 7.3] Then nobody is asked, and the negotiation has failed."""
    table = asked(settings={"negotiation.protocol": "offer"})
    table.do(REFUSE)
    assert (table.state.phase, table.state.actor) == (S.MAIN, 0)
    assert move(UP_WEST) not in table.legal()


def test_without_deals_only_own_consents_and_caesar_count() -> None:
    """[QV 7.3] `none`: no move that needs others' votes."""
    table = Table(3, {"negotiation.protocol": "none"})
    table.set("west hall", 0, 1, 1)
    table.set("forum", 0, 1, 1)
    assert {action for action in table.legal() if action[0] == S.MOVE} == {move(UP_FORUM)}


@pytest.mark.parametrize("max_price", [0, 2, 5])
def test_terms_are_a_price_with_or_without_a_promise(max_price: int) -> None:
    """[QV 7.4] From 0 to the highest price."""
    table = asked(settings={"negotiation.max_price": max_price})
    assert set(table.legal()) == {
        REFUSE,
        *(terms(price, promise) for price in range(max_price + 1) for promise in (0, 1)),
    }


def test_right_to_direct_the_bonus_goes_to_one_owner_at_most() -> None:
    """[QV 7.4] It can be asked for only where a II with Caesar is to be taken; two who ask for it make no coalition."""
    assert terms(steer=1) not in asked("III").legal()
    assert terms(steer=1) in asked("II_caesar").legal()
    assert not {terms(1, 0, 1), terms(0, 1, 1)} & set(asked("II_caesar").legal())
    table = Table(4)
    table.set("west gate", 0, 1, 2, 3)
    table.lay("west gate -> west hall", "II_caesar")
    table.do(move("west gate -> west hall"), terms(steer=1), terms(steer=1), terms())
    assert set(table.legal()) == {REFUSE, votes(0, 1, 0, 1), votes(0, 0, 1, 1)}


def test_coalition_has_exactly_the_votes_needed() -> None:
    """[QV 7.5] One owner may give both; nobody gives more than they have there; who refused gives none."""
    table = Table(4)
    table.set("west gate", 0, 1, 1, 2, 3)
    table.do(move("west gate -> west hall"), terms(), terms(), REFUSE)
    assert set(table.legal()) == {REFUSE, votes(0, 2, 0, 0), votes(0, 1, 1, 0)}


def test_coalition_is_on_offer_only_if_it_can_be_paid() -> None:
    """[QV 7.5] One too dear is not listed; if all are, the negotiation has failed at once."""
    table = Table(3)
    table.set("west hall", 0, 1, 2)
    table.lay(UP_WEST, "II")
    table.do(move(UP_WEST), terms(price=3), terms(price=2))
    assert set(table.legal()) == {REFUSE, votes(0, 0, 1)}
    too_dear = asked("II")
    too_dear.do(terms(price=3))
    assert (too_dear.state.phase, too_dear.state.actor) == (S.MAIN, 0)
    assert move(UP_WEST) not in too_dear.legal()


def test_laurel_just_won_can_be_shared() -> None:
    """[QV 7.6] The path's laurel is taken, and the I paid, before the price: a V won, an I given back as change."""
    table = asked("V")
    table.do(terms(price=4), votes(0, 1, 0))
    assert table.tiles(0) == {"I": 1}
    assert table.tiles(1) == {"V": 1}


def test_sellers_are_paid_clockwise_from_the_mover() -> None:
    """[QV 7.6] Who is paid first gets what is best for that payment, whatever the next one would need."""
    table = Table(3)
    table.set("west gate", 0, 1, 2)
    table.lay("west gate -> west hall", "II")
    table.give(0, "III")
    table.do(move("west gate -> west hall"), terms(price=2), terms(price=3), votes(0, 1, 1))
    assert table.tiles(1) == {"II": 1, "I": 1}
    assert table.tiles(2) == {"III": 1, "I": 1}
    other_way = Table(3)
    other_way.turn_of(1)
    other_way.set("west gate", 1, 2, 0)
    other_way.lay("west gate -> west hall", "III")
    other_way.do(move("west gate -> west hall"), terms(price=1), terms(price=1), votes(1, 0, 1))
    # Seat 2 first: the III, with the I of seat 2 back, is 2, one too many; then seat 0 gets that I.
    assert other_way.tiles(2) == {"III": 1}
    assert other_way.tiles(0) == {"I": 2}
    assert other_way.state.paid[1] == 3


@pytest.mark.parametrize(
    ("price", "mover", "owner", "paid", "change"),
    [
        (2, ("I", "I", "II"), (), {"II": 1}, {}),  # many tiles of a late kind rather than many small ones
        (4, ("I", "III", "IV"), (), {"IV": 1}, {}),
        (1, ("III",), ("II", "II"), {"III": 1}, {"II": 1}),  # exact with change
        (1, ("I", "III"), ("II",), {"I": 1}, {}),  # exact with the least change: none
        (1, ("V",), ("II",), {"V": 1}, {"I": 1, "II": 1}),  # overpays by one: all that comes back is 3
        (2, ("III",), (), {"III": 1}, {"I": 1}),  # the I of the consent comes straight back
    ],
)
def test_payment_is_the_smallest_then_with_least_change_then_in_late_kinds(
    price: int, mover: tuple[str, ...], owner: tuple[str, ...], paid: dict[str, int], change: dict[str, int]
) -> None:
    """[QV 7.6] In real tiles, with change from the payee only, who has the I of the consent besides."""
    table = asked(mover=mover, owner=owner)
    table.lay(UP_WEST, None)
    table.do(terms(price=price), votes(0, 1, 0))
    before, after = Counter(mover), Counter(table.tiles(0))
    assert after == before - Counter(paid) + Counter(change)
    assert Counter(table.tiles(1)) == Counter([*owner, "I"]) + Counter(paid) - Counter(change)


def test_tiles_worth_nothing_are_never_paid() -> None:
    """[QV 7.6] A purse full of them cannot pay, and none is added to a payment."""
    table = asked(settings={"tokens.II.value": 0}, mover=("II", "II", "III"))
    table.lay(UP_WEST, None)
    table.do(terms(price=3), votes(0, 1, 0))
    assert table.tiles(0) == {"II": 2}


def test_failed_negotiation_closes_the_path_for_the_turn() -> None:
    """[QV 7.7] The mover chooses something else in the same turn; in the next one the path may be tried again."""
    table = asked()
    table.do(REFUSE)
    assert (table.state.phase, table.state.active, table.state.turn) == (S.MAIN, 0, 0)
    assert move(UP_WEST) not in table.legal()
    table.do(place("west gate"), place("west gate"), place("west gate"))
    assert move(UP_WEST) in table.legal()
    table.do(move(UP_WEST), terms(), REFUSE)
    assert move(UP_WEST) not in table.legal()


def owed(n: int, settings: dict[str, object] | None = None) -> Table:
    """Seat 1 owes seat 0 votes; seat 0 wants one or two out of the west gate, where seat 1 has two."""
    table = Table(3, settings)
    table.set("west gate", 0, 1, 1, 2)
    table.state.owed[1, 0] = n
    table.do(move("west gate -> west hall"))
    return table


def test_promised_votes_given_free_are_kept() -> None:
    """[QV 7.8] As many as were used are struck off and counted as kept."""
    table = owed(3)
    table.do(terms(), REFUSE, votes(0, 2, 0))
    assert (table.state.owed[1, 0], table.state.kept[1, 0], table.state.broken[1, 0]) == (1, 2, 0)
    assert table.state.given[1, 0] == 2


@pytest.mark.parametrize("answer", [REFUSE, terms(price=1), terms(promise=1)])
def test_anything_but_free_breaks_one_promise(answer: tuple[Any, ...]) -> None:
    """[QV 7.8] It is struck off the ledger; the rest stays owed."""
    table = owed(2)
    table.do(answer)
    assert table.view(2).owed[1, 0] == 2  # nobody knows yet
    table.do(terms())
    assert (table.state.owed[1, 0], table.state.kept[1, 0], table.state.broken[1, 0]) == (1, 0, 1)


def test_promised_vote_offered_but_not_used_stays_owed() -> None:
    """[QV 7.8] The debtor kept the word; the creditor took others' votes or none."""
    table = owed(1)
    table.do(terms(), terms(), REFUSE)
    assert (table.state.owed[1, 0], table.state.kept[1, 0], table.state.broken[1, 0]) == (1, 0, 0)


def test_under_offer_accepting_any_terms_keeps_the_word() -> None:
    """[QV 7.8] Refusing them breaks it."""
    settings: dict[str, object] = {"negotiation.protocol": "offer"}
    kept = owed(1, settings)
    kept.give(0, "V")
    kept.do(terms(price=1), terms(price=1), REFUSE, votes(0, 2, 0))
    assert (kept.state.owed[1, 0], kept.state.kept[1, 0]) == (0, 1)
    broken = owed(1, settings)
    broken.do(terms(), REFUSE, terms())
    assert (broken.state.owed[1, 0], broken.state.broken[1, 0]) == (0, 1)


def test_under_offer_one_set_of_terms_is_for_all() -> None:
    """[QV 7.9] Who owes votes is offered what everyone else is."""
    table = owed(2, {"negotiation.protocol": "offer"})
    table.do(terms(price=3))
    for _ in range(2):
        assert set(table.legal()) == {REFUSE, terms(price=3)}
        table.do(REFUSE)


# 8 End and winner


def last_step(settings: dict[str, object] | None = None) -> Table:
    """Seat 0 buys seat 1's vote, lets the fifth senator in and takes a II with Caesar."""
    table = Table(3, settings)
    table.seat_senate(1, 2, 1, 2)
    table.set("west curia", 0, 1)
    table.lay("west curia -> Senate", "II_caesar")
    table.do(move("west curia -> Senate"), terms(price=1), votes(0, 1, 0))
    return table


def test_game_ends_at_once_with_the_fifth_senator() -> None:
    """[QV 8.1] Not with the fourth."""
    table = Table(3)
    table.seat_senate(1, 2, 1)
    table.set("forum", 0, 0)
    table.do(move(UP_FORUM))
    assert table.state.end == S.RUNNING
    table.turn_of(0)
    table.do(move(UP_FORUM))
    assert table.state.end == S.FINISHED


def test_last_move_is_settled_but_has_no_bonus_and_no_reveal() -> None:
    """[QV 8.2] Laurel, I and payment count; Caesar stays, nobody reveals."""
    table = last_step({"variant.reveal": True, "board.senate.size": 5})
    assert table.state.end == S.FINISHED
    assert table.tiles(0) == {"I": 1}
    assert table.tiles(1) == {"II_caesar": 1}
    assert table.state.n_reveals == 0
    small = Table(3, {"variant.reveal": True, "board.senate.size": 2})
    small.seat_senate(1)
    small.set("forum", 0)
    small.do(move(UP_FORUM))
    assert small.state.end == S.FINISHED


def test_most_laurels_win_among_those_in_the_senate() -> None:
    """[QV 8.3] Seat 0 is the richest and has nobody there."""
    table = Table(3)
    table.seat_senate(1, 2, 1, 2)
    table.set("forum", 2)
    table.give(0, "V", "V")
    table.give(2, "I")
    table.turn_of(2)
    table.do(move(UP_FORUM))
    assert table.state.winner == 2
    assert table.results()[0].richest_disqualified == 1


def test_tie_goes_to_the_earlier_arrival() -> None:
    """[QV 8.4] The earliest senator of each counts."""
    table = Table(3)
    table.seat_senate(2, 1, 1, 1)
    table.set("forum", 0)
    for seat in range(3):
        table.give(seat, "V")
    table.do(move(UP_FORUM))
    assert (table.state.winner, table.state.tie_broken) == (2, 1)
    assert table.results()[1]["rank"].tolist() == [3, 2, 1]


def test_ranks_put_the_disqualified_last_and_let_them_share() -> None:
    """[QV 8.5] Qualified by laurels, then arrival; the others by laurels alone."""
    table = Table(5)
    table.seat_senate(3, 1, 3, 3)
    table.set("forum", 1)
    for seat, kind in ((0, "V"), (1, "II"), (2, "V"), (3, "II"), (4, "III")):
        table.give(seat, kind)
    table.turn_of(1)
    table.do(move(UP_FORUM))
    assert table.results()[1]["rank"].tolist() == [3, 2, 3, 1, 5]


# 9 Variants


@pytest.mark.parametrize(("n_seats", "ones"), [(3, 10), (4, 14), (5, 18)])
def test_limited_i_laurels(n_seats: int, ones: int) -> None:
    """[QV 9.1] Fewer for fewer players; all 18 without the variant."""
    assert boxes(n_seats, {"variant.limited_ones": True})[0]["ones"] == ones
    assert boxes(n_seats, {})[0]["ones"] == 18
    assert boxes(n_seats, {"variant.limited_ones": True, f"variant.ones.{n_seats}": 4})[0]["ones"] == 4


def arrival(in_senate: int, settings: dict[str, object]) -> Table:
    """Seat 1 moves into the Senate, where some senators of seat 2 are, and takes a II with Caesar."""
    table = Table(3, settings)
    table.seat_senate(*[2] * in_senate)
    table.set("west curia", 1, 1)
    table.lay("west curia -> Senate", "II_caesar")
    table.give(0, "V")
    table.turn_of(1)
    table.do(move("west curia -> Senate"))
    return table


def test_reveal_is_asked_clockwise_from_the_mover_before_the_bonus() -> None:
    """[QV 9.2] Until one demands it; then all totals are shown, and Caesar comes after."""
    table = arrival(0, {"variant.reveal": True})
    asked_seats = []
    while table.state.phase == S.REVEAL:
        asked_seats.append(int(table.state.actor))
        table.do(PASS)
    assert asked_seats == [1, 2, 0]
    assert (table.state.phase, table.state.n_reveals) == (S.BONUS, 0)

    table = arrival(0, {"variant.reveal": True})
    table.do(PASS, (S.DEMAND,))
    assert table.state.shown[:3].tolist() == [5, 2, 0]
    assert (table.state.phase, table.state.actor, table.state.n_reveals) == (S.BONUS, 1, 1)


@pytest.mark.parametrize(("in_senate", "asks"), [(0, True), (1, True), (2, True), (3, False)])
def test_reveal_follows_the_first_three_arrivals_only(in_senate: int, asks: bool) -> None:
    """[QV 9.2] And never without the variant."""
    assert (arrival(in_senate, {"variant.reveal": True}).state.phase == S.REVEAL) == asks
    assert arrival(in_senate, {}).state.phase == S.BONUS


def test_totals_are_tracked_or_hidden_until_revealed() -> None:
    """[QV 9.3] Hidden, others' totals are what the last reveal showed; one's own is known, others' tiles never."""
    tracked = arrival(0, {})
    assert tracked.view(2).laurels[:3].tolist() == [5, 2, 0]
    hidden = arrival(0, {"information.laurels": "hidden", "variant.reveal": True})
    assert hidden.view(1).laurels[:3].tolist() == [S.NONE, 2, S.NONE]
    hidden.do((S.DEMAND,), PASS)
    hidden.give(0, "V")
    assert hidden.view(1).laurels[:3].tolist() == [5, 2, 0]
    assert hidden.view(0).laurels[:3].tolist() == [10, 2, 0]
    assert set(hidden.view(1).purse[0, :6].tolist()) == {S.NONE}


def test_hidden_totals_cannot_be_read_off_the_tallies() -> None:
    """[QV 9.3] Nothing else in a view changes with what another seat has won."""
    settings: dict[str, object] = {"information.laurels": "hidden"}
    poor, rich = arrival(1, settings), arrival(1, settings)
    rich.give(2, "V", "III")
    for tally in ("from_paths", "from_consent", "paid", "received"):
        getattr(rich.state, tally)[2] += 4
    for name in GAME.STATE.names or ():
        assert np.array_equal(poor.view(1)[name], rich.view(1)[name]), name


ELECTION: dict[str, object] = {"variant.election": True}


def end_of_first(laurels: tuple[int, ...], arrivals: tuple[int, ...], on_board: tuple[int, ...]) -> Table:
    """The first game of an election ends under Caesar; so many senators of each seat are left in the west gate."""
    *early, last = arrivals
    table = Table(len(laurels), ELECTION)
    table.seat_senate(*early)
    table.set("forum", last)
    for seat, n in enumerate(laurels):
        table.give(seat, *["I"] * n)
        table.state.reserve[seat] -= on_board[seat]
        table.state.senators[BODIES["west gate"], seat] += on_board[seat]
        table.state.crowd[BODIES["west gate"]] += on_board[seat]
    table.turn_of(last)
    table.do(move(UP_FORUM))
    return table


def test_election_notes_laurels_of_the_qualified_and_clears_the_board() -> None:
    """[QV 9.4] The leader takes one off first, then clockwise, round after round, until nobody has more than two."""
    table = end_of_first((9, 5, 7, 8), (1, 2, 1, 2, 3), (4, 4, 2, 5))
    assert table.state.banked[:4].tolist() == [0, 5, 7, 8]
    assert (table.state.n_senate, table.state.end) == (0, S.RUNNING)
    removers = []
    while table.state.phase == S.REMOVE:
        removers.append(int(table.state.actor))
        assert table.legal() == [(S.REMOVE_ONE, BODIES["west gate"])]
        table.do((S.REMOVE_ONE, BODIES["west gate"]))
    assert removers == [3, 0, 1, 3, 0, 1, 3]
    assert table.here("west gate") == [2, 2, 2, 2]
    assert table.state.reserve[:4].tolist() == [6, 6, 6, 6]


def test_election_sets_the_laurels_up_anew() -> None:
    """[QV 9.4] Fresh tiles, Caesar at his start, no ledger; the seat left of the one who ended the game starts."""
    table = end_of_first((9, 5, 7), (1, 2, 1, 2, 1), (0, 0, 0))
    assert (table.state.game, table.state.phase, table.state.start, table.state.active) == (1, S.MAIN, 2, 2)
    assert table.state.laurels[:3].tolist() == [0, 0, 0]
    assert table.state.caesar == PATHS[UP_FORUM]
    assert (table.state.drawn, table.state.ones) == (10, 18)
    laid = [kind for kind in table.state.tile.tolist() if kind != S.NONE]
    assert laid == table.chance.stack[1, :10].tolist()
    assert table.chance.stack[0, :44].tolist() != table.chance.stack[1, :44].tolist()

    indebted = Table(3, ELECTION)
    indebted.seat_senate(1, 2, 1, 2)
    indebted.set("forum", 0)
    indebted.state.owed[1, 0] = 2
    indebted.do(move(UP_FORUM))
    assert not indebted.state.owed.any()


@pytest.mark.parametrize(
    ("laurels", "arrivals", "leader"),
    [
        ((3, 9, 7), (0, 1, 2, 0, 0), 1),  # the most noted
        ((9, 4, 4), (2, 1, 2, 1, 2), 2),  # a tie: the earlier arrival; seat 0 never arrived, so none noted
    ],
)
def test_election_lead_is_by_laurels_noted_then_arrival(
    laurels: tuple[int, ...], arrivals: tuple[int, ...], leader: int
) -> None:
    """[QV 9.4] The leader is the first to take a senator off."""
    assert end_of_first(laurels, arrivals, (3, 3, 3)).state.actor == leader


def later_game(game: int, banked: tuple[int, ...], arrivals: list[tuple[int, ...]], start: int = 0) -> Table:
    """A game of an election whose last senator, seat 0's, is about to enter, with what happened in the games before."""
    table = Table(3, ELECTION)
    table.state.game = game
    table.state.start = start
    table.state.banked[:3] = banked
    for earlier, places in enumerate(arrivals):
        table.state.arrival[earlier, :3] = places
        table.state.n_qualified[:3] += [place != S.FAR for place in places]
    return table


def test_election_tie_goes_by_the_latest_arrival_then_the_one_before_then_turn_order() -> None:
    """[QV 9.4] After the third game as for the lead."""
    table = later_game(2, (9, 9, 0), [(0, 1, 2), (1, 0, 2)])
    table.seat_senate(2, 1, 2, 2)
    table.set("forum", 0)
    table.do(move(UP_FORUM))
    assert (table.state.winner, table.state.tie_broken) == (1, 1)  # seat 1 arrived earlier in the third game

    table = later_game(2, (9, 9, 0), [(0, 1, 2), (1, 0, 2)])
    table.seat_senate(2, 2, 2, 2)
    table.set("forum", 2)
    table.turn_of(2)
    table.do(move(UP_FORUM))
    assert table.state.winner == 1  # neither arrived in the third game; seat 1 earlier in the second

    for start, winner in ((0, 0), (1, 1), (2, 0)):
        table = later_game(2, (9, 9, 0), [(S.FAR, S.FAR, 0), (S.FAR, S.FAR, 0)], start)
        table.state.n_qualified[:2] = 1
        table.seat_senate(2, 2, 2, 2)
        table.set("forum", 2)
        table.turn_of(2)
        table.do(move(UP_FORUM))
        assert table.state.winner == winner  # nothing else decides: turn order from the start seat


def test_election_can_be_won_from_outside_the_last_senate_but_not_without_ever_qualifying() -> None:
    """[QV 9.4] Seat 1 has the most noted and missed the last Senate; seat 0 was never in one."""
    table = later_game(2, (0, 20, 5), [(S.FAR, 0, 1), (S.FAR, 0, 1)])
    table.seat_senate(2, 2, 2, 2)
    table.set("forum", 2)
    table.give(0, *["V"] * 9)
    table.turn_of(2)
    table.do(move(UP_FORUM))
    assert (table.state.end, table.state.winner) == (S.FINISHED, 1)
    game, seats = table.results()
    assert seats["qualified"].tolist() == [0, 1, 1]
    assert seats["score"].tolist() == [0, 20, 5]
    assert seats["rank"].tolist() == [3, 1, 2]
    assert game.n_qualified == 2


def test_election_is_one_game_with_one_row() -> None:
    """[QV 9.5] Three Senates full, one result: the sum of the laurels noted."""
    table = Table(3, ELECTION)
    noted = np.zeros(3, int)
    for played in range(3):
        assert (table.state.game, table.state.end) == (played, S.RUNNING)
        table.seat_senate(0, 1, 0, 2)
        table.set("forum", 2)
        table.give(played, "V", "I")
        noted += table.state.laurels[:3]
        table.turn_of(2)
        table.do(move(UP_FORUM))
        while table.state.phase == S.REMOVE:
            table.do(table.legal()[0])
    assert table.state.end == S.FINISHED
    game, seats = table.results()
    assert seats["score"].tolist() == noted.tolist() == [6, 6, 6]
    assert (game.winner, game.turns) == (0, 3)


# All of them


def test_every_rule_is_cited_by_a_test() -> None:
    """A rule that no test names is a rule that may be lost; a test that cites no rule of RULES.md is out of date."""
    rules = (files("sim.games.quo_vadis") / "RULES.md").read_text(encoding="utf-8")
    numbered = set(re.findall(r"^- \*\*(\d+\.\d+)", rules, re.MULTILINE))
    here = Path(__file__).parent
    cited = {
        rule
        for path in here.glob("test_*.py")
        for group in re.findall(r"\[QV ([\d., ]+)\]", path.read_text(encoding="utf-8"))
        for rule in re.findall(r"\d+\.\d+", group)
    }
    assert cited == numbered
