"""Branches: the two games of an opportunity are what they should be, and nothing else decides them."""

from __future__ import annotations

from dataclasses import replace
from math import exp

import numpy as np
import pytest

import sim.branch
from sim.branch import branch, play_restricted
from sim.chance import BRANCH, NOISE, address, uniform
from sim.engine import play
from sim.errors import BadInput, FailedGames
from sim.registry import load_game
from strategies.registry import default_lineup, seat_spec
from tests.conformance.tables import interpreted
from tests.toys.cards import CARDS, cards_lineup

BOTH = pytest.mark.parametrize(("name", "n_seats"), [("quo_vadis", 4), ("zoo_vadis", 5)])


def table(name, n_seats):
    """Return a game, its box, and the usual lineup."""
    game = load_game(name)
    return game, game.make_box(n_seats, {}), [seat_spec(name, spec) for spec in default_lineup(name, n_seats)]


class Replay:
    """One game played by hand, decision by decision, without the engine's loops."""

    def __init__(self, game, box, seed, game_id, lineup):
        self.game, self.box, self.game_id, self.lineup = game, box.view(np.recarray)[0], game_id, lineup
        self.seed, self.P = seed, len(lineup)
        self.keys = [address(np.uint64(seed), game_id, NOISE, seat, 0)[0] for seat in range(self.P)]
        self.chances, self.states = np.zeros(1, game.CHANCE), np.zeros(1, game.STATE)
        game.deal(self.box, self.P, np.uint64(seed), game_id, self.chance, self.state)

    @property
    def state(self):
        """The state as a record."""
        return self.states.view(np.recarray)[0]

    @property
    def chance(self):
        """What the shuffles decided."""
        return self.chances.view(np.recarray)[0]

    def clone(self):
        """Return the same game, to be played on by itself."""
        other = object.__new__(Replay)
        other.__dict__.update(self.__dict__, chances=self.chances.copy(), states=self.states.copy())
        return other

    def choices(self):
        """Return the legal actions, and what each acquires."""
        actions = np.zeros(self.game.max_actions, self.game.ACTION)
        n = self.game.legal(self.box, self.state, actions)
        records = actions.view(np.recarray)
        return actions[:n].copy(), [int(self.game.item(self.box, self.state, records[i])) for i in range(n)]

    def ask(self, actions):
        """Return what the acting seat chooses from some actions, and the values that its strategy leaves."""
        seat = int(self.state.actor)
        seated = self.lineup[(seat - self.game_id) % self.P]
        views = self.states.copy()
        view = views.view(np.recarray)[0]
        view.temperature, view.noise_key = seated.values[0], self.keys[seat]
        self.game.hide(self.box, view, seat)
        weights = np.zeros(24)
        weights[: len(seated.values)] = seated.values
        values = np.zeros(len(actions))
        function = seated.strategy.functions[self.game.parts[self.game.part(self.state)]]
        return int(function(view, self.box, actions.copy(), weights, values)), values

    def apply(self, action):
        """Carry out an action."""
        actions = np.array([action], self.game.ACTION)
        self.game.apply(self.box, self.chance, self.state, actions.view(np.recarray)[0])

    def finish(self, seat):
        """Play to the end and return score, share and end for a seat."""
        while self.state.end == 0:
            actions, _ = self.choices()
            self.apply(actions[self.ask(actions)[0]])
        games, seats = np.zeros(1, self.game.GAME_ROW), np.zeros(self.P, self.game.SEAT_ROW)
        self.game.score(self.box, self.state, games.view(np.recarray)[0], seats.view(np.recarray))
        return int(seats["score"][seat]), int(seats["share"][seat]), int(games["end"][0])


def replayed(game, box, seed, game_id, lineup, rate=1.0):
    """Return the branches of a game as rows, worked out by hand: both games of every opportunity are played."""
    rows, main = [], Replay(game, box, seed, game_id, lineup)
    while main.state.end == 0:
        actions, acquired = main.choices()
        chosen, values = main.ask(actions)
        state, seat = main.state, int(main.state.actor)
        for wanted in dict.fromkeys(k for k in acquired if k >= 0):
            take = [i for i, k in enumerate(acquired) if k == wanted]
            other = [i for i, k in enumerate(acquired) if k != wanted]
            word = address(np.uint64(seed), game_id, BRANCH, seat, int(state.decision) * 256 + wanted)[0]
            if not other or uniform(np.uint64(word)) >= rate:
                continue
            ends = []
            for side in (take, other):
                one = main.clone()
                one.apply(actions[chosen] if chosen in side else actions[side][one.ask(actions[side])[0]])
                ends.append(one.finish(seat))
            taken = chosen in take
            heat = lineup[(seat - game_id) % len(lineup)].values[0]
            odds = round(1e6 * sum(values[take]) / sum(values)) if heat > 0 else 1_000_000 * taken
            about = (game_id, int(state.decision), int(state.turn), seat, (seat - game_id) % len(lineup))
            pairs = [value for pair in zip(*ends, strict=True) for value in pair]
            rows.append((*about, wanted, int(taken), odds, *pairs))
        main.apply(actions[chosen])
    return rows


@BOTH
def test_both_games_of_a_branch_are_played_as_by_hand(name, n_seats):
    """The game itself stands for one side of each branch, and the other is a clone's: neither may differ by a token."""
    game, box, lineup = table(name, n_seats)
    for game_id in (3, 4):
        found = branch(game, box, 5, game_id, 1, lineup, 1.0)
        expected = replayed(game, box, 5, game_id, lineup)
        assert len(expected) > 5
        assert [tuple(int(v) for v in row) for row in found.tolist()] == expected
        seats = play(game, box, 5, game_id, 1, lineup).seats
        for row in found:
            side = "take" if row["taken"] else "other"
            assert row[f"score_{side}"] == seats["score"][row["seat"]]
            assert row[f"share_{side}"] == seats["share"][row["seat"]]
        assert any(row["score_take"] != row["score_other"] for row in found)


def test_branches_are_the_same_in_any_batch_and_with_little_room(monkeypatch):
    """How many games a call plays, and how many rows it can hold, is the engine's business, not the result's."""
    game, box, lineup = table("quo_vadis", 4)
    whole = branch(game, box, 2, 10, 24, lineup, 0.5)
    assert len(whole) > 100
    for batch in (1, 7):
        assert np.array_equal(branch(game, box, 2, 10, 24, lineup, 0.5, batch=batch), whole)
    halves = [branch(game, box, 2, first, 12, lineup, 0.5) for first in (10, 22)]
    assert np.array_equal(np.concatenate(halves), whole)
    for room in (1, 20):
        monkeypatch.setattr(sim.branch, "BUFFER", room)
        assert np.array_equal(branch(game, box, 2, 10, 24, lineup, 0.5), whole)


@BOTH
def test_plain_python_branches_and_bans_as_compiled_code_does(name, n_seats):
    """A strategy of one's own may be plain Python; its values must be those of the same strategy compiled."""
    game, box, lineup = table(name, n_seats)
    plain = [interpreted(seated) for seated in lineup]
    assert np.array_equal(branch(game, box, 1, 5, 1, plain, 0.2), branch(game, box, 1, 5, 1, lineup, 0.2))
    one, other = (play_restricted(game, box, 1, 5, 1, each, game.items[-1]) for each in (plain, lineup))
    assert np.array_equal(one.seats, other.seats)
    assert np.array_equal(one.games, other.games)


def test_opportunities_are_sampled_at_the_rate_and_one_by_one():
    """A lower rate picks some of the same rows: which ones is decided by a number of their own. |z| < 4.5."""
    game, box, lineup = table("quo_vadis", 3)
    every = set(branch(game, box, 0, 0, 60, lineup, 1.0).tolist())
    some = set(branch(game, box, 0, 0, 60, lineup, 0.3).tolist())
    assert some < every
    assert abs(len(some) - 0.3 * len(every)) < 4.5 * np.sqrt(0.21 * len(every))
    assert not len(branch(game, box, 0, 0, 60, lineup, 0.0))


def test_a_card_without_effect_is_worth_exactly_nothing():
    """Both games share all chance: what the card does not change is not noise, it is equal."""
    rows = branch(CARDS, CARDS.make_box(4, {"gain": 0}), 1, 0, 500, cards_lineup(), 1.0)
    assert len(rows) == 4 * 500
    assert np.array_equal(rows["score_take"], rows["score_other"])
    assert np.array_equal(rows["share_take"], rows["share_other"])
    assert 0.3 < rows["taken"].mean() < 0.7


def test_a_planted_gain_is_found_to_the_point():
    """The card is worth three points, whatever else happens."""
    rows = branch(CARDS, CARDS.make_box(4, {"gain": 3}), 1, 0, 500, cards_lineup(), 1.0)
    assert set(rows["score_take"] - rows["score_other"]) == {3}
    assert (rows["share_take"] >= rows["share_other"]).all()
    assert rows["share_take"].sum() > rows["share_other"].sum()


def test_the_propensity_is_the_chance_with_which_the_strategy_takes():
    """Weighting by a wrong propensity is worse than none. Calibration in ten bins, |z| < 4.5 each."""
    box = CARDS.make_box(4, {"gain": 0})
    rows = branch(CARDS, box, 2, 0, 5000, cards_lineup(), 1.0)
    propensity = rows["propensity"] / 1e6
    for low in np.arange(0.0, 1.0, 0.1):
        there = (propensity >= low) & (propensity < low + 0.1)
        if there.sum() > 50:
            p = propensity[there]
            assert abs((rows["taken"][there] - p).sum()) < 4.5 * np.sqrt((p * (1 - p)).sum())
    one = replayed(CARDS, box, 2, 7, cards_lineup())[0]
    lead = np.log(one[7] / (1e6 - one[7]))
    assert one[7] == round(1e6 / (1 + exp(-lead)))
    steady = branch(CARDS, box, 2, 0, 50, cards_lineup(0.0), 1.0)
    assert np.array_equal(steady["propensity"], 1_000_000 * steady["taken"].astype(int))


@BOTH
def test_what_an_action_is_said_to_acquire_is_acquired(name, n_seats):
    """The item is the token that the mover then owns: a value of something else would be told under its name."""
    game, box, lineup = table(name, n_seats)
    names = {row["key"]: row["points"] for row in game.item_rows(box[0])}
    checked = 0
    for game_id in range(6):
        main = Replay(game, box, 8, game_id, lineup)
        while main.state.end == 0:
            actions, acquired = main.choices()
            chosen, _ = main.ask(actions)
            seat, before = int(main.state.actor), int(main.state.from_paths[int(main.state.actor)])
            turn = int(main.state.turn)
            main.apply(actions[chosen])
            if acquired[chosen] < 0:
                continue
            while main.state.end == 0 and main.state.turn == turn and int(main.state.from_paths[seat]) == before:
                more, _ = main.choices()
                go = [i for i in range(len(more)) if more[i]["kind"] == 10]  # Zoo Vadis: no more abilities
                main.apply(more[go[0]])
            gained = int(main.state.from_paths[seat]) - before
            assert gained == names[game.items[acquired[chosen]]]
            checked += 1
    assert checked > 30


def test_who_may_not_take_an_item_takes_none_and_others_do():
    """The ban is on strategy 0, in whatever seat it sits, and on nobody else."""
    box, lineup = CARDS.make_box(4, {}), cards_lineup()
    barred = play_restricted(CARDS, box, 3, 0, 200, lineup, "card")
    own = barred.seats["strategy"] == 0
    assert not barred.seats["got_card"][own].any()
    assert barred.seats["got_card"][~own].mean() > 0.3
    assert np.array_equal(play_restricted(CARDS, box, 3, 0, 200, lineup, "card", batch=9).seats, barred.seats)


def test_a_strategy_that_fails_in_a_branch_is_named():
    """A branch asks for what the strategy would not do by itself; a fault there must not pass for a result."""

    def act(view, box, actions, weights, values):
        if len(actions) == 1 and view.turn // 4 == 2:
            raise ValueError("but I wanted the other")
        return 0

    lineup = [interpreted(seated) for seated in cards_lineup(0.0)]
    bad = [replace(seated, strategy=replace(seated.strategy, functions={"act": act})) for seated in lineup]
    assert not play(CARDS, CARDS.make_box(4, {}), 0, 0, 3, bad).faults
    with pytest.raises(FailedGames, match=r"(?s)'leader'.*game 0, turn 8.*wanted the other.*in a branch"):
        branch(CARDS, CARDS.make_box(4, {}), 0, 0, 3, bad, 1.0)


def test_a_game_that_a_strategy_stops_has_no_branches():
    """It has no outcome to compare with."""

    def act(view, box, actions, weights, values):
        return 9 if view.turn == 15 and int(view.noise_key) % 2 else 0

    lineup = [interpreted(seated) for seated in cards_lineup(0.0)]
    bad = [replace(seated, strategy=replace(seated.strategy, functions={"act": act})) for seated in lineup]
    played = play(CARDS, CARDS.make_box(4, {}), 0, 0, 20, bad)
    failed = {fault.game_id for fault in played.faults}
    assert 0 < len(failed) < 20
    rows = branch(CARDS, CARDS.make_box(4, {}), 0, 0, 20, bad, 1.0)
    assert set(rows["game_id"]) == set(range(20)) - failed


def test_a_game_without_items_cannot_be_branched():
    """An empty table would look as if there had been no opportunities."""
    game = replace(CARDS, items=(), item=None)
    with pytest.raises(BadInput, match="Cards names no items"):
        branch(game, game.make_box(4, {}), 0, 0, 1, cards_lineup(), 1.0)
    with pytest.raises(BadInput, match=r"No item 'cart'.*Did you mean 'card'"):
        play_restricted(CARDS, CARDS.make_box(4, {}), 0, 0, 1, cards_lineup(), "cart")
