"""The checker finds nothing in good histories, and each broken promise in a bad one."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from brettwerk.torture.checker import check
from brettwerk.torture.history import (
    KILLED_WORKER,
    NO_SERVER,
    SLOW_MACHINE,
    SLOW_WORKER,
    Answered,
    Died,
    Disruption,
    GameRows,
    Sent,
    Shown,
)
from torture.stories import GAME, Story


def kinds(story: Story) -> set[str]:
    return {violation.kind for violation in check(story.told())}


def shown(story: Story, client: str, version: int) -> Shown:
    """Return the record of a client that was shown a version."""
    return next(
        record
        for record in story.history.of(Shown)
        if record.client == client and record.version == version
    )


def forget(story: Story, version: int) -> None:
    """Let nobody be shown this version or a later one."""
    for record in story.history.of(Shown):
        if record.version >= version:
            story.remove(record)


# -- good histories -------------------------------------------------------------------------------
def good_game() -> Story:
    return Story("a", "b", "c")


def command_sent_twice() -> Story:
    story = good_game()
    again = story.sent[-1]
    story.add(replace(again, at=again.at + 1))
    story.add(Answered(again.at + 1.1, "p0", GAME, 1, again.id, True, 3))
    return story


def refused_command() -> Story:
    story = good_game()
    story.answer(story.send(0, "play", "d"), done=False, key="page-stale")
    return story


def uncertain_refusal_of_a_stored_command() -> Story:
    story = good_game()
    story.time += 1
    sent = story.send(1, "play", "d")
    story.answer(sent, done=False, key="page-store", final=False)
    story.store(sent)
    for client in ("p0", "p1", "v"):
        story.show(client)
    story.answer(sent)
    return story


def unanswered_command_while_all_is_down() -> Story:
    story = good_game()
    story.fault(story.time, 58.0)
    story.send(1, "play", "d")
    return story


def rounds_names_and_rematch() -> Story:
    story = good_game()
    story.do(1, "resign")
    story.do(0, "next")
    story.do(0, "name", "Ada")
    story.play(0, "x")
    sent = story.send(0, "again")
    story.answer(sent)
    story.event("again", 1, "following", "1:other")
    story.add(Sent(story.time, "p1", GAME, 2, "other", 1, "again", "", 0))
    story.answer(replace(sent, id="other"))
    return story


def viewer_who_reconnects_after_a_fault() -> Story:
    story = good_game()
    story.fault(10, 20)
    story.close("v", 10)
    story.open("v", 9, 20.1)
    story.show("v", connection=9, at=20.2)
    return story


def test_a_good_history_has_no_violations() -> None:
    stories = (
        good_game,
        command_sent_twice,
        refused_command,
        uncertain_refusal_of_a_stored_command,
        unanswered_command_while_all_is_down,
        viewer_who_reconnects_after_a_fault,
    )
    for tell in stories:
        assert kinds(tell()) == set(), tell.__name__


def test_a_rematch_that_there_is_already_needs_no_event() -> None:
    history = rounds_names_and_rematch().told()
    history.stored.append(GameRows("following", "none", []))
    assert check(history) == []
    history.stored.pop()
    assert [violation.kind for violation in check(history)] == ["rematch"]


# -- commands -------------------------------------------------------------------------------------
def test_an_acknowledged_command_that_is_not_stored_is_lost() -> None:
    story = good_game()
    story.answer(story.send(0, "name", "Ada"))
    (lost,) = check(story.told())
    assert (lost.kind, lost.game, lost.details["text"]) == ("lost", GAME, "Ada")
    assert [type(record) for record in lost.evidence] == [Sent, Answered]


def test_a_command_that_is_stored_twice_is_found() -> None:
    story = good_game()
    story.event("name", 0, "Ada", "0:p0-4")
    story.event("name", 0, "Ada", "0:p0-4")
    story.send(0, "name", "Ada")
    story.answer(story.sent[-1])
    assert kinds(story) == {"twice"}


def test_a_refused_command_must_not_be_stored() -> None:
    story = good_game()
    sent = story.send(0, "name", "Ada")
    story.store(sent)
    story.answer(sent, done=False, key="page-stale")
    assert kinds(story) == {"refused-but-stored"}


def test_a_command_is_stored_as_it_was_sent() -> None:
    story = good_game()
    sent = story.send(0, "name", "Ada")
    story.store(replace(sent, text="Eve"))
    story.answer(sent)
    assert kinds(story) == {"changed"}


def test_what_nobody_sent_does_not_happen() -> None:
    story = good_game()
    story.event("name", 0, "Eve", "0:p0-77")
    assert kinds(story) == {"unasked"}
    story = good_game()
    story.play(1, "d")
    story.events[-1] = replace(story.events[-1], command_id=None)
    assert kinds(story) == {"unasked", "lost"}


def test_a_computer_needs_no_command() -> None:
    story = Story("a", kinds=("friend", "computer"))
    story.time += 1
    story.event("play", 1, "b")
    for client in ("p0", "p1", "v"):
        story.show(client)
    assert kinds(story) == set()


def test_a_move_is_played_in_the_position_that_it_was_meant_for() -> None:
    story = good_game()
    last = story.sent[-1]
    story.replace(last, version=1)
    assert kinds(story) == {"misplaced"}


def test_there_is_one_rematch() -> None:
    history = rounds_names_and_rematch().told()
    history.stored += [GameRows(name, "none", []) for name in ("following", "another")]
    game = history.stored[0]
    link = game.events[-1]
    game.events.append(replace(link, number=99, person=0, text="another", command_id="0:x"))
    history.records.append(Sent(50.0, "p0", GAME, 1, "x", 0, "again", "", 0))
    history.records.append(Answered(50.1, "p0", GAME, 1, "x", True, 0))
    assert [violation.kind for violation in check(history)] == ["rematch"]


# -- views ----------------------------------------------------------------------------------------
def test_viewers_see_one_order() -> None:
    story = good_game()
    story.replace(shown(story, "v", 3), moves=("a", "c", "b"))
    (wrong,) = check(story.told())
    assert (wrong.kind, wrong.details["moves"], wrong.details["stored"]) == (
        "order",
        "a c b",
        "a b c",
    )


def test_only_new_moves_are_shown_to_those_who_know_the_others() -> None:
    story = good_game()
    story.replace(shown(story, "v", 3), first=2, moves=("c",))
    assert kinds(story) == set()
    story = good_game()
    story.remove(shown(story, "v", 2))
    story.replace(shown(story, "v", 3), first=2, moves=("c",))
    assert "gap" in kinds(story)


def test_a_connection_never_goes_back() -> None:
    story = good_game()
    earlier = shown(story, "v", 1)
    story.add(replace(earlier, at=shown(story, "v", 3).at + 0.5))
    assert kinds(story) == {"backwards"}


def test_nothing_is_shown_that_is_not_stored() -> None:
    story = good_game()
    story.add(Shown(5.0, "v", GAME, 3, 4, 1, 0, ("a", "b", "c", "d")))
    assert kinds(story) == {"unstored"}
    history = good_game().told()
    history.stored = []
    assert {violation.kind for violation in check(history)} == {"unstored", "lost"}


def test_what_others_know_is_shown_within_five_seconds() -> None:
    story = good_game()
    story.remove(shown(story, "v", 3))
    (late,) = check(story.told())
    assert (late.kind, late.details["client"], late.details["version"]) == ("shown-late", "v", 3)


def test_a_server_that_is_broken_may_show_later() -> None:
    story = good_game()
    late = shown(story, "v", 3)
    story.replace(late, at=late.at + 20)
    story.fault(late.at - 0.1, late.at + 19, down=False)
    assert kinds(story) == set()


def test_what_is_stored_is_shown_to_somebody() -> None:
    story = good_game()
    story.time += 1
    sent = story.send(1, "play", "d")
    story.store(sent)
    assert kinds(story) == {"never-shown", "stalled"}


def test_servers_show_in_the_end_what_is_stored() -> None:
    story = good_game()
    view = story.view
    wrong = {
        "final-state": (replace(view, version=2), replace(view, rounds=[["a", "b"]])),
        "final-record": (replace(view, recorded=[["a", "b"]]),),
        "unstored": (replace(view, game="other"),),
    }
    for kind, views in wrong.items():
        for spoilt in views:
            assert [one.kind for one in check(good_game().told(spoilt))] == [kind]


# -- clocks ---------------------------------------------------------------------------------------
def timed(*left: float, clock: str = "1+1") -> Story:
    """Return a game in which each player moves one second after the other."""
    story = Story(clock=clock)
    for number, seconds in enumerate(left):
        story.play(number % 2, "abcdef"[number], seconds)
    return story


def test_time_that_was_served_is_charged() -> None:
    assert kinds(timed(60, 60, 60)) == set()
    assert kinds(timed(60, 59, 59, clock="1")) == set()
    assert kinds(timed(60, 60, 60, clock="1d1")) == set()


@pytest.mark.parametrize("clock", ["1", "1+1", "1d1"])
def test_more_than_was_served_is_not_charged(clock: str) -> None:
    gained = 1.0 if "+" in clock else 0.0
    delay = 1.0 if "d" in clock else 0.0
    charged = 1.4
    story = timed(60, 60 + gained - charged + delay, clock=clock)
    (wrong,) = check(story.told())
    assert (wrong.kind, wrong.details["person"]) == ("clock", 1)
    assert wrong.details["charged"] == pytest.approx(charged)
    assert wrong.details["served"] == pytest.approx(1.0)


def outage(charged: float, *, server: int | None = 0, servers: int = 1, down: bool = True) -> Story:
    """Return a turn of 11 seconds, in 10 of which a server was broken."""
    story = Story(clock="1", servers=servers)
    story.play(0, "a", 60.0)
    story.time += 10
    story.play(1, "b", 60.0 - charged)
    story.fault(1.5, 11.5, server, down)
    return story


def test_time_of_an_outage_is_not_charged() -> None:
    assert kinds(outage(2.0)) == set()
    assert kinds(outage(11.0)) == {"clock"}
    assert kinds(outage(11.0, server=None)) == {"clock"}


def test_time_is_charged_while_another_server_serves() -> None:
    assert kinds(outage(11.0, servers=2)) == set()
    assert kinds(outage(11.0, servers=2, server=None)) == {"clock"}
    assert kinds(outage(11.0, down=False)) == set()


def test_nothing_is_said_about_time_in_which_this_machine_was_too_busy() -> None:
    story = outage(3.0)
    assert kinds(story) == {"clock"}
    story.add(Disruption(0.5, 2.0, SLOW_MACHINE, down=False))
    assert kinds(story) == set()


def test_a_flag_falls_only_for_time_that_was_served() -> None:
    story = timed(60, 60, clock="1")
    story.time += 60.5
    story.history.ended = 90
    story.event("flag", 0)
    for client in ("p0", "p1", "v"):
        story.show(client)
    assert kinds(story) == set()
    story.fault(20, 60)
    assert kinds(story) == {"clock"}


def test_what_a_resignation_cost_is_charged_later() -> None:
    story = timed(60, 59, clock="1")
    story.time += 10
    story.do(0, "resign")
    story.do(0, "next")
    story.earlier, first = [["a", "b"]], [60.0, 59.0]
    story.left = [49.0]
    story.time += 1
    story.do(0, "play", "x")
    view = replace(story.view, left=[first, [49.0]])
    assert [one.kind for one in check(story.told(view))] == []


def flagged(seen: bool, present: bool = True, *, broken: bool = False) -> Story:
    """Return a game that the second player loses on time, having seen the move or not."""
    story = timed(60, clock="1")
    story.history.ended = 90
    if not seen:
        story.remove(shown(story, "p1", 1))
    if broken:
        story.fault(1.0, 80.0, down=False)
    if not present:
        story.close("p1", 0.5)
    story.time += 61
    story.event("flag", 1)
    for client in ("p0", "v", *(["p1"] if present else [])):
        story.show(client)
    return story


def test_nobody_loses_on_time_for_a_move_that_was_never_shown() -> None:
    assert kinds(flagged(seen=True)) == set()
    assert kinds(flagged(seen=False)) == {"flag-unshown", "shown-late"}


def test_a_server_that_is_broken_need_not_show_what_somebody_loses_for() -> None:
    assert kinds(flagged(seen=False, broken=True)) == set()


def test_players_who_are_away_lose_on_time() -> None:
    assert "flag-unshown" not in kinds(flagged(seen=False, present=False))


# -- going on -------------------------------------------------------------------------------------
def slow(fault: tuple[float, float, int | None], servers: int = 1) -> Story:
    """Return a command that is answered after 20 seconds."""
    story = Story("a", "b", servers=servers)
    sent = story.send(0, "play", "c", at=10.0)
    story.time = 30.0
    story.store(sent)
    for client in ("p0", "p1", "v"):
        story.show(client)
    story.answer(sent)
    story.fault(*fault)
    return story


def test_a_command_is_answered_within_five_seconds_of_health() -> None:
    assert kinds(slow((0.0, 0.1, 0))) == {"stalled"}
    assert kinds(slow((9.0, 29.0, 0))) == set()


def test_a_game_goes_on_when_another_server_lives() -> None:
    assert kinds(slow((9.0, 29.0, 0), servers=2)) == {"stalled"}
    assert kinds(slow((9.0, 29.0, None), servers=2)) == set()


def test_a_client_can_connect_again_within_five_seconds() -> None:
    story = good_game()
    story.close("v", 10)
    story.open("v", 9, 20)
    story.show("v", connection=9, at=20.1)
    assert kinds(story) == {"unreachable"}
    story.fault(9, 19, down=False)
    assert kinds(story) == set()


def test_a_client_that_never_comes_back_could_not() -> None:
    story = good_game()
    story.close("v", 10)
    assert kinds(story) == {"unreachable"}


def test_a_computer_moves() -> None:
    story = Story(kinds=("friend", "computer"))
    story.time += 1
    sent = story.send(0, "play", "a")
    story.store(sent)
    for client in ("p0", "p1", "v"):
        story.show(client, turn=1)
    story.answer(sent)
    assert kinds(story) == {"computer-stalled"}
    story.time += 2
    story.event("play", 1, "b")
    for client in ("p0", "p1", "v"):
        story.show(client)
    assert kinds(story) == set()


def with_computer(*took: float) -> Story:
    """A game in which a computer takes these seconds for its moves."""
    story = Story(kinds=("friend", "computer"), servers=2)
    for number, seconds in enumerate(took):
        story.time += 1
        sent = story.send(0, "play", f"a{number}")
        story.store(sent)
        for client in ("p0", "p1", "v"):
            story.show(client, turn=1)
        story.answer(sent)
        story.time += seconds
        story.event("play", 1, f"b{number}")
        for client in ("p0", "p1", "v"):
            story.show(client)
    return story


def test_a_computer_moves_soon_after_the_death_of_its_server() -> None:
    usual = [0.5] * 12
    assert kinds(with_computer(*usual, 8.2)) == set()
    late = with_computer(*usual, 11.0)
    died = late.time - 10.5
    late.add(Disruption(died, died + 1.0, "kill-server", 0))
    assert kinds(late) == {"computer-stalled"}
    late.add(Disruption(died, died + 11.0, KILLED_WORKER, NO_SERVER, down=False))
    assert kinds(late) == set()


def test_on_a_busy_machine_computers_have_the_time_that_they_usually_need() -> None:
    assert kinds(with_computer(*[4.0] * 6, 11.0)) == set()
    assert kinds(with_computer(*[1.0] * 12, 11.0)) == {"computer-stalled"}


def test_computers_are_not_charged_for_time_in_which_nobody_could_ask_them() -> None:
    late = with_computer(*[0.5] * 12, 11.0)
    late.add(Disruption(late.time - 6.0, late.time - 1.0, "cut-network", 0, down=False))
    assert kinds(late) == {"computer-stalled"}
    late.add(Disruption(late.time - 6.0, late.time - 1.0, "cut-bus", 0, down=False))
    assert kinds(late) == set()


def test_computers_are_not_charged_for_time_in_which_they_had_no_processor() -> None:
    late = with_computer(*[0.5] * 12, 11.0)
    assert kinds(late) == {"computer-stalled"}
    late.add(Disruption(late.time - 6.0, late.time - 4.0, SLOW_WORKER, NO_SERVER, down=False))
    assert kinds(late) == {"computer-stalled"}
    late.add(Disruption(late.time - 4.5, late.time - 3.0, SLOW_WORKER, NO_SERVER, down=False))
    assert kinds(late) == set()


def test_a_server_does_not_die_by_itself() -> None:
    story = good_game()
    story.add(Died(5.0, 0, -11))
    assert kinds(story) == {"died"}
