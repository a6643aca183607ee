from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.cli.conftest import Grognard, Shell
from tests.cli.duel import load

from grognard.cli.text.commands import COMMANDS
from grognard.cli.text.menu import SHOWN, Menu
from grognard.cli.text.sight import MANY, Sight, plainly
from grognard.decisions import DONE, action
from grognard.view import Question


def play(grognard: Grognard, *typed: str, arguments: tuple[str, ...] = ()) -> str:
    """Play the duel as red, without fog unless asked for, and type these lines."""
    fixed = ("play", "--text", "duel", "--seed", "1", "--as", "red")
    options = arguments or ("--option", "fog=no")
    answer = grognard(*fixed, *options, typed="\n".join((*typed, "quit", "quit", "")))
    assert answer.exit_code == 0, answer.output
    return answer.output


def after(typed: str, output: str) -> str:
    """What was answered to a line, up to the next prompt."""
    _, found, rest = output.partition(f"> {typed}\n")
    assert found, output
    return rest.partition("> ")[0]


def test_the_question_has_its_rule_and_numbered_options(grognard: Grognard) -> None:
    """A question shows turn, phase, side, rule, prompt, and options numbered by verb."""
    output = play(grognard)
    assert "Turn 1, March" in output
    assert "Red (1.1-1): March a unit, or end the turn." in output
    assert "  select: 1) r1 at 01.02; 2) r2 at 02.01" in output
    assert "  3) done" in output


def test_sets_are_told_in_order_and_long_ones_counted() -> None:
    """A few hexes are named, sorted; very many are a number of places."""
    assert plainly(frozenset({"0203", "0101"})) == "0101 0203"
    assert plainly(frozenset()) == "none"
    assert plainly(frozenset(f"{n:04}" for n in range(MANY + 1))) == f"in {MANY + 1} places"


@pytest.mark.parametrize("typed", ["1", "select r1", "SELECT R1"])
def test_an_option_is_taken_by_number_or_by_its_words(typed: str, grognard: Grognard) -> None:
    """The number of an option and the action in any case mean the same."""
    assert "March where?" in after(typed, play(grognard, typed))


@pytest.mark.parametrize("typed", ["move 01.01", "move 0101", "move 1.1"])
def test_a_hex_may_be_written_short(typed: str, grognard: Grognard) -> None:
    """A hex number is understood without its dot and leading zeros."""
    assert "R1 marches to 01.01." in after(typed, play(grognard, "select r1", typed))


def test_enter_shows_the_question_again(grognard: Grognard) -> None:
    """An empty line repeats question and options."""
    assert play(grognard, "", "").count("March a unit, or end the turn.") == 3


def test_a_refused_action_names_its_rule(grognard: Grognard) -> None:
    """What is not allowed is answered with rule and reason, and nothing changes."""
    output = play(
        grognard, "select r1", "move 02.05", "move 02.04", "why move 02.04", "why move 01.01"
    )
    assert "No. 1.1-1: 02.05 is not next to r1" in after("move 02.05", output)
    assert "No. 1.1-1: 02.04 is not next to r1" in after("why move 02.04", output)
    assert "allowed" in after("why move 01.01", output)
    assert "marches" not in output


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("sing", "I do not know the word 'sing'"),
        ("99", "There is no option 99."),
        ("0", "There is no option 0."),
        ("hex 99.99", "There is no hex '99.99'."),
        ("hex", "Which hex?"),
        ("unit x9", "You see no unit 'x9'."),
        ("rule 77", "There is no rule '77'."),
        ("why", "Why what?"),
        ("panel", "nothing beside this question"),
        ("way 01.01", "No move is open"),
        ("undo", "No: nothing has been done yet."),
        ("redo", "No: nothing has been undone."),
        ("save", "Save where?"),
        ("save no/such/folder/x", "Not saved: No such file"),
        ("stack 7", "There is no hex '7'."),
    ],
)
def test_nonsense_is_answered_in_a_sentence(typed: str, answer: str, grognard: Grognard) -> None:
    """Whatever is typed, the client answers and goes on."""
    assert answer in after(typed, play(grognard, typed))


def test_help_names_all_words(grognard: Grognard) -> None:
    """`help` lists every word of the client."""
    said = after("help", play(grognard, "help"))
    assert all(f"\n  {word} " in said for word in COMMANDS)


def test_a_hex_is_described(grognard: Grognard) -> None:
    """`hex` tells name, terrain, hexsides with their directions, networks and units."""
    output = play(grognard, "hex ford", "hex 2.4", "stack", "hex 02.05", "hex 01.01")
    said = after("hex ford", output)
    assert "Ford (02.03): clear, village" in said
    assert "river: NW (01.03)" in said
    assert "road: W (02.02)" in said
    assert "b1 Blue Boars, Blue" in after("hex 2.4", output)
    assert "b1 Blue Boars" in after("stack", output)
    assert "no units" in after("hex 02.05", output)
    assert "zones: west" in after("hex 01.01", output)


def test_a_unit_is_described(grognard: Grognard) -> None:
    """`unit` tells place, printed values and where they come from; `units` lists a side."""
    output = play(grognard, "unit R1", "units", "units blue")
    said = after("unit R1", output)
    assert "at 01.02" in said
    assert "printed: swords 3 (reconstructed)" in said
    assert "02.01: r2, Red" in after("units", output)
    assert "03.05: b2, Blue" in after("units blue", output)


def test_boxes_and_tracks_are_shown(grognard: Grognard) -> None:
    """`stack` looks into a box, `status` tells turn, tracks and how many units boxes hold."""
    typed = ("stack camp", "select r1", "move 02.02", "status")
    output = play(grognard, *typed, arguments=("--option", "fog=yes"))
    assert "Red camp\n  r2, Red" in after("stack camp", output)
    assert "Red camp: 1 unit\n" in after("status", output)
    assert "marches 1" in after("status", output)


def test_the_map_lies_as_the_hexes_do(grognard: Grognard) -> None:
    """Every second row is pushed by half a hex; the middle is marked; units are counted."""
    rows = after("map 02.02 1", play(grognard, "map 02.02 1")).splitlines()
    assert rows[0] == "01.02      .r1   w"
    assert rows[1] == "02.01   .r1  [.]    .*"
    assert rows[2] == "03.02      .     w"
    assert ". clear, w woods; * named place; r Red, b Blue" in rows[3]
    assert rows[4] == "01.02: r1 Red Lions, Red"


def test_long_lists_are_folded_and_can_be_unfolded(grognard: Grognard) -> None:
    """A verb with many options shows some; `list VERB` shows all, with the same numbers."""
    game = load()
    view = game.start(seed=1).view("red")
    moves = tuple(action("move", hex_) for hex_ in game.board.grid.hexes)
    asked = replace(view, question=Question("Where?", "1.1-1", (*moves, DONE)))
    menu = Menu(Sight(game, asked))
    folded = list(menu.lines())
    assert folded[0].endswith(f"and {len(moves) - SHOWN} more: list move")
    assert folded[1] == f"  {len(moves) + 1}) done"
    assert list(menu.all_lines("move"))[-1] == f"  {len(moves)}) move 03.05"
    assert menu.read(str(len(moves) + 1)) == DONE


def test_way_panel_and_rule_explain_the_numbers(grognard: Grognard) -> None:
    """A move's cost, a panel's parts and chances, and the rule in words can be asked for."""
    output = play(grognard, "select r1", "way 01.03", "panel", "rule 1.2-1", "rule 1.1")
    assert "+1 woods (1.1-1)" in after("way 01.03", output)
    said = after("panel", output)
    assert "+2 own party (1.2-1)" in said
    assert "+1 to +3 luck" in said
    assert "16.7 % victory, good for you" in said
    assert "a six wins the game" in after("rule 1.2-1", output)
    assert "1.1-2 No company" in after("rule 1.1", output)


def test_undo_and_redo(grognard: Grognard) -> None:
    """A move is taken back and taken again; after a die it is not."""
    output = play(
        grognard,
        "select r1",
        "move 02.02",
        "undo",
        "redo",
        "log",
        "done",
        "select b1",
        "move 02.03",
        "undo",
    )
    assert "March where?" in after("undo", output)
    assert "March a unit" in after("redo", output)
    assert "turn 1: R1 marches to 02.02." in after("log", output)
    assert "No: dice" in output.rpartition("> undo\n")[2]


def test_a_game_is_saved_and_gone_on_with(grognard: Grognard, tmp_path: Path) -> None:
    """A saved game is opened where it was left; it cannot be given another scenario."""
    output = play(grognard, "select r1", "move 02.02", "save game.json")
    assert "Saved to game.json." in output
    assert "not saved" not in output
    answer = grognard("play", "--text", "--load", "game.json", typed="hex 02.02\nquit\n")
    assert "r1 Red Lions" in answer.output
    assert grognard("play", "--text", "--load", "game.json", "--seed", "2").exit_code == 2
    Path("game.json").write_text("{}")
    spoilt = grognard("play", "--text", "--load", "game.json")
    assert spoilt.exit_code == 1
    assert "game.json: not a save" in spoilt.output


def test_leaving_an_unsaved_game_is_asked_about_once(grognard: Grognard) -> None:
    """`quit` warns when something would be lost; the second one leaves."""
    assert "not saved" not in play(grognard)
    assert play(grognard, "select r1").count("The game is not saved") == 1


def test_under_fog_a_side_sees_only_its_own_view(grognard: Grognard) -> None:
    """After the screen has changed hands nothing names what the other side holds."""
    red = ("select r1", "move 02.02", "done")
    blue = (
        "",
        "log",
        "hex 02.02",
        "units red",
        "unit r1",
        "map 02.02",
        "why select r1",
        "stack camp",
        "status",
        "select b1",
        "move 02.02",
        "help",
        "list",
    )
    output = play(grognard, *red, *blue, arguments=("--option", "fog=yes"))
    before, handed_over, rest = output.partition("Blue decides. Nobody else may look. Press Enter.")
    assert handed_over
    assert "R1 marches" in before
    assert "Lions" not in rest
    assert "R1 marches" not in rest
    assert "02.02: red-" in after("units red", rest)
    assert "You see no unit 'r1'." in rest
    assert "1 more, not shown to you" in after("stack camp", rest)


def test_without_fog_nobody_is_sent_away(grognard: Grognard) -> None:
    """Where both sides see the same the screen need not change hands."""
    output = play(grognard, "select r1", "move 02.02", "done")
    assert "Blue (1.1-1)" in output
    assert "Press Enter" not in output
    assert output.count("R1 marches to 02.02.") == 1


def test_random_plays_the_other_side(grognard: Grognard) -> None:
    """Against random only one's own side is asked, and the game comes to its end."""
    answer = grognard(
        "play",
        "--text",
        "duel",
        "--seed",
        "3",
        "--as",
        "blue",
        "--against",
        "random",
        typed="done\n" * 3 + "save end.json\nquit\n",
    )
    assert answer.exit_code == 0
    assert "Red>" not in answer.output
    assert "wins" in answer.output or "A draw" in answer.output
    assert "Saved to end.json." in answer.output
    assert "over" in grognard("play", "--text", "--load", "end.json", typed="done\n").output


def test_resigning_is_asked_about(grognard: Grognard) -> None:
    """`resign` alone does nothing; `resign yes` gives the game to the other side."""
    output = play(grognard, "resign", "resign yes")
    assert "resign yes" in after("resign", output)
    assert "Blue wins (resignation)" in output


def test_without_a_name_the_only_game_is_played(grognard: Grognard) -> None:
    """Where there is one game only, it need not be named."""
    assert "March a unit" in grognard("play", "--text", typed="\nquit\n").output


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--as", "green"), "duel has no side 'green'; its sides are red and blue"),
        (("--against", "chess"), "there is no player 'chess'"),
        (("--scenario", "noon"), "duel has no scenario 'noon'; it has dawn"),
        (("--option", "rain=yes"), "duel has no option rain; it has fog, broken"),
        (("--option", "fog"), "--option is written NAME=VALUE, not 'fog'"),
        (("--option", "fog=maybe"), "--option: "),
        (("--load", "nothing.json"), "nothing.json: no such file"),
    ],
)
def test_wrong_use_is_said_in_a_sentence(
    arguments: tuple[str, ...], complaint: str, grognard: Grognard
) -> None:
    """What cannot be played ends with 2 and one sentence."""
    answer = grognard("play", "--text", "duel", *arguments)
    assert answer.exit_code == 2
    assert complaint in answer.output


def test_a_broken_game_is_rescued(grognard: Grognard) -> None:
    """When the program breaks, the game up to there is written to a file."""
    answer = grognard(
        "play",
        "--text",
        "duel",
        "--option",
        "broken=on",
        "--option",
        "fog=no",
        "--as",
        "red",
        typed="select r1\nmove 02.02\ndone\ndone\n",
    )
    assert answer.exit_code == 1
    assert "The game so far is in" in answer.output
    assert "3 actions" in grognard("replay", "--verify", "grognard-rescued.json").output


def test_it_works_through_pipes(shell: Shell) -> None:
    """The real command reads a script and writes plain lines: no colour, no boxes."""
    answer = shell("play", "--text", "duel", "--as", "red", typed="select r1\nmove 1\nquit\nquit\n")
    assert answer.returncode == 0
    assert answer.stderr == ""
    assert "\x1b" not in answer.stdout
    assert answer.stdout.isascii()
