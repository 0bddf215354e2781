"""The rulebook's examples and clarifications, in its order: states made by hand, judged by its sentences."""

from __future__ import annotations

from collections import Counter

import pytest

from sim.games.zoo_vadis import state as S
from sim.games.zoo_vadis.state import PEACOCK
from tests.games.zoo_vadis.play import ACCEPT, END, GAME, GO, HYENA, PASS, REFUSE, TIGER, Table, classic, terms, votes
from tests.games.zoo_vadis.tables import SPECIES

# Components and setup


@pytest.mark.parametrize("n_seats", [3, 4, 5, 6, 7])
def test_setup_is_as_printed(n_seats: int) -> None:
    """[ZV 1.1, 1.4, 1.6] Six animals, two tiles and two "I" each, ten tokens lying, the Keeper below the Star."""
    table = Table(*SPECIES[:n_seats])
    state = table.state
    assert state.supply[:n_seats].tolist() == [6] * n_seats
    assert state.ready[:n_seats].tolist() == [2] * n_seats
    assert [table.tokens(seat) for seat in range(n_seats)] == [{"I": 2}] * n_seats
    assert state.ones == 60 - 2 * n_seats
    lying = Counter(
        table.lying(path) for path, laurel in zip(table.paths, table.box.has_laurel, strict=False) if laurel
    )
    assert None not in lying
    assert "I" not in lying
    assert lying.total() == state.drawn == 10
    keeper = list(table.paths)[state.keeper]
    assert keeper == "great hall -> Star"
    assert table.lying(keeper) is not None


# Add an animal to the zoo


def test_animal_is_added_to_any_open_space_of_the_four_bottom_exhibits() -> None:
    """[ZV 3.1] "Take an animal from your supply and place it on any open space in one of the four exhibits"."""
    table = classic()
    table.set("west pond", 1)
    adds = {action for action in table.legal() if action[0] == S.ADD}
    assert adds == {table.add("savanna"), table.add("east pond"), table.add("grove")}
    table.do(table.add("grove"))
    assert table.here("grove") == [1, 0, 0, 0]
    assert table.state.supply[0] == 5
    assert table.state.active == 1


def test_adding_is_no_option_when_all_four_bottom_exhibits_are_full_or_the_supply_is_empty() -> None:
    """[ZV 3.1] "You cannot select this action if all of the four exhibits at the bottom ... are already full"."""
    table = classic()
    table.set("west pond", 1)
    table.set("savanna", 1, 1, 2, 2, 2)
    table.set("east pond", 1)
    table.set("grove", 1, 2, 2)
    assert S.ADD not in table.kinds()
    empty = classic()
    empty.state.supply[0] = 0
    assert S.ADD not in empty.kinds()


# Voting


@pytest.mark.parametrize(("body", "path", "need"), [
    ("west pond", "west pond -> west nook", 1),
    ("grove", "grove -> grove nook", 2),
    ("savanna", "savanna -> middle nook", 3),
])  # fmt: skip
def test_votes_follow_the_spaces_of_the_exhibit_not_the_animals_in_it(body: str, path: str, need: int) -> None:
    """[ZV 4.2] 1, 2 and 3 votes for 1, 3 and 5 spaces, of which each own animal there gives one."""
    for own in range(1, need + 1):
        table = classic()
        table.set(body, *[0] * own)
        assert (table.advance(path) in table.legal()) == (own == need)


def test_seven_space_exhibit_takes_four_votes() -> None:
    """[ZV 4.2] "four votes are required to leave a seven-space exhibit"."""
    for own in range(1, 5):
        table = classic(6)
        table.set("savanna", *[0] * own)
        assert (table.advance("savanna -> middle nook") in table.legal()) == (own == 4)


def test_example_of_the_five_space_exhibit() -> None:
    """[ZV 4.2, 4.3] Two own animals and another player's one: three votes are needed, so the other must support."""
    table = classic()
    table.set("savanna", 0, 0, 1)
    table.do(table.advance("savanna -> middle nook"))
    assert (table.state.phase, table.state.actor, table.state.need) == (S.ASK, 1, 1)
    table.do(REFUSE)
    assert table.here("savanna") == [2, 1, 0, 0]  # "Otherwise, your animal may not move from this area."

    table = classic()
    table.set("savanna", 0, 0, 1)
    table.do(table.advance("savanna -> middle nook"), terms(), votes(0, 1, 0))
    assert table.here("middle nook") == [1, 0, 0, 0]


def test_who_gets_no_majority_may_try_another_exhibit_or_another_action() -> None:
    """[ZV 9.6] The action is not used up; the same way out is closed for the turn."""
    table = classic()
    table.set("savanna", 0, 0, 1)
    table.set("grove", 0, 1)
    table.do(table.advance("savanna -> middle nook"), REFUSE)
    assert table.state.active == 0
    assert table.advance("savanna -> middle nook") not in table.legal()
    assert {S.ADD, S.KEEPER} <= table.kinds()
    table.do(table.advance("grove -> grove nook"), terms(), votes(0, 1, 0))
    assert table.here("grove nook") == [1, 0, 0, 0]


# Making deals


def test_example_of_a_deal() -> None:
    """[ZV 9.1, 9.2] Two laurels right away and a promised vote: the laurels change hands, the promise is noted."""
    table = classic()
    table.set("savanna", 0, 0, 1)
    table.lay("savanna -> middle nook", "V")
    table.do(table.advance("savanna -> middle nook"), terms(price=2, promise=1), votes(0, 1, 0))
    assert table.tokens(0) == {"V": 1}
    assert table.tokens(1) == {"I": 5}  # 2, the price of 2, and 1 for the vote
    assert table.state.owed[0, 1] == 1


@pytest.mark.parametrize("kept", [True, False])
def test_later_promise_may_be_kept_or_broken(kept: bool) -> None:
    """[ZV 9.2, 9.7] "The promise to give a supporting vote at a later time may be broken"."""
    table = classic()
    table.set("savanna", 1, 1, 0)
    table.state.owed[0, 1] = 1
    table.turn_of(1)
    table.do(table.advance("savanna -> middle nook"), terms() if kept else terms(price=3))
    assert table.state.owed[0, 1] == (1 if kept else 0)
    if kept:
        table.do(votes(1, 0, 0))
    assert (table.state.owed[0, 1], table.state.kept[0, 1], table.state.broken[0, 1]) == (0, kept, not kept)


def test_nobody_is_forced_to_negotiate() -> None:
    """[ZV 9.3] Every owner may refuse, and the mover may leave what is on offer."""
    table = classic()
    table.set("savanna", 0, 0, 1, 2)
    table.do(table.advance("savanna -> middle nook"))
    assert REFUSE in table.legal()
    table.do(REFUSE, terms(), REFUSE)
    assert (table.state.active, table.state.acted) == (0, 0)


# Bribing peacocks


def test_two_ones_do_not_suffice_for_a_peacock() -> None:
    """[ZV 5.5] "giving up two "I" laurel tokens does not suffice!"."""
    table = classic()
    table.set("grove", 0, PEACOCK)
    assert table.tokens(0) == {"I": 2}
    assert table.advance("grove -> grove nook") not in table.legal()


def test_bribe_is_a_token_of_two_or_more_and_goes_into_the_box() -> None:
    """[ZV 5.5] The least valuable that will do; it earns nobody an "I"."""
    table = classic()
    table.set("grove", 0, PEACOCK)
    table.give(0, "IV", "III", "V")
    table.lay("grove -> grove nook", "II")
    ones = table.state.ones
    table.do(table.advance("grove -> grove nook"), votes(0, 0, 0, bribes=1))
    assert table.tokens(0) == {"I": 2, "II": 1, "IV": 1, "V": 1}
    assert table.state.boxed.tolist() == [0, 0, 0, 0, 0, 1, 0, 0, 0, 0]
    assert table.state.ones == ones
    assert table.here("grove") == [0, 0, 0, 1]


def test_token_on_the_path_cannot_pay_the_bribe_for_the_way() -> None:
    """[ZV 5.5] Votes come before the advance, and so do bribes."""
    table = classic()
    table.set("grove", 0, PEACOCK)
    table.lay("grove -> grove nook", "V")
    assert table.advance("grove -> grove nook") not in table.legal()


def test_several_peacocks_of_an_exhibit_may_be_bribed() -> None:
    """[ZV 5.5] "You are allowed to bribe more than one peacock in the same exhibit"."""
    table = classic()
    table.set("savanna", 0, PEACOCK, PEACOCK)
    table.give(0, "II")
    assert table.advance("savanna -> middle nook") not in table.legal()
    table.give(0, "II_keeper")
    table.do(table.advance("savanna -> middle nook"), votes(0, 0, 0, bribes=2))
    assert table.here("middle nook") == [1, 0, 0, 0]
    assert table.state.boxed.sum() == 2


def test_players_and_peacocks_may_share_in_a_majority() -> None:
    """[ZV 4.3] The mover chooses whose votes count."""
    table = classic()
    table.set("savanna", 0, 1, 1, PEACOCK)
    table.give(0, "II")
    table.do(table.advance("savanna -> middle nook"), terms())
    assert set(table.legal()) == {REFUSE, votes(0, 2, 0), votes(0, 1, 0, bribes=1)}


# Advancement rules


def test_only_ones_own_animals_advance_and_only_up_a_path_to_the_next_exhibit() -> None:
    """[ZV 4.1] Not others' animals, not backwards, not through tunnels, not past an exhibit."""
    table = classic()
    table.set("west meadow", 0, 0, 1)
    table.set("grove", 1, 1)
    moves = [action for action in table.legal() if action[0] == S.ADVANCE]
    assert moves == [table.advance("west meadow -> west terrace")]


def test_full_exhibit_cannot_be_entered() -> None:
    """[ZV 4.1] "This will happen when all of the exhibits above your animals are full"."""
    table = classic()
    table.set("west meadow", 0, 0)
    table.set("west terrace", 1, 1)
    assert table.advance("west meadow -> west terrace") in table.legal()
    table.set("west terrace", PEACOCK)
    assert S.ADVANCE not in table.kinds()


def test_animal_may_take_any_path_leading_up() -> None:
    """[ZV 4.1] "regardless of which space the animal occupies"."""
    table = classic()
    table.set("grove", 0, 0)
    moves = {action for action in table.legal() if action[0] == S.ADVANCE}
    assert moves == {table.advance("grove -> east meadow"), table.advance("grove -> grove nook")}


def test_spaces_of_the_star_exhibit_are_filled_in_order() -> None:
    """[ZV 4.7] The first to arrive takes space 1."""
    table = classic()
    table.set("west terrace", 0, 0)
    table.set("east terrace", 1, 1)
    table.do(table.advance("west terrace -> Star"), table.advance("east terrace -> Star"))
    assert table.star() == [0, 1]
    assert table.state.arrival[:3].tolist() == [0, 1, S.FAR]


# Collecting laurels


def test_token_on_the_path_is_collected_and_replaced_from_the_bag() -> None:
    """[ZV 4.5] Behind the screen it goes; the new one lies face-up."""
    table = classic()
    table.set("grove", 0, 0)
    table.lay("grove -> east meadow", "IV")
    table.draw_next("V")
    table.do(table.advance("grove -> east meadow"))
    assert table.tokens(0) == {"I": 2, "IV": 1}
    assert table.lying("grove -> east meadow") == "V"


def test_one_space_exhibits_have_no_laurels_on_their_ways_out() -> None:
    """[ZV 1.3, 4.5] On both sides of the board laurels lie on the paths out of bigger exhibits only."""
    for n_seats in (5, 6):
        box = classic(n_seats).box
        for path in range(box.n_paths):
            if box.spaces[box.path_from[path]] == 1 or box.tunnel[path]:
                assert not box.has_laurel[path]


def test_each_needed_vote_of_others_earns_an_i() -> None:
    """[ZV 5.1] One token for each vote, not for each player, besides what was agreed."""
    table = classic()
    table.set("savanna", 0, 1, 1)
    table.do(table.advance("savanna -> middle nook"), terms(), votes(0, 2, 0))
    assert table.tokens(1) == {"I": 4}
    assert table.state.ones == 52


def test_only_the_votes_needed_are_paid_and_the_mover_decides_whose() -> None:
    """[ZV 5.2] "the player who moved the animal gets to decide who receives them"."""
    table = classic()
    table.set("savanna", 0, 0, 1, 2)
    table.do(table.advance("savanna -> middle nook"), terms(), terms())
    assert set(table.legal()) == {REFUSE, votes(0, 1, 0), votes(0, 0, 1)}
    table.do(votes(0, 0, 1))
    assert [table.tokens(seat) for seat in (1, 2)] == [{"I": 2}, {"I": 3}]


def test_votes_earn_an_i_only_while_supplies_last() -> None:
    """[ZV 5.1, 5.3] The mover says who is served first; nobody is owed the rest."""
    table = classic(4)
    table.set("savanna", 0, 1, 2)
    table.state.ones = 1
    table.do(table.advance("savanna -> middle nook"), terms(), terms())
    assert set(table.legal()) == {REFUSE, votes(0, 1, 1, 0, first=1), votes(0, 1, 1, 0, first=2)}
    table.do(votes(0, 1, 1, 0, first=2))
    assert [table.tokens(seat) for seat in (1, 2)] == [{"I": 2}, {"I": 3}]
    assert table.state.ones == 0


def test_supply_gives_no_change_but_players_do() -> None:
    """[ZV 5.4, 9.5] "But you can try to negotiate with other players and make change using their tokens"."""
    table = classic()
    table.set("savanna", 0, 0, 1)
    table.strip(0, 1)
    table.lay("savanna -> middle nook", "III")
    table.do(table.advance("savanna -> middle nook"), terms(price=1), votes(0, 1, 0))
    assert [table.tokens(seat) for seat in (0, 1)] == [{"I": 1}, {"III": 1}]  # a III for 1, and the I of the vote back

    table = classic()
    table.set("savanna", 0, 0, 1)
    table.strip(0, 1)
    table.state.ones = 0
    table.lay("savanna -> middle nook", "III")
    table.do(table.advance("savanna -> middle nook"), terms(price=1), votes(0, 1, 0, first=1))
    assert [table.tokens(seat) for seat in (0, 1)] == [{}, {"III": 1}]


# Advance a peacock


def test_peacock_advances_without_votes_and_without_a_token_and_earns_an_i() -> None:
    """[ZV 7.1] "each time you advance a peacock, you get a "I" laurel token from the supply"."""
    table = classic()
    table.set("savanna", PEACOCK, 1, 1)
    lying = table.lying("savanna -> middle nook")
    table.do(table.peacock("savanna -> middle nook"))
    assert table.here("middle nook") == [0, 0, 0, 1]
    assert table.tokens(0) == {"I": 3}
    assert table.lying("savanna -> middle nook") == lying
    assert table.state.active == 1


def test_peacock_needs_an_empty_space_and_a_path() -> None:
    """[ZV 7.1] "There must still be an empty space"; tunnels are not for it either."""
    table = classic()
    table.set("savanna", PEACOCK)
    table.set("middle nook", 1)
    moves = [action for action in table.legal() if action[0] == S.PEACOCK_ON]
    assert moves == [table.peacock("savanna -> west meadow")]


def test_peacock_in_the_star_exhibit_may_end_the_game() -> None:
    """[ZV 7.1, 10.1] "possibly blocking out other players, and this may even trigger the game end"."""
    table = classic()
    table.set("great hall", PEACOCK)
    table.seat_star(1, 1, 2, 1)
    table.do(table.peacock("great hall -> Star"))
    assert table.star() == [1, 1, 2, 1, PEACOCK]
    assert table.state.end == S.FINISHED


def test_ii_peacock_lets_its_collector_advance_a_peacock_at_the_end_of_the_turn() -> None:
    """[ZV 7.2] Once, with its "I", and only if one likes."""
    table = classic()
    table.set("grove", 0, 0)
    table.set("savanna", PEACOCK)
    table.lay("grove -> east meadow", "II_peacock")
    table.draw_next("III")
    table.do(table.advance("grove -> east meadow"))
    ways = ("savanna -> middle nook", "savanna -> west meadow")
    assert set(table.legal()) == {END, *map(table.peacock, ways)}
    table.do(table.peacock("savanna -> middle nook"))
    assert table.tokens(0) == {"I": 3, "II_peacock": 1}
    assert table.state.active == 1


@pytest.mark.parametrize("kind", ["II_keeper", "II_peacock", "II_ability"])
def test_special_token_that_changes_hands_does_nothing(kind: str) -> None:
    """[ZV 6.3, 7.2, 8.3] "If the token is traded away thereafter, the feature does not activate again"."""
    table = Table("Armadillo", "Crocodile", "Ibis")
    table.use_up("Crocodile")
    table.set("great hall", PEACOCK)
    table.set("savanna", 0, 0, 1)
    table.strip(0)
    table.give(0, kind)
    table.lay("savanna -> west meadow", "II")
    table.draw_next("III")
    table.do(table.advance("savanna -> west meadow"), terms(price=2), votes(0, 1, 0))
    assert table.tokens(1) == {"I": 3, kind: 1}
    assert (table.state.active, table.state.keeper_bonus, table.state.peacock_bonus) == (1, 0, 0)
    assert table.tiles("Crocodile") == (1, 1)


# Move the Zoo Keeper


def test_keeper_moves_to_any_other_token_of_the_board() -> None:
    """[ZV 6.1] Not to where he is, and not where nothing lies."""
    table = classic()
    table.lay("grove -> east meadow", None)
    targets = {action[1] for action in table.legal() if action[0] == S.KEEPER}
    spaces = {path for path in table.paths.values() if table.box.has_laurel[path]}
    assert targets == spaces - {table.paths["great hall -> Star"], table.paths["grove -> east meadow"]}
    table.do(table.keeper("savanna -> west meadow"))
    assert table.state.keeper == table.paths["savanna -> west meadow"]
    assert table.state.active == 1


def test_keeper_lets_an_animal_pass_without_votes_but_covers_the_token() -> None:
    """[ZV 4.4, 6.2] Nothing is collected and nothing drawn; everybody may look at the token under him."""
    table = classic()
    table.set("great hall", 0, 1, 1, 1)
    lying = table.lying("great hall -> Star")
    assert table.view(2).token[table.paths["great hall -> Star"]] != S.NONE
    table.do(table.advance("great hall -> Star"))
    assert table.star() == [0]
    assert table.tokens(0) == {"I": 2}
    assert table.lying("great hall -> Star") == lying
    assert table.state.drawn == 10


def test_ii_keeper_lets_its_collector_move_the_keeper_at_the_end_of_the_turn() -> None:
    """[ZV 6.3] A bonus: it may be left, and it is used once."""
    for use in (True, False):
        table = classic()
        table.set("grove", 0, 0)
        table.lay("grove -> east meadow", "II_keeper")
        table.draw_next("III")
        table.do(table.advance("grove -> east meadow"))
        assert table.kinds() == {S.END_TURN, S.KEEPER}
        assert table.keeper("grove -> east meadow") in table.legal()  # the token just drawn is one
        table.do(table.keeper("savanna -> west meadow") if use else END)
        assert table.state.active == 1
        assert table.state.n_keeper[0] == use


def test_token_under_the_keeper_brings_no_bonus() -> None:
    """[ZV 6.2] "a player advancing an animal along that path does not collect the laurel token"."""
    table = classic()
    table.set("great hall", 0)
    table.lay("great hall -> Star", "II_keeper")
    table.do(table.advance("great hall -> Star"))
    assert table.state.active == 1


# Animal abilities


def test_own_ability_cannot_be_used_on_oneself() -> None:
    """[ZV 8.1] Only another player has a use for it."""
    for mover in (0, 1):
        table = Table("Armadillo", "Crocodile", "Ibis")
        table.set("savanna", mover)
        table.turn_of(mover)
        assert (table.advance("savanna -> east meadow") in table.legal()) == (mover != 0)


def test_both_must_agree_and_the_owner_gets_the_printed_ones_besides_the_price() -> None:
    """[ZV 8.1] The tile goes behind the screen; its "I"s come from the supply."""
    table = Table("Crocodile", "Hyena", "Ibis")
    table.do(HYENA, terms(price=2))
    assert table.legal() == [REFUSE, ACCEPT]
    table.do(ACCEPT)
    assert table.tokens(1) == {"I": 6}  # 2, the price of 2, and 2 printed on the tile
    assert table.tokens(0) == {}
    assert table.tiles("Hyena") == (1, 1)
    assert table.state.ones == 60 - 6 - 2


def test_refused_or_dear_abilities_are_not_asked_for_again_in_the_turn() -> None:
    """[ZV 9.6] Either side may decline."""
    for answers in ((REFUSE,), (terms(price=1), REFUSE)):
        table = Table("Crocodile", "Hyena", "Ibis")
        table.do(HYENA, *answers)
        assert HYENA not in table.legal()
        assert table.tiles("Hyena") == (2, 0)
        table.do(table.add("grove"))
        assert table.state.active == 1


def test_ability_can_be_used_twice_in_the_game() -> None:
    """[ZV 8.1] Once for each tile."""
    table = Table("Crocodile", "Hyena", "Ibis")
    for _ in range(2):
        table.do(HYENA)
        table.lend()
        table.do(PASS)
    assert table.tiles("Hyena") == (0, 2)
    assert HYENA not in table.legal()


def test_several_players_may_use_abilities_in_one_turn() -> None:
    """[ZV 8.1] "It is possible for multiple players to use ability tiles in a single turn"."""
    table = Table("Crocodile", "Armadillo", "Ibis", "Hyena")
    table.set("grove", 0)
    table.set("east ledge", 2)
    table.do(HYENA)
    table.lend()
    table.do(PASS, table.advance("grove -> east ledge"))
    assert (table.state.actor, table.state.wanted) == (1, S.ARMADILLO)
    table.lend()
    assert (table.state.actor, table.state.wanted) == (2, S.IBIS)
    table.lend()
    assert table.here("east ledge") == [1, 0, 1, 0, 0]
    assert [table.tiles(name) for name in ("Hyena", "Armadillo", "Ibis")] == [(1, 1)] * 3


def test_ability_may_serve_a_peacock_only_when_another_player_advances_it() -> None:
    """[ZV 8.2] The active player may decline."""
    table = Table("Crocodile", "Armadillo", "Ibis")
    table.set("grove", PEACOCK)
    table.do(table.peacock("grove -> east ledge"), terms(price=1))
    assert table.legal() == [REFUSE, ACCEPT]
    table.do(ACCEPT)
    assert table.here("east ledge") == [0, 0, 0, 1]
    assert table.tokens(0) == {"I": 2}  # one paid, one for the peacock

    table = Table("Armadillo", "Crocodile", "Ibis")
    table.set("grove", PEACOCK)
    assert table.peacock("grove -> east ledge") not in table.legal()


def test_ii_ability_recovers_a_used_tile_of_its_collector() -> None:
    """[ZV 8.3] At once; with no tile used it is a plain II."""
    for used in (0, 1, 2):
        table = Table("Armadillo", "Crocodile", "Ibis")
        table.use_up("Armadillo", used)
        table.set("grove", 0, 0)
        table.lay("grove -> east meadow", "II_ability")
        table.do(table.advance("grove -> east meadow"))
        assert table.tiles("Armadillo") == {0: (2, 0), 1: (2, 0), 2: (1, 1)}[used]
        assert table.tokens(0) == {"I": 2, "II_ability": 1}


# Hyena


@pytest.mark.parametrize("before", [True, False])
def test_hyena_moves_the_keeper_before_or_after_the_regular_action(before: bool) -> None:
    """[ZV 8.4] "an additional action"."""
    table = Table("Crocodile", "Hyena", "Ibis")
    if not before:
        table.do(table.add("grove"))
        assert set(table.legal()) == {END, HYENA}
    table.do(HYENA)
    table.lend()
    table.do(table.keeper("grove -> grove nook"))
    assert table.state.keeper == table.paths["grove -> grove nook"]
    if before:
        table.do(table.add("grove"), END)
    else:
        table.do(END)
    assert table.state.active == 1


def test_keeper_whom_hyena_brings_opens_the_path_that_lacked_votes() -> None:
    """[ZV 4.4, 8.4, 9.6] "an animal may advance along that path without the majority support"."""
    table = Table("Crocodile", "Hyena", "Ibis")
    table.set("savanna", 0, 1)
    table.give(1, "V")
    table.set("savanna", 2)
    table.do(table.advance("savanna -> west meadow"), REFUSE, REFUSE)
    assert table.advance("savanna -> west meadow") not in table.legal()
    table.do(HYENA)
    table.lend()
    table.do(table.keeper("savanna -> west meadow"), table.advance("savanna -> west meadow"))
    assert table.here("west meadow") == [1, 0, 0, 0]


# Tiger


def test_tiger_collects_the_token_under_the_keeper() -> None:
    """[ZV 8.6] It is replaced from the bag, and the Keeper stays upon the new one."""
    table = Table("Crocodile", "Tiger", "Ibis")
    table.set("great hall", 0)
    table.lay("great hall -> Star", "V")
    table.draw_next("III")
    table.do(table.advance("great hall -> Star"), TIGER)
    table.lend()
    assert table.star() == [0]
    assert table.tokens(0) == {"I": 2, "V": 1}
    assert table.tokens(1) == {"I": 4}
    assert table.lying("great hall -> Star") == "III"
    assert table.state.keeper == table.paths["great hall -> Star"]


def test_tiger_has_nothing_to_do_on_other_paths_or_for_peacocks() -> None:
    """[ZV 8.6] It is for "an animal moving over the Zoo Keeper"; peacocks never collect."""
    table = Table("Crocodile", "Tiger", "Ibis")
    table.set("grove", 0, 0)
    table.do(table.advance("grove -> east meadow"))
    assert table.here("east meadow") == [1, 0, 0, 0]  # moved at once: nothing could be added
    table = Table("Crocodile", "Tiger", "Ibis")
    table.set("great hall", PEACOCK)
    table.do(table.peacock("great hall -> Star"))
    assert table.star() == [PEACOCK]


# Marmoset


def test_marmoset_collects_a_different_token() -> None:
    """[ZV 8.7] That one is replaced; the one on the path stays. Its sign counts as collected [ZV 8.13]."""
    table = Table("Crocodile", "Marmoset", "Ibis")
    table.set("grove", 0, 0)
    table.lay_everywhere("II")
    table.lay("savanna -> west meadow", "II_keeper")
    table.draw_next("V")
    table.do(table.advance("grove -> east meadow"), table.marmoset("savanna -> west meadow"))
    table.lend()
    assert table.tokens(0) == {"I": 2, "II_keeper": 1}
    assert table.lying("grove -> east meadow") == "II"
    assert table.lying("savanna -> west meadow") == "V"
    assert table.kinds() == {S.END_TURN, S.KEEPER}


def test_marmoset_needs_a_token_on_the_way_and_cannot_reach_under_the_keeper() -> None:
    """[ZV 8.7] "When a player is advancing over a laurel token"; on the Keeper's path only together with Tiger."""
    table = Table("Crocodile", "Marmoset", "Ibis")
    table.set("grove", 0, 0)
    table.do(table.advance("grove -> east meadow"))
    picks = {action[1] for action in table.legal() if action[0] == S.USE_MARMOSET}
    spaces = {path for path in table.paths.values() if table.box.has_laurel[path]}
    assert picks == spaces - {table.paths["grove -> east meadow"], table.paths["great hall -> Star"]}

    for path, body in (("great hall -> Star", "great hall"), ("west pond -> west nook", "west pond")):
        table = Table("Ibis", "Marmoset", "Armadillo")
        table.set(body, 0)
        table.do(table.advance(path))
        assert table.state.active == 1  # moved at once


def test_tiger_and_marmoset_can_be_combined() -> None:
    """[ZV 8.6, 8.7] Over the Keeper, and collecting elsewhere: the token under the Keeper stays."""
    table = Table("Crocodile", "Tiger", "Marmoset")
    table.set("great hall", 0)
    table.lay_everywhere("II")
    table.lay("grove -> east meadow", "V")
    table.draw_next("III")
    table.do(table.advance("great hall -> Star"))
    assert S.USE_MARMOSET not in table.kinds()
    table.do(TIGER)
    table.lend()
    table.do(table.marmoset("grove -> east meadow"))
    table.lend()
    assert table.tokens(0) == {"I": 2, "V": 1}
    assert (table.lying("great hall -> Star"), table.lying("grove -> east meadow")) == ("II", "III")


# Crocodile


def test_crocodile_moves_an_animal_on_from_a_one_space_exhibit() -> None:
    """[ZV 8.11] The same animal, like a normal advance."""
    table = Table("Ibis", "Crocodile", "Armadillo")
    table.set("savanna", 0, 0, 0)
    table.do(table.advance("savanna -> middle nook"))
    assert table.legal() == [GO, table.on("middle nook -> great hall", 0)]
    table.do(table.on("middle nook -> great hall", 0))
    table.lend()
    assert table.here("great hall") == [1, 0, 0, 0]
    assert table.state.active == 1


def test_crocodile_serves_an_animal_that_was_just_added() -> None:
    """[ZV 8.11] "by adding their animal to a 1-space exhibit at the bottom of the board"."""
    table = Table("Ibis", "Crocodile", "Armadillo")
    table.do(table.add("west pond"), table.on("west pond -> west nook", 0))
    table.lend()
    assert table.here("west nook") == [1, 0, 0, 0]
    table.do(table.on("west nook -> west meadow", 0))  # a further one-space exhibit needs the second tile
    table.lend()
    assert table.here("west meadow") == [1, 0, 0, 0]
    assert table.tiles("Crocodile") == (0, 2)


def test_crocodile_with_one_tile_moves_one_step_further() -> None:
    """[ZV 8.11] "unless a second Crocodile's ability tile was used"."""
    table = Table("Ibis", "Crocodile", "Armadillo")
    table.use_up("Crocodile")
    table.do(table.add("west pond"), table.on("west pond -> west nook", 0))
    table.lend()
    assert table.here("west nook") == [1, 0, 0, 0]
    assert table.state.active == 1


def test_crocodile_is_for_animals_that_have_just_entered() -> None:
    """[ZV 8.11] Not after a bigger exhibit, and not into a full one without Ibis."""
    table = Table("Rhino", "Crocodile", "Armadillo")
    table.do(table.add("grove"))
    assert table.state.active == 1
    table = Table("Rhino", "Crocodile", "Armadillo")
    table.set("west nook", 0)
    table.do(table.add("west pond"))
    assert table.state.active == 1


def test_crocodile_serves_peacocks_too() -> None:
    """[ZV 7.1, 8.2, 8.11] Advanced again, a peacock earns its "I" again."""
    table = Table("Ibis", "Crocodile", "Armadillo")
    table.set("savanna", PEACOCK)
    table.do(table.peacock("savanna -> middle nook"), table.on("middle nook -> great hall", PEACOCK))
    table.lend()
    assert table.here("great hall") == [0, 0, 0, 1]
    assert table.tokens(0) == {"I": 4}


def test_crocodile_goes_by_paths_not_through_tunnels() -> None:
    """[ZV 8.8, 8.11] Its further move is a normal advance."""
    settings = {"board_3_5.grove.size": 1}
    table = Table("Ibis", "Crocodile", "Armadillo", settings=settings)
    table.do(table.add("grove"))
    ways = ("grove -> east meadow", "grove -> grove nook")
    assert set(table.legal()) == {GO, *(table.on(way, 0) for way in ways)}


# Ibis


def test_ibis_lets_an_animal_enter_a_full_exhibit() -> None:
    """[ZV 8.9] "often used most effectively to allow a second animal into a 1-space exhibit"."""
    table = Table("Crocodile", "Ibis", "Armadillo")
    table.set("west pond", 0)
    table.set("west nook", 2)
    table.do(table.advance("west pond -> west nook"))
    table.lend()
    assert table.here("west nook") == [1, 0, 1, 0]
    assert table.tokens(1) == {"I": 3}


def test_ibis_lets_no_more_than_one_extra_animal_in() -> None:
    """[ZV 8.9] "No more than one extra animal may occupy an exhibit at any time"."""
    table = Table("Crocodile", "Ibis", "Armadillo")
    table.set("west pond", 0)
    table.set("west nook", 2, 2)
    assert table.advance("west pond -> west nook") not in table.legal()
    table = Table("Crocodile", "Ibis", "Armadillo")
    table.set("west nook", 0)
    table.set("west meadow", 1, 1, 2, 2)
    assert table.advance("west nook -> west meadow") not in table.legal()


def test_ibis_gives_no_votes() -> None:
    """[ZV 8.9] "this ability does not give the other player any votes to advance"."""
    table = Table("Crocodile", "Ibis", "Armadillo")
    table.set("savanna", 0, 0)
    table.set("middle nook", 2)
    assert table.advance("savanna -> middle nook") not in table.legal()
    table.set("savanna", 2)
    table.do(table.advance("savanna -> middle nook"))
    table.lend()
    assert (table.state.phase, table.state.need) == (S.ASK, 1)


def test_extra_animal_does_not_change_the_votes_needed_to_leave() -> None:
    """[ZV 4.2, 8.9] Four animals in a three-space exhibit: still two votes; two in a one-space exhibit: still one."""
    table = classic()
    table.set("west meadow", 0, 1, 1, 2)
    table.do(table.advance("west meadow -> west terrace"))
    assert table.state.need == 1
    table = classic()
    table.set("west nook", 0, 1)
    table.do(table.advance("west nook -> west meadow"))
    assert table.here("west meadow") == [1, 0, 0, 0]


def test_exhibit_stays_full_when_one_of_too_many_leaves() -> None:
    """[ZV 8.9] "the additional animal takes its place, and the exhibit is still full"."""
    table = classic()
    table.set("west pond", 1)
    table.set("west nook", 0, 2)
    table.do(table.advance("west nook -> west meadow"))
    assert table.advance("west pond -> west nook") not in table.legal()


def test_ibis_is_not_for_adding_and_not_for_the_star_exhibit() -> None:
    """[ZV 8.9] It is for "a moving animal"; the game is over when the Star Exhibit is full."""
    table = Table("Crocodile", "Ibis", "Armadillo")
    table.set("west pond", 1)
    assert table.add("west pond") not in table.legal()
    table = Table("Crocodile", "Ibis", "Rhino")
    table.set("great hall", 0, 2)
    table.seat_star(1, 1, 1, 1)
    table.do(table.advance("great hall -> Star"))
    assert table.star() == [1, 1, 1, 1, 0]  # moved at once: Rhino could not be added


def test_crocodile_can_be_combined_with_ibis() -> None:
    """[ZV 8.9, 8.11] Into a one-space exhibit that is taken, and on from there into a full one."""
    table = Table("Armadillo", "Crocodile", "Ibis")
    table.set("savanna", 0, 0, 0)
    table.set("middle nook", 1)
    table.do(table.advance("savanna -> middle nook"))
    table.lend()
    assert table.legal() == [GO, table.on("middle nook -> great hall", 0)]  # not seat 1's, who stood there
    table.set("great hall", 1, 1, 2, 2, 2)
    table.do(table.on("middle nook -> great hall", 0))
    table.lend()
    assert table.state.wanted == S.IBIS
    table.lend()
    assert table.here("great hall") == [1, 2, 3, 0]
    assert [table.tiles(name) for name in ("Crocodile", "Ibis")] == [(1, 1), (0, 2)]


# Armadillo


def test_armadillo_leads_through_a_tunnel_without_majority_and_without_a_token() -> None:
    """[ZV 8.8] "leave an exhibit from which a tunnel originates without the majority support"."""
    table = Table("Crocodile", "Armadillo", "Ibis")
    table.set("savanna", 0, 1, 1)
    table.do(table.advance("savanna -> east meadow"))
    table.lend()
    assert table.here("east meadow") == [1, 0, 0, 0]
    assert table.tokens(0) == {"I": 2}
    assert table.state.drawn == 10
    assert table.state.active == 1


def test_armadillo_needs_an_empty_space_or_ibis() -> None:
    """[ZV 8.8, 8.9] "provided there is an empty space ... Ibis' ability can be combined"."""
    for ibis in (0, 1):
        table = Table("Crocodile", "Armadillo", "Ibis")
        table.use_up("Ibis", 2 - ibis)
        table.set("grove", 0)
        table.set("east ledge", 1)
        assert (table.advance("grove -> east ledge") in table.legal()) == bool(ibis)


def test_armadillo_can_be_combined_with_crocodile() -> None:
    """[ZV 8.8, 8.11] Through the tunnel into a one-space exhibit, and on."""
    table = Table("Ibis", "Armadillo", "Crocodile")
    table.set("grove", 0)
    table.do(table.advance("grove -> east ledge"))
    table.lend()
    table.do(table.on("east ledge -> east terrace", 0))
    table.lend()
    assert table.here("east terrace") == [1, 0, 0, 0]


def test_armadillo_can_be_combined_with_rhino() -> None:
    """[ZV 8.8, 8.10] Both go through the tunnel."""
    table = Table("Ibis", "Armadillo", "Rhino")
    table.set("savanna", 0, 1)
    table.do(table.advance("savanna -> east meadow"))
    table.lend()
    table.do(table.rhino(1))
    table.lend()
    assert table.here("east meadow") == [1, 1, 0, 0]


# Rhino


@pytest.mark.parametrize("second", [0, 1, 2, PEACOCK])
def test_rhino_takes_any_second_animal_along(second: int) -> None:
    """[ZV 8.10] One's own, another's, the Rhino player's or a peacock; it "cannot refuse and does not collect"."""
    table = Table("Armadillo", "Crocodile", "Rhino")
    table.set("savanna", 0, 0, 0, second)
    table.lay("savanna -> west meadow", "V")
    table.do(table.advance("savanna -> west meadow"), table.rhino(second))
    assert table.state.actor == 2
    table.lend()
    owners = Counter([0, second])
    assert table.here("west meadow") == [owners[0], owners[1], owners[2], owners[PEACOCK]]
    assert table.tokens(0) == {"I": 2, "V": 1}
    assert table.tokens(1) == {"I": 2}
    assert table.tokens(2) == {"I": 3}  # the one printed on the tile
    assert table.state.drawn == 11


def test_rhino_gives_no_votes_to_the_first_animal() -> None:
    """[ZV 8.10] "the other player must be able to advance the first animal in its own right"."""
    table = Table("Armadillo", "Crocodile", "Rhino")
    table.set("savanna", 0, 0, 1)
    table.do(table.advance("savanna -> west meadow"), table.rhino(1))
    table.lend()
    assert (table.state.phase, table.state.actor, table.state.need) == (S.ASK, 1, 1)
    table.do(REFUSE)
    assert table.here("savanna") == [2, 1, 0, 0]
    assert table.tiles("Rhino") == (2, 0)  # nothing moved, so nothing was used


def test_rhino_takes_along_from_the_same_exhibit_only() -> None:
    """[ZV 8.10] "any second animal from the same exhibit"."""
    table = Table("Armadillo", "Crocodile", "Rhino")
    table.set("savanna", 0, 0, 0)
    table.set("grove", 1)
    table.do(table.advance("savanna -> west meadow"))
    assert table.legal() == [GO, table.rhino(0)]


def test_rhino_needs_two_empty_spaces() -> None:
    """[ZV 8.10] "requires two empty spaces where both animals are moved to"."""
    table = Table("Armadillo", "Crocodile", "Rhino")
    table.set("savanna", 0, 0, 0)
    table.set("west meadow", 1)
    table.do(table.advance("savanna -> west meadow"))
    assert S.USE_RHINO in table.kinds()
    table = Table("Armadillo", "Crocodile", "Rhino")
    table.set("savanna", 0, 0, 0)
    table.set("west meadow", 1, 1)
    table.do(table.advance("savanna -> west meadow"))
    assert table.state.active == 1


def test_rhino_can_be_combined_with_ibis_for_one_space() -> None:
    """[ZV 8.9, 8.10] One of two may be the extra animal, not both."""
    table = Table("Armadillo", "Ibis", "Rhino")
    table.set("savanna", 0, 0, 0, 1)
    table.set("west meadow", 1, 1)
    table.do(table.advance("savanna -> west meadow"), table.rhino(1))
    table.lend()
    assert (table.state.wanted, table.state.actor) == (S.IBIS, 1)
    table.lend()
    assert table.here("west meadow") == [1, 3, 0, 0]

    table = Table("Armadillo", "Ibis", "Rhino")
    table.set("savanna", 0, 0, 0)
    table.set("west meadow", 1, 1, 1)
    table.do(table.advance("savanna -> west meadow"))
    table.lend()  # Ibis, for the first
    assert table.here("west meadow") == [1, 3, 0, 0]  # moved at once: no room for a second


def test_second_animal_stays_where_ibis_is_refused() -> None:
    """[ZV 9.4] The first goes on in its own right, and Rhino keeps its tile."""
    table = Table("Armadillo", "Ibis", "Rhino")
    table.set("savanna", 0, 0, 0, 1)
    table.set("west meadow", 1, 1)
    table.do(table.advance("savanna -> west meadow"), table.rhino(1))
    table.lend(price=1)
    table.do(REFUSE)
    assert table.here("west meadow") == [1, 2, 0, 0]
    assert table.here("savanna") == [2, 1, 0, 0]
    assert table.tiles("Rhino") == (2, 0)
    assert table.tokens(2) == {"I": 2}


def rhino_into_one_space() -> Table:
    """Seats 0 and 1 have gone together into the one-space middle nook, by Rhino and Ibis; Crocodile may follow."""
    table = Table("Armadillo", "Crocodile", "Ibis", "Rhino")
    table.set("savanna", 0, 0, 0, 1)
    table.do(table.advance("savanna -> middle nook"), table.rhino(1))
    table.lend()
    table.lend()
    assert table.here("middle nook") == [1, 1, 0, 0, 0]
    return table


def test_crocodile_moves_one_of_two_on_and_leaves_the_other_behind() -> None:
    """[ZV 8.10, 8.11] "the second animal would be left behind in the 1-space exhibit"."""
    table = rhino_into_one_space()
    table.use_up("Crocodile")
    table.do(table.on("middle nook -> great hall", 0))
    table.lend()
    table.do(GO)  # no second Rhino
    assert table.here("middle nook") == [0, 1, 0, 0, 0]
    assert table.here("great hall") == [1, 0, 0, 0, 0]
    assert table.state.active == 1


def test_second_crocodile_tile_fetches_the_animal_left_behind() -> None:
    """[ZV 8.11] "unless a second Crocodile's ability tile was used"; the mover's own animal advanced twice."""
    table = rhino_into_one_space()
    table.do(table.on("middle nook -> great hall", 0))
    table.lend()
    table.do(GO)
    assert table.legal() == [GO, table.on("middle nook -> great hall", 1)]
    table.do(table.on("middle nook -> great hall", 1))
    table.lend()
    assert table.here("great hall") == [1, 1, 0, 0, 0]
    assert table.tiles("Crocodile") == (0, 2)
    assert table.state.n_moved.tolist()[:2] == [2, 0]


def test_second_rhino_tile_takes_the_other_on_and_leaves_nobody_to_fetch() -> None:
    """[ZV 8.10, 8.11] Who has left the one-space exhibit cannot be moved on from there."""
    table = rhino_into_one_space()
    table.do(table.on("middle nook -> great hall", 0))
    table.lend()
    table.do(table.rhino(1))
    table.lend()
    assert table.here("middle nook") == [0, 0, 0, 0, 0]
    assert table.here("great hall") == [1, 1, 0, 0, 0]
    assert table.state.active == 1


def test_rhino_into_the_star_exhibit_puts_the_first_animal_first() -> None:
    """[ZV 4.7, 8.10] The animal that advances enters before the one taken along; together they may end the game."""
    table = Table("Armadillo", "Crocodile", "Rhino")
    table.set("great hall", 0, 1)
    table.seat_star(2, 2, 2)
    table.do(table.advance("great hall -> Star"), table.rhino(1))
    table.lend()
    assert table.star() == [2, 2, 2, 0, 1]
    assert table.state.end == S.FINISHED


def test_rhino_may_serve_a_peacock() -> None:
    """[ZV 8.2, 8.12] "You may even apply the power of your own ability tiles to a peacock"."""
    for allowed in (True, False):
        table = Table("Armadillo", "Crocodile", "Rhino", settings={"rules.rhino_on_peacock": allowed})
        table.set("savanna", PEACOCK, 0)
        table.do(table.peacock("savanna -> west meadow"))
        if allowed:
            table.do(table.rhino(0))
            table.lend()
        assert table.here("west meadow") == [int(allowed), 0, 0, 1]
        assert table.tokens(0) == {"I": 3}


def test_peacock_taken_along_earns_no_i() -> None:
    """[ZV 7.1, 8.10] It is moved, not advanced."""
    table = Table("Armadillo", "Crocodile", "Rhino")
    table.set("savanna", 0, 0, 0, PEACOCK)
    table.lay("savanna -> west meadow", "II")
    table.do(table.advance("savanna -> west meadow"), table.rhino(PEACOCK))
    table.lend()
    assert table.tokens(0) == {"I": 2, "II": 1}
    assert table.state.from_peacocks[0] == 0


# Ending and winning the game

RHINO, CROCODILE, TIGER_, ARMADILLO = range(4)
PLAYERS = ("Rhino", "Crocodile", "Tiger", "Armadillo")


def end_of_game(laurels: tuple[int, ...], arrivals: tuple[int, ...], *species: str) -> Table:
    """A game whose last animal goes under the Keeper into the Star Exhibit, so that no more laurels change hands."""
    *early, last = arrivals
    table = Table(*species, settings={"variant.classic": True})
    table.seat_star(*early)
    table.set("great hall", last)
    table.strip(*range(len(laurels)))
    for seat, n in enumerate(laurels):
        table.give(seat, *["V"] * (n // 5), *["I"] * (n % 5))
    if last == PEACOCK:
        table.do(table.peacock("great hall -> Star"))
    else:
        table.turn_of(last)
        table.do(table.advance("great hall -> Star"))
    return table


def test_example_of_the_end() -> None:
    """[ZV 10.1, 10.3] Rhino 24, Crocodile 28, Tiger 28, Armadillo 31: Crocodile was there before Tiger and wins."""
    arrivals = (RHINO, CROCODILE, CROCODILE, RHINO, TIGER_)
    table = end_of_game((24, 28, 28, 31), arrivals, *PLAYERS)
    game, seats = table.results()
    assert table.state.end == S.FINISHED
    assert game.winner == CROCODILE
    assert (game.tie_broken, game.richest_disqualified, game.margin, game.n_qualified) == (1, 1, 0, 3)
    assert seats["rank"].tolist() == [3, 1, 2, 4]
    assert seats["share"].tolist() == [0, 420, 0, 0]
    assert seats["score"].tolist() == [24, 28, 28, 31]


# Laurels by seat, who reached the Star Exhibit in order, the winner, and everyone's rank.
ENDS = {
    "the most laurels win": ((10, 7, 5), (1, 0, 2, 1, 0), 0, (1, 2, 3)),
    "the last to arrive may win": ((10, 7, 30), (1, 0, 1, 0, 2), 2, (2, 3, 1)),
    "who is not there cannot win": ((30, 7, 5), (1, 2, 1, 2, 1), 1, (3, 1, 2)),
    "a tie goes to the lowest space": ((12, 12, 5), (1, 0, 2, 0, 0), 1, (2, 1, 3)),
    "more animals break no tie": ((12, 12, 3), (1, 0, 0, 0, 0), 1, (2, 1, 3)),
    "the only one there wins with nothing": ((9, 0, 8), (1, 1, 1, 1, 1), 1, (2, 1, 3)),
    "peacocks before it do not matter": ((5, 6, 7), (PEACOCK, PEACOCK, 0, PEACOCK, 1), 1, (2, 1, 3)),
    "two who are not there share a rank": ((1, 9, 9), (PEACOCK, 0, PEACOCK, PEACOCK, 0), 0, (1, 2, 2)),
    "nobody wins among peacocks": ((5, 6, 7), (PEACOCK,) * 5, S.NONE, (0, 0, 0)),
}


@pytest.mark.parametrize("name", ENDS)
def test_winner_and_ranks_follow_the_rulebook(name: str) -> None:
    """[ZV 10.3, 10.4] Ends made by hand; only peacocks' own "I" changes a purse on the last move."""
    laurels, arrivals, winner, ranks = ENDS[name]
    table = end_of_game(laurels, arrivals, *SPECIES[:3])
    game, seats = table.results()
    assert table.state.end == S.FINISHED
    assert game.winner == winner
    assert tuple(seats["rank"]) == ranks
    assert tuple(seats["share"]) == tuple(420 * (seat == winner) for seat in range(3))
    assert game.peacocks_in_star == arrivals.count(PEACOCK)


def test_game_ends_when_the_star_exhibit_is_full_not_before() -> None:
    """[ZV 1.2, 10.1] Five spaces on one side of the board, seven on the other."""
    for n_seats, size in ((3, 5), (5, 5), (6, 7), (7, 7)):
        table = classic(n_seats)
        table.seat_star(*[1] * (size - 2))
        table.set("great hall", 0, PEACOCK)
        table.do(table.advance("great hall -> Star"))
        assert table.state.end == S.RUNNING
        table.do(table.peacock("great hall -> Star"))
        assert table.state.end == S.FINISHED


@pytest.mark.parametrize("pays", [True, False])
def test_final_move_pays_or_not(pays: bool) -> None:
    """[ZV 10.2] The token, the "I" and the price are booked; no replacement and no bonus."""
    table = classic(**{"rules.final_move_pays": pays})
    table.seat_star(1, 1, 2, 2)
    table.set("west terrace", 0, 1)
    table.lay("west terrace -> Star", "II_keeper")
    table.do(table.advance("west terrace -> Star"), terms(price=1), votes(0, 1, 0))
    assert table.state.end == S.FINISHED
    assert table.state.drawn == 10
    assert table.tokens(0) == ({"I": 1, "II_keeper": 1} if pays else {"I": 2})
    assert table.tokens(1) == ({"I": 4} if pays else {"I": 2})
    assert table.lying("west terrace -> Star") == (None if pays else "II_keeper")


# Classic variant


def test_classic_variant_leaves_the_tiles_in_the_box() -> None:
    """[ZV 11.1] No ability can be used; a II-Ability is a plain II; peacocks stay."""
    table = Table(*SPECIES[:3], settings={"variant.classic": True, "setup.peacocks": True})
    assert table.state.ready.tolist() == [0] * 7
    assert sum(table.state.animals[:, PEACOCK]) == 6
    assert table.kinds() == {S.ADD, S.PEACOCK_ON, S.KEEPER}
    table.set("west terrace", 0, 0)
    table.lay("west terrace -> Star", "II_ability")
    table.do(table.advance("west terrace -> Star"))
    assert table.tokens(0) == {"I": 2, "II_ability": 1}
    assert (table.state.ready[0], table.state.used[0], table.state.active) == (0, 0, 1)


def test_box_holds_what_the_rulebook_lists() -> None:
    """[ZV 1.4] 102 laurel tokens, fourteen tiles, six animals of each of seven species."""
    box = GAME.make_box(7, {})[0]
    assert box["count"].sum() == 102
    assert box["animals"] * len(SPECIES) == 42
    assert box["tiles"] * len(SPECIES) == 14
