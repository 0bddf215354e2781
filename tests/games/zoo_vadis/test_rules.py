"""What RULES.md says beyond the rulebook's own words: data, rulings and negotiation, one rule at a time."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from sim.errors import BadInput
from sim.games.zoo_vadis import state as S
from sim.games.zoo_vadis.state import PEACOCK
from tests.games.recorder import records
from tests.games.zoo_vadis.play import (
    ACCEPT,
    END,
    GAME,
    GO,
    HYENA,
    PASS,
    REFUSE,
    TIGER,
    Table,
    boxes,
    classic,
    terms,
    votes,
)
from tests.games.zoo_vadis.tables import SPECIES, board, species

ALL_SEATS = (3, 4, 5, 6, 7)


# Material and setup


@pytest.mark.parametrize("n_seats", ALL_SEATS)
def test_boards_fit_the_structure_that_the_rulebook_implies(n_seats: int) -> None:
    """[ZV 1.2, 1.3] Four bottom exhibits, ten laurel spaces, tunnels that the combinations of abilities need."""
    on = board(n_seats, {})
    assert len(on.entries) == 4
    assert set(on.sizes) == ({1, 3, 5} if n_seats <= 5 else {1, 3, 5, 7})
    assert on.star == (5 if n_seats <= 5 else 7)
    laurels = [way for way in on.paths if way.laurel]
    assert len(laurels) == 10
    assert {on.sizes[way.lower] for way in laurels} == set(on.sizes) - {1}
    tunnels = [way for way in on.paths if way.tunnel]
    ends = [on.sizes[way.upper] for way in tunnels if way.upper is not None]
    assert len(tunnels) == len(ends) == 4  # none into the Star Exhibit
    assert min(on.sizes[way.lower] for way in tunnels) > 1  # a majority matters only there
    assert min(ends) == 1  # "Crocodile's ability ... can be combined with this ability"
    assert max(ends) > 1  # "Armadillo's ability can also be combined with Rhino's ability"
    assert on.paths[on.keeper].upper is None


@pytest.mark.parametrize("n_seats", [2, 8])
def test_other_numbers_of_seats_are_refused(n_seats: int) -> None:
    """[ZV 1.1] 3 to 7 seats."""
    with pytest.raises(BadInput, match="3 to 7"):
        GAME.make_box(n_seats, {})


def test_peacocks_stand_on_spaces_for_the_number_of_seats() -> None:
    """[ZV 1.5] With three seats all six; the more seats, the fewer, and each on a space that fewer seats use too."""
    standing = {n_seats: Counter(dict(enumerate(board(n_seats, {}).peacocks))) for n_seats in ALL_SEATS}
    assert standing[3].total() == 6
    for more, fewer in ((4, 3), (5, 4), (7, 6)):
        assert standing[more] <= standing[fewer]
    for n_seats in ALL_SEATS:
        on = board(n_seats, {})
        assert all(n == 0 or 1 < on.sizes[body] >= n for body, n in standing[n_seats].items())
        box = boxes(n_seats, {})[0]
        assert box["peacocks"][: len(on.sizes)].tolist() == list(on.peacocks)


def starts(n_seats: int, settings: dict[str, object], games: int) -> Counter[int]:
    """Return how often each seat begins."""
    box = records(boxes(n_seats, settings))[0]
    chances, states = records(np.zeros(1, GAME.CHANCE)), records(np.zeros(1, GAME.STATE))
    begun: Counter[int] = Counter()
    for game_id in range(games):
        GAME.deal(box, n_seats, np.uint64(3), game_id, chances[0], states[0])
        assert states[0].start == states[0].active == states[0].actor
        begun[int(states[0].start)] += 1
    return begun


def test_seat_0_begins_unless_the_start_is_drawn() -> None:
    """[ZV 1.7] Drawn evenly: 500 games, 4.5 standard errors."""
    assert starts(5, {}, 50) == {0: 50}
    drawn = starts(5, {"setup.start_seat": "random"}, 500)
    assert all(abs(drawn[seat] - 100) < 4.5 * (500 * 0.2 * 0.8) ** 0.5 for seat in range(5))


def test_species_are_scheduled_or_fixed_and_never_twice_at_a_table() -> None:
    """[ZV 1.8] A table of species stays for a full rotation of the strategies."""
    for game_id in (0, 3, 4, 200, 12_345):
        table = species(4, {}, game_id)
        states = records(np.zeros(1, GAME.STATE))
        GAME.deal(records(boxes(4, {}))[0], 4, np.uint64(0), game_id, records(np.zeros(1, GAME.CHANCE))[0], states[0])
        assert states[0].species[:4].tolist() == table
        assert len(set(table)) == 4
    assert species(4, {}, 0) == species(4, {}, 3) != species(4, {}, 4)
    assert Table("Tiger", "Ibis", "Rhino").state.species[:3].tolist() == [S.TIGER, S.IBIS, S.RHINO]
    with pytest.raises(BadInput, match="cannot both play Ibis"):
        GAME.make_box(3, {"setup.species": "fixed", "species.0": "Ibis", "species.1": "Tiger", "species.2": "Ibis"})


# The turn


def test_each_of_the_four_actions_is_the_whole_turn() -> None:
    """[ZV 2.1] "On your turn, you must take one action"."""

    def ready() -> Table:
        table = classic()
        table.set("west pond", 0)
        table.set("savanna", PEACOCK)
        return table

    table = ready()
    assert table.kinds() == {S.ADD, S.ADVANCE, S.PEACOCK_ON, S.KEEPER}
    actions = (
        table.add("grove"),
        table.advance("west pond -> west nook"),
        table.peacock("savanna -> middle nook"),
        table.keeper("grove -> east meadow"),
    )
    for action in actions:
        table = ready()
        table.do(action)
        assert (table.state.turn, table.state.active, table.state.step) == (1, 1, 0)


def test_turn_passes_only_where_nothing_is_legal() -> None:
    """[ZV 2.2] No voluntary pass."""
    table = classic()
    assert PASS not in table.legal()
    table.state.supply[0] = 0
    table.lay_everywhere(None)
    table.lay("great hall -> Star", "V")  # the Keeper stands there: no other token
    assert table.legal() == [PASS]
    table.do(PASS)
    assert (table.state.active, table.state.turn) == (1, 1)


def test_game_is_truncated_at_the_turn_cap() -> None:
    """[ZV 2.3] Nobody wins."""
    table = classic(**{"engine.turn_cap": 2})
    table.do(table.add("grove"))
    assert table.state.end == S.RUNNING
    table.do(table.add("grove"))
    game, seats = table.results()
    assert (table.state.end, game.end, game.winner, game.turns) == (S.TRUNCATED, 2, S.NONE, 2)
    assert seats["share"].tolist() == seats["rank"].tolist() == [0, 0, 0]


# Tokens


def test_space_stays_empty_when_the_bag_is_empty() -> None:
    """[ZV 4.6, 6.1, 8.7] Who passes takes nothing; neither the Keeper nor Marmoset finds anything there."""
    table = Table("Crocodile", "Marmoset", "Ibis")
    table.set("grove", 0, 0, 0)
    table.empty_bag()
    table.do(table.advance("grove -> east meadow"), GO)
    assert table.lying("grove -> east meadow") is None
    assert table.keeper("grove -> east meadow") not in table.legal()
    table.turn_of(0)
    tokens = table.tokens(0)
    table.do(table.advance("grove -> east meadow"))
    assert table.here("east meadow") == [2, 0, 0, 0]  # moved at once: there was nothing to exchange by Marmoset
    assert table.tokens(0) == tokens


def test_keeper_stays_upon_an_empty_space() -> None:
    """[ZV 4.4, 4.6, 8.6] Tiger took the last token under him: the path stays free, and Tiger has nothing to take."""
    table = Table("Crocodile", "Tiger", "Ibis")
    table.set("great hall", 0, 0)
    table.empty_bag()
    table.do(table.advance("great hall -> Star"), TIGER)
    table.lend()
    assert table.lying("great hall -> Star") is None
    table.turn_of(0)
    table.do(table.advance("great hall -> Star"))
    assert table.star() == [0, 0]


def test_token_on_the_way_can_pay_for_the_way() -> None:
    """[ZV 8.5, 9.5] Payments come after the token was taken."""
    table = classic()
    table.set("savanna", 0, 0, 1)
    table.strip(0)
    table.lay("savanna -> middle nook", "III")
    table.do(table.advance("savanna -> middle nook"), terms(price=3), votes(0, 1, 0))
    assert (table.tokens(0), table.tokens(1)) == ({}, {"I": 3, "III": 1})


def test_ones_go_to_votes_before_tiles() -> None:
    """[ZV 5.1, 8.1, 8.5] When only one is left."""
    table = Table("Armadillo", "Crocodile", "Rhino")
    table.set("savanna", 0, 0, 1)
    table.state.ones = 1
    table.do(table.advance("savanna -> west meadow"), table.rhino(1))
    table.lend()
    table.do(terms(), votes(0, 1, 0))
    assert (table.tokens(1), table.tokens(2)) == ({"I": 3}, {"I": 2})


def test_i_for_a_peacock_comes_before_those_of_tiles_and_may_pay_for_them() -> None:
    """[ZV 7.1, 8.5] The mover's "I" is there when the price is paid."""
    table = Table("Crocodile", "Rhino", "Ibis")
    table.set("savanna", PEACOCK, 0)
    table.strip(0)
    table.state.ones = 1
    table.do(table.peacock("savanna -> west meadow"), table.rhino(0))
    table.lend(price=1)
    assert (table.tokens(0), table.tokens(1)) == ({}, {"I": 3})


def test_bonuses_and_hyena_come_in_any_order_at_the_end_of_the_turn() -> None:
    """[ZV 6.3, 7.2, 8.4, 8.5] Each once, each optional."""
    table = Table("Crocodile", "Hyena", "Ibis")
    table.set("grove", 0, 0)
    table.set("savanna", PEACOCK, PEACOCK)
    table.lay("grove -> east meadow", "II_keeper")
    table.do(table.advance("grove -> east meadow"))
    table.state.peacock_bonus = 1
    assert table.kinds() == {S.END_TURN, S.KEEPER, S.PEACOCK_ON, S.USE_HYENA}
    table.do(table.peacock("savanna -> west meadow"))
    assert table.kinds() == {S.END_TURN, S.KEEPER, S.USE_HYENA}
    table.do(HYENA)
    table.lend()
    table.do(table.keeper("savanna -> west meadow"))
    assert table.kinds() == {S.END_TURN, S.KEEPER, S.USE_HYENA}
    table.do(table.keeper("grove -> grove nook"))
    assert table.kinds() == {S.END_TURN, S.USE_HYENA}
    table.do(END)
    assert table.state.active == 1


def test_two_special_tokens_in_a_turn_bring_two_bonuses() -> None:
    """[ZV 6.3] Possible where one-space exhibits have laurels above them; the boards as printed bring one at most."""
    sizes = {f"board_3_5.{body}.size": 1 for body in ("savanna", "west_meadow")}
    table = Table("Armadillo", "Crocodile", "Ibis", settings=sizes)
    for path in ("savanna -> west meadow", "west meadow -> west terrace"):
        table.lay(path, "II_keeper")
    table.draw_next("III", "III")
    table.do(table.add("savanna"), table.on("savanna -> west meadow", 0))
    table.lend()
    table.do(table.on("west meadow -> west terrace", 0))
    table.lend()
    assert table.tokens(0) == {"I": 2, "II_keeper": 2}
    table.do(table.keeper("grove -> grove nook"))
    assert table.kinds() == {S.END_TURN, S.KEEPER}
    table.do(table.keeper("grove -> east meadow"))
    assert table.state.active == 1


def test_only_the_active_players_own_animal_collects() -> None:
    """[ZV 7.1, 8.10, 8.11] Not a peacock, and not another's piece that Crocodile moves on over a laurel."""
    sizes = {"board_3_5.west_meadow.size": 1}
    table = Table("Armadillo", "Crocodile", "Rhino", "Ibis", settings=sizes)
    table.set("savanna", 0, 0, 0, 1)
    drawn = table.state.drawn
    table.do(table.advance("savanna -> west meadow"), table.rhino(1))
    table.lend()
    table.lend()  # Ibis
    table.do(table.on("west meadow -> west terrace", 1))
    table.lend()
    table.do(GO)
    assert table.here("west terrace") == [0, 1, 0, 0, 0]
    assert table.state.drawn == drawn + 1
    assert table.tokens(1)["I"] == 2  # nothing but the start: Crocodile's tile shows none


# Negotiation


def test_posted_terms_are_named_without_knowing_the_others() -> None:
    """[ZV 9.3] Until everybody has answered."""
    table = classic(4)
    table.set("savanna", 0, 1, 2, 3)
    table.do(table.advance("savanna -> middle nook"), terms(price=2, promise=1))
    assert (table.state.actor, table.view(2).price[1], table.view(2).promise[1]) == (2, S.NONE, 0)
    table.do(terms(), terms())
    assert table.state.phase == S.DEAL
    assert table.view(0).price[:4].tolist() == [S.NONE, 2, 0, 0]


def test_offer_lets_the_mover_name_the_terms() -> None:
    """[ZV 9.3] Owners accept or refuse, for votes as for abilities; the mover may still take it or not."""
    table = Table("Crocodile", "Hyena", "Ibis", settings={"negotiation.protocol": "offer"})
    table.set("savanna", 0, 0, 1)
    table.do(HYENA)
    assert (table.state.phase, table.state.actor) == (S.OFFER, 0)
    table.do(terms(price=1))
    assert (table.state.actor, table.legal()) == (1, [REFUSE, terms(price=1)])
    table.do(terms(price=1), ACCEPT, PASS)
    assert table.tokens(1) == {"I": 5}

    table.do(table.advance("savanna -> middle nook"), terms(promise=1))
    assert (table.state.actor, table.legal()) == (1, [REFUSE, terms(promise=1)])
    table.do(terms(promise=1), votes(0, 1, 0))
    assert table.state.owed[0, 1] == 1


@pytest.mark.parametrize("wanted", ["votes", "ability"])
def test_mover_may_make_no_offer(wanted: str) -> None:
    """[ZV 9.3, 9.6] Then it is as if it had been refused."""
    table = Table("Crocodile", "Hyena", "Ibis", settings={"negotiation.protocol": "offer"})
    table.set("savanna", 0, 0, 1)
    action = HYENA if wanted == "ability" else table.advance("savanna -> middle nook")
    table.do(action, REFUSE)
    assert (table.state.phase, table.state.active) == (S.MAIN, 0)
    assert action not in table.legal()


def test_without_deals_there_are_own_votes_bribes_and_the_keeper() -> None:
    """[ZV 9.3] No votes of others, no abilities."""
    table = Table(*SPECIES, settings={"negotiation.protocol": "none"})
    table.set("west grove", 0, 1)
    table.set("east meadow", 0, 0, PEACOCK)
    table.set("great hall", 0)
    table.give(0, "II")
    moves = {action for action in table.legal() if action[0] == S.ADVANCE}
    ways = ("east meadow -> middle nook", "east meadow -> east nook", "great hall -> Star")
    assert moves == set(map(table.advance, ways))
    assert S.USE_HYENA not in table.kinds()
    table.do(table.advance("east meadow -> middle nook"), votes(*[0] * 7, bribes=1))
    assert table.here("middle nook")[0] == 1
    assert table.state.n_asked[0] == 0  # nobody was asked


def test_nothing_is_used_or_paid_for_a_move_that_fails() -> None:
    """[ZV 9.4] Abilities are settled first, then votes; all of it counts only if the move takes place."""
    table = Table("Crocodile", "Marmoset", "Ibis")
    table.set("savanna", 0, 0, 2)
    table.do(table.advance("savanna -> west meadow"), table.marmoset("grove -> east meadow"))
    table.lend(price=1, promise=1)
    table.do(REFUSE)
    assert (table.tokens(0), table.tokens(1)) == ({"I": 2}, {"I": 2})
    assert table.tiles("Marmoset") == (2, 0)
    assert not table.state.owed.any()


def test_promise_for_an_ability_is_one_vote_and_for_votes_one_each() -> None:
    """[ZV 9.1, 9.7] Both stand in the ledger, and are kept by voting for nothing."""
    table = Table("Armadillo", "Rhino", "Crocodile")
    table.set("savanna", 0, 2, 2)
    table.do(table.advance("savanna -> west meadow"), table.rhino(2))
    table.lend(promise=1)
    table.do(terms(promise=1), votes(0, 0, 2))
    assert table.state.owed[0, :3].tolist() == [0, 1, 2]
    table.set("savanna", 0, 0, 2)
    table.turn_of(2)
    table.do(table.advance("savanna -> middle nook"), terms(), votes(1, 0, 0))
    assert table.state.owed[0, 2] == 1
    assert table.state.kept[0, 2] == 1


def test_what_cannot_be_paid_cannot_be_agreed() -> None:
    """[ZV 9.5] Neither an ability nor a coalition; all that is agreed for a move counts together."""
    table = Table("Crocodile", "Hyena", "Ibis")
    table.do(HYENA, terms(price=3))
    assert table.legal() == [REFUSE]

    table = Table("Armadillo", "Rhino", "Crocodile")
    table.set("savanna", 0, 0, 2)
    table.lay("savanna -> west meadow", None)
    table.do(table.advance("savanna -> west meadow"), table.rhino(2))
    table.lend(price=2)
    table.do(terms(price=1))
    assert (table.state.phase, table.state.active) == (S.MAIN, 0)  # two "I" for Rhino, and nothing left for the vote


# Hidden information


@pytest.mark.parametrize("information", ["tracked", "hidden"])
def test_tokens_are_behind_screens(information: str) -> None:
    """[ZV 9.8] One's own are known; of the others the total at most, and nothing that would give it away."""
    table = classic(**{"information.laurels": information})
    table.give(1, "V", "IV")
    view = table.view(0)
    assert view.purse[0].tolist() == table.state.purse[0].tolist()
    assert (view.purse[1:3] == S.NONE).all()
    assert view.laurels[0] == 2
    assert view.laurels[1] == (11 if information == "tracked" else S.NONE)
    totals = ("from_paths", "from_votes", "from_tiles", "from_peacocks", "paid", "received", "fees")
    for name in totals:
        assert (view[name][1] == S.NONE) == (information == "hidden")
    assert (view.taken[1] == S.NONE).all() == (information == "hidden")
    assert view.ones == table.state.ones
    assert view.ready[1] == 0


def test_every_rule_is_cited_by_a_test() -> None:
    """A rule that no test names is a rule that may be lost; a test that cites no rule of RULES.md is out of date."""
    rules = (files("sim.games.zoo_vadis") / "RULES.md").read_text(encoding="utf-8")
    numbered = set(re.findall(r"^- \*\*(\d+\.\d+)", rules, re.MULTILINE))
    cited = {
        rule
        for path in Path(__file__).parent.glob("test_*.py")
        for group in re.findall(r"\[ZV ([\d., ]+)\]", path.read_text(encoding="utf-8"))
        for rule in re.findall(r"\d+\.\d+", group)
    }
    assert cited == numbered
