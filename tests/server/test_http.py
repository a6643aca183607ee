import json
import re
from pathlib import Path

import pytest
from tests.server.serving import GAME, Keys, Server

NO_SEAT = "there is no such game, or this is not the key to it"


# --- what there is to play ------------------------------------------------------------------


def test_the_lobby_lists_the_games(server: Server) -> None:
    """A card has what the lobby shows: sides, scenarios, options in words, players."""
    (card,) = [card for card in server.get("/api/games").json if card["slug"] == GAME]
    assert card == server.get(f"/api/games/{GAME}").json
    assert [side["id"] for side in card["sides"]] == ["axis", "soviet"]
    assert card["scenarios"][0]["turns"] == 12
    fog = next(option for option in card["options"] if option["name"] == "fog")
    assert (fog["kind"], fog["default"]) == ("switch", True)
    assert "hidden" in fog["about"]
    assert "random" in [player["name"] for player in card["players"]]


def test_rules_are_in_the_order_of_the_book(server: Server) -> None:
    """Every clause can be looked up, 9.2 before 11.1."""
    numbers = [clause["number"] for clause in server.get(f"/api/games/{GAME}/rules").json]
    chapters = [int(number.split(".")[0]) for number in numbers if re.match(r"\d+\.", number)]
    assert len(set(chapters)) > 5
    assert chapters == sorted(chapters)


def test_the_board_has_every_hex_where_the_map_has_it(server: Server) -> None:
    """The inspector's hexes and the nodes of the map are the same, at the same places."""
    board = server.get(f"/api/games/{GAME}/board").json
    svg = server.get(f"/api/games/{GAME}/board.svg").body.decode()
    nodes = re.findall(r'x="([-.\d]+)" y="([-.\d]+)" data-hex="([^"]+)"', svg)
    assert {name: (float(x), float(y)) for x, y, name in nodes} == {
        name: (space["x"], space["y"]) for name, space in board["hexes"].items()
    }


def test_neighbours_are_mutual(server: Server) -> None:
    """A hex is near those that are near it, and what lies on a side lies on it for both."""
    hexes = server.get(f"/api/games/{GAME}/board").json["hexes"]
    for name, space in hexes.items():
        assert all(name in hexes[other]["near"] for other in space["near"])
        for kind, others in space["sides"].items():
            assert all(name in hexes[other]["sides"][kind] for other in others)


def test_pieces_say_where_their_values_come_from(server: Server) -> None:
    """Reconstructed values are marked as such."""
    sources = {piece["source"] for piece in server.get(f"/api/games/{GAME}/pieces").json}
    assert sources <= {"rulebook", "public", "reconstructed"}
    assert sources


@pytest.mark.parametrize(
    ("path", "type_", "magic"),
    [
        ("board.svg", "image/svg+xml", b"<svg"),
        ("board.svg?weather=mud", "image/svg+xml", b"<svg"),
        ("ground", "image/webp", b"RIFF"),
        ("thumbnail.png", "image/png", b"\x89PNG"),
    ],
)
def test_pictures_are_kept(path: str, type_: str, magic: bytes, server: Server) -> None:
    """A picture asked for by version is kept for ever; else the browser asks whether it holds."""
    answer = server.get(f"/api/games/{GAME}/{path}")
    assert answer.status == 200
    assert answer.headers["content-type"] == type_
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.body.startswith(magic)
    tag = answer.headers["etag"]
    again = server.get(f"/api/games/{GAME}/{path}", **{"If-None-Match": tag})
    assert (again.status, again.body) == (304, b"")
    joint = "&" if "?" in path else "?"
    version = tag.strip('"')
    by_version = server.get(f"/api/games/{GAME}/{path}{joint}v={version}")
    assert "immutable" in by_version.headers["cache-control"]


def test_pictures_are_drawn_once(server: Server) -> None:
    """A map is drawn for a version of the game and then read from the disk."""
    server.get(f"/api/games/{GAME}/thumbnail.png")
    (file,) = (server.home / "cache" / "maps").glob(f"{GAME}-*-thumbnail.png")
    drawn, data = file.stat().st_mtime_ns, file.read_bytes()
    assert server.get(f"/api/games/{GAME}/thumbnail.png").body == data
    assert file.stat().st_mtime_ns == drawn


def test_the_usual_pictures_are_drawn_together(server: Server) -> None:
    """Laying a map out takes longer than a picture of it: who asks for one has all drawn."""
    server.get("/api/games/kanev43/thumbnail.png")
    kept = (server.home / "cache" / "maps").glob("kanev43-*")
    kinds = {file.name.split("-", 2)[2] for file in kept}
    assert {"thumbnail.png", "ground.webp", "board.svg"} == kinds


def test_the_map_names_its_ground_by_version(server: Server) -> None:
    """The picture under the map is fetched once and kept."""
    svg = server.get(f"/api/games/{GAME}/board.svg").body.decode()
    found = re.search(r'href="(/api/games/\w+/ground\?v=\w+)"', svg)
    assert found
    assert "immutable" in server.get(found[1]).headers["cache-control"]


def test_the_page_of_a_scenario(server: Server) -> None:
    """What the page says before a game is begun."""
    page = server.get(f"/api/games/{GAME}/page?scenario=campaign").json
    assert (page["game"], len(page["turns"])) == (GAME, 12)


# --- games in progress ----------------------------------------------------------------------


def test_a_new_game_has_a_token_for_each_human_seat(server: Server) -> None:
    """Two people get two tokens; a computer's side has none."""
    assert set(server.begin().tokens) == {"axis", "soviet"}
    assert set(server.begin(soviet="random").tokens) == {"axis"}


def test_games_in_progress_are_listed_for_who_has_a_token(server: Server) -> None:
    """A wrong token is passed over in silence, as is a game that is not there."""
    keys = server.begin()
    token = keys.tokens["soviet"]
    mine = {keys.play: [token], "nowhere": [token], server.begin().play: [token, "x"]}
    (card,) = server.post("/api/plays/mine", {"plays": mine}).json
    assert (card["play"], card["mine"], card["game"]) == (keys.play, ["soviet"], GAME)
    assert (card["turn"], card["revision"], card["outcome"]) == (1, 0, "")
    assert card["seats"] == {"axis": "human", "soviet": "human"}
    assert card["asked"] in card["seats"]


def test_the_game_played_last_is_listed_first(server: Server) -> None:
    """One goes on where one left off."""
    older, newer = server.begin(), server.begin()
    plays = {keys.play: list(keys.tokens.values()) for keys in (older, newer)}
    with older.seat(older.card()["asked"]) as seat:
        seat.act(seat.actions()[0])
    listed = [card["play"] for card in server.post("/api/plays/mine", {"plays": plays}).json]
    assert listed == [older.play, newer.play]


def test_a_save_is_for_who_holds_all_human_seats(server: Server) -> None:
    """Seed and actions tell all: one of two people does not get them while the game goes on."""
    keys = server.begin()
    path, one = f"/api/plays/{keys.play}/save", {"Authorization": f"Bearer {keys.tokens['axis']}"}
    refused = server.request("GET", path, headers=one)
    assert refused.status == 403
    assert "seed" not in refused.body.decode()
    whole = server.request("GET", path, headers=keys.bearer)
    assert whole.json["seed"] == "7"
    assert "attachment" in whole.headers["content-disposition"]
    alone = server.begin(soviet="random")
    assert (
        server.request("GET", f"/api/plays/{alone.play}/save", headers=alone.bearer).status == 200
    )


def test_after_the_game_anybody_who_played_may_have_it(server: Server) -> None:
    """At the end all is open, and the record too."""
    keys = server.begin()
    with keys.seat("axis") as seat:
        assert seat.act("resign axis")["type"] == "done"
    one = {"Authorization": f"Bearer {keys.tokens['soviet']}"}
    assert server.request("GET", f"/api/plays/{keys.play}/save", headers=one).status == 200
    assert "resign" in keys.card()["outcome"]


def test_a_saved_game_goes_on_where_it_was(server: Server) -> None:
    """A save comes back as a game with its log, with whoever is to play it now."""
    keys = server.begin()
    with keys.seat(keys.card()["asked"]) as seat:
        for _ in range(3):
            seat.act(seat.actions()[0])
        log = seat.log
    answer = server.post(f"/api/plays/load?{seat.opening['side']}=human", keys.save())
    assert answer.status == 201
    again = Keys(server, answer.json["play"], answer.json["tokens"])
    with again.seat(seat.opening["side"]) as other:
        assert other.log == log
        assert (other.frame["number"], other.frame["revision"]) == (3, 0)
        assert other.question == seat.question
    assert again.save() == keys.save()


def test_a_loaded_game_may_be_played_by_others(server: Server) -> None:
    """Seats are chosen anew: a computer may take over a side."""
    save = server.begin().save()
    loaded = server.post("/api/plays/load?soviet=random", save)
    assert set(loaded.json["tokens"]) == {"axis"}


def test_a_game_is_removed_by_who_holds_all_human_seats(server: Server) -> None:
    """Of two people, one cannot throw the game away."""
    keys = server.begin()
    path, one = f"/api/plays/{keys.play}", {"Authorization": f"Bearer {keys.tokens['axis']}"}
    assert server.request("DELETE", path, headers=one).status == 403
    with keys.seat("axis") as seat:
        assert server.request("DELETE", path, headers=keys.bearer).status == 204
        assert seat.closed_with() == 4410
    assert server.request("DELETE", path, headers=keys.bearer).status == 404


# --- refusals -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"game": GAME, "scenario": "dawn"}, "no scenario 'dawn'"),
        ({"game": GAME, "options": {"rain": True}}, "no option rain"),
        ({"game": GAME, "options": {"fog": "perhaps"}}, "Expected `bool`"),
        ({"game": GAME, "options": {"seed": 1}}, "no option seed"),
        ({"game": GAME, "seats": {"allies": "human"}}, "no side 'allies'"),
        ({"game": GAME, "seats": {"axis": "napoleon"}}, "no player 'napoleon'"),
        ({"game": GAME, "seats": {"axis": "random", "soviet": "random"}}, "must be human"),
        ({"game": GAME, "dice": "loaded"}, "unknown field"),
        ({"game": 7}, "Expected `str`"),
        ([], "Expected `object`"),
        (b"{", "not understood"),
        (b"\xff", "not understood"),
        (b"", "not understood"),
    ],
)
def test_a_game_that_cannot_be_begun(body: object, words: str, server: Server) -> None:
    """What is wrong with a request is said in words."""
    answer = server.post("/api/plays", body)
    assert answer.status in (400, 404)
    assert words in answer.json["error"]


@pytest.mark.parametrize("body", [b"{}", b"[]", b"null", b'{"format": 99}', b'{"format": 1}', b"x"])
def test_what_is_no_save_is_not_loaded(body: bytes, server: Server) -> None:
    """Any file may be sent; only a save becomes a game."""
    assert server.post("/api/plays/load", body).status == 400


def test_a_save_that_was_tampered_with_is_not_loaded(server: Server) -> None:
    """A save replays to its hashes or it is none."""
    keys = server.begin()
    with keys.seat(keys.card()["asked"]) as seat:
        seat.act(seat.actions()[0])
    save = keys.save()
    other_dice = server.post("/api/plays/load", {**save, "seed": "8", "hashes": save["hashes"]})
    assert other_dice.status == 400
    no_such_action = server.post("/api/plays/load", {**save, "actions": ["fly 33.15"]})
    assert "fly" in no_such_action.json["error"]
    other_game = server.post("/api/plays/load", {**save, "game": "chess"})
    assert "chess" in other_game.json["error"]
    state = {**save["state"], "units": [], "agenda": [{"step": "nonsense"}]}
    assert server.post("/api/plays/load", {**save, "rules": "0", "state": state}).status == 400


def test_without_the_token_a_game_is_as_one_that_is_not_there(server: Server) -> None:
    """Who has not the key does not even learn that there is a door."""
    keys, other = server.begin(), server.begin()
    wrong = [{}, {"Authorization": "Bearer x"}, {"Authorization": "Basic x"}, other.bearer]
    for method, path in (("GET", "/api/plays/{}/save"), ("DELETE", "/api/plays/{}")):
        for headers in wrong:
            here = server.request(method, path.format(keys.play), headers=headers)
            nowhere = server.request(method, path.format("nowhere"), headers=headers)
            assert (here.status, here.json["error"]) == (404, NO_SEAT)
            assert here.body == nowhere.body
    assert keys.card()["revision"] == 0


def test_long_bodies_are_cut_off(server: Server) -> None:
    """No more is read than a request can need."""
    long = b'{"game": "' + b"x" * 100_000 + b'"}'
    assert server.post("/api/plays", long).status == 413
    assert server.post("/api/plays/mine", long).status == 413


def test_only_json_is_taken(server: Server) -> None:
    """A form of another site cannot send JSON without asking first."""
    body = json.dumps({"game": GAME}).encode()
    answer = server.request("POST", "/api/plays", body, {"Content-Type": "text/plain"})
    assert answer.status == 415


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api", 404),
        ("GET", "/api/", 404),
        ("GET", "/api/nothing", 404),
        ("PUT", "/api/nothing", 404),
        ("GET", "/api/games/chess", 404),
        ("GET", "/api/games/../plays", 404),
        ("GET", f"/api/games/{GAME}/page?scenario=dawn", 404),
        ("GET", f"/api/games/{GAME}/board.svg?weather=hail", 400),
        ("DELETE", "/api/games", 405),
        ("POST", "/", 405),
    ],
)
def test_wrong_addresses(method: str, path: str, status: int, server: Server) -> None:
    """What is not there is refused as a problem, in JSON."""
    answer = server.request(method, path)
    assert answer.status == status
    assert answer.headers["content-type"] == "application/json"
    assert answer.json["error"]


def test_refusals_are_logged_without_tokens(server: Server) -> None:
    """The log says what was refused, and never holds a key."""
    keys = server.begin()
    server.request("GET", "/api/plays/somewhere/save", headers=keys.bearer)
    log = server.log()
    assert f"refused GET /api/plays/somewhere/save: {NO_SEAT}" in log
    assert not any(token in log for token in keys.tokens.values())


# --- who is answered ------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "", "localhost.evil.example"])
def test_a_name_that_is_not_ours_is_not_answered(host: str, server: Server) -> None:
    """A site that makes its name point here gets nothing (DNS rebinding)."""
    answer = server.get("/api/games", Host=host)
    assert answer.status == 403
    assert GAME not in answer.body.decode()


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:99", "127.0.0.1", "[::1]:8000", "192.168.1.7"]
)
def test_our_names_and_bare_addresses_are_answered(host: str, server: Server) -> None:
    """No trick with names can have a bare address."""
    assert server.get("/api/games", Host=host).status == 200


def test_pages_of_other_sites_may_not_ask(server: Server) -> None:
    """A request says which page it comes from; only our own is served."""
    body = {"game": GAME}
    for origin in ("http://evil.example", "null", "http://127.0.0.1:1", "http://[", "https://x"):
        answer = server.request("POST", "/api/plays", body, {"Origin": origin})
        assert answer.status == 403
    ours = server.request("POST", "/api/plays", body, {"Origin": server.address.rstrip("/")})
    assert ours.status == 201
    assert "access-control-allow-origin" not in ours.headers


# --- the client's files ---------------------------------------------------------------------


@pytest.fixture
def client(server: Server) -> Path:
    """A built client of three files."""
    static = server.home / "static"
    (static / "assets").mkdir(parents=True, exist_ok=True)
    (static / "index.html").write_text("<!doctype html><title>Grognard</title>", encoding="utf-8")
    (static / "assets" / "page-1a2b.js").write_text("export {}", encoding="utf-8")
    (server.home / "static-secret.txt").write_text("secret", encoding="utf-8")
    return static


@pytest.mark.usefixtures("client")
def test_the_page_is_served_at_every_address(server: Server) -> None:
    """The page's own code reads the rest of the address."""
    for path in ("/", "/play/abc", "/play/abc?x=1", "/index.html"):
        answer = server.get(path)
        assert b"Grognard" in answer.body
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert answer.headers["cache-control"] == "no-cache"
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


@pytest.mark.usefixtures("client")
def test_assets_have_their_types(server: Server) -> None:
    """Built files are kept for ever: a new build gives them new names."""
    answer = server.get("/assets/page-1a2b.js")
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "immutable" in answer.headers["cache-control"]
    assert server.get("/assets/page-3c4d.js").status == 404


@pytest.mark.usefixtures("client")
@pytest.mark.parametrize(
    "path",
    ["/../static-secret.txt", "/..%2fstatic-secret.txt", "/assets/%2e%2e/%2e%2e/static-secret.txt",
     "//etc/passwd", "/%00.txt", "/../log"],
)  # fmt: skip
def test_nothing_outside_the_folder_is_served(path: str, server: Server) -> None:
    """However an address is written, it does not lead out of the client's folder."""
    body = server.get(path).body
    assert b"secret" not in body
    assert b"root:" not in body
    assert b"WARNING" not in body


def test_there_is_always_an_icon(server: Server) -> None:
    """Browsers look for one, and a missing one is an error in their console."""
    answer = server.get("/favicon.ico")
    assert (answer.status, answer.headers["content-type"]) == (200, "image/svg+xml")
