"""What must hold for the project as a whole: its locks, its sizes, its papers.

Each check is a function from files to complaints, so that it can be shown a bad file too.
"""

import os
import re
import subprocess
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LONGEST_FILE = 600
MADE = "Not edited by hand."

# What a walk passes over where git cannot tell what belongs to the project.
NOT_OURS = frozenset({"node_modules", "site", "build", "dist", "static", "uv.lock", "__pycache__"})
OUR_HIDDEN = frozenset({".ci", ".gitignore", ".npmrc"})

Check = Callable[[Path, Iterable[Path]], list[str]]


def project_files(root: Path) -> list[Path]:
    """The files that git tracks or would add; where there is no git, those that a walk finds."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=root, capture_output=True, check=True, text=True)
    except (OSError, subprocess.CalledProcessError):
        return walk(root)
    paths = (root / name for name in listed.stdout.split("\0") if name)
    return sorted(path for path in paths if path.is_file())


def walk(root: Path) -> list[Path]:
    return sorted(
        path
        for path in root.rglob("*")
        if path.is_file() and all(map(is_ours, path.relative_to(root).parts))
    )


def is_ours(name: str) -> bool:
    if name.startswith("."):
        return name in OUR_HIDDEN
    return name not in NOT_OURS and not name.endswith((".egg-info", ".pyc"))


def complain(
    root: Path, path: Path, pattern: str, reason: str, flags: re.RegexFlag = re.MULTILINE
) -> list[str]:
    """One complaint for each line of a file in which the pattern begins."""
    text = path.read_text(encoding="utf-8", errors="replace")
    lines = sorted(
        {text.count("\n", 0, found.start()) + 1 for found in re.finditer(pattern, text, flags)}
    )
    return [f"{path.relative_to(root)}:{line}: {reason}" for line in lines]


def addresses_in_locks(root: Path, files: Iterable[Path]) -> list[str]:
    """Lock files that say where a package was fetched, not only which one it is."""
    complaints: list[str] = []
    for path in files:
        if path.name in {"uv.lock", "pylock.toml"}:
            complaints.append(f"{path.relative_to(root)}: records addresses, do not keep it")
        elif path.name in {"package-lock.json", "npm-shrinkwrap.json"}:
            complaints += complain(root, path, r'"resolved"', "a resolved address")
        elif path.match("requirements*.lock") or path.match("requirements*.txt"):
            complaints += complain(root, path, r"://|\bfile:|^[\w.\[\],-]+ @ ", "an address")
    return complaints


def registries_in_settings(root: Path, files: Iterable[Path]) -> list[str]:
    """Settings of pip, uv or npm that choose a registry for everyone."""
    complaints: list[str] = []
    for path in files:
        if path.name in {".npmrc", ".yarnrc", ".yarnrc.yml", ".pypirc"}:
            pattern = r"^\s*(@[\w.-]+:|npm)?(registry(Server)?|repository)\b\s*[=:]"
            complaints += complain(root, path, pattern, "a registry", re.MULTILINE | re.IGNORECASE)
        elif path.suffix in {".toml", ".conf", ".ini", ".cfg"} or path.match("requirements*"):
            pattern = (
                r"^[^#\n]*(index[-_]url|default-index|find[-_]links|\[\[(tool\.uv\.)?index\]\])"
            )
            complaints += complain(root, path, pattern, "a registry")
    return complaints


def long_files(root: Path, files: Iterable[Path]) -> list[str]:
    """Sources too long to have one subject. What a program has made says so in its first line."""
    complaints: list[str] = []
    for path in files:
        name = path.relative_to(root)
        is_python = path.suffix == ".py" and name.parts[0] in {"src", "tests"}
        if is_python or path.suffix in {".ts", ".svelte"}:
            lines = path.read_text(encoding="utf-8").splitlines()
            if len(lines) > LONGEST_FILE and MADE not in lines[0]:
                complaints.append(f"{name}: {len(lines)} lines, more than {LONGEST_FILE}")
    return complaints


def things_left_to_do(root: Path, files: Iterable[Path]) -> list[str]:
    """Notes of unfinished work in what is shipped."""
    complaints: list[str] = []
    for path in files:
        if path.relative_to(root).parts[0] == "src":
            complaints += complain(root, path, r"\b(TODO|FIXME)\b", "a thing left to do")
    return complaints


def faults_of_ci(root: Path, files: Iterable[Path]) -> list[str]:
    """What keeps `.ci/run` from checking everything."""
    script = root / ".ci" / "run"
    if script not in files:
        return [".ci/run: missing"]
    complaints: list[str] = []
    if not os.access(script, os.X_OK):
        complaints.append(".ci/run: not executable")
    if "make test" not in script.read_text(encoding="utf-8").splitlines():
        complaints.append(".ci/run: does not call `make test`")
    return complaints


def commands_not_in_readme(root: Path, files: Iterable[Path]) -> list[str]:
    """The commands that a newcomer would not find."""
    readme = root / "README.md"
    text = readme.read_text(encoding="utf-8") if readme in files else ""
    return [
        f"README.md: does not name `{command}`"
        for command in ("make play", "make test")
        if command not in text
    ]


def version_not_in_changelog(root: Path, files: Iterable[Path]) -> list[str]:
    """The version of the package, if no heading of the changelog names it."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    version = project["project"]["version"]
    changelog = root / "CHANGELOG.md"
    text = changelog.read_text(encoding="utf-8") if changelog in files else ""
    if re.search(rf"^## \[?{re.escape(version)}(?![\w.])", text, re.MULTILINE):
        return []
    return [f"CHANGELOG.md: no heading for version {version}"]


@pytest.fixture(scope="module")
def files() -> list[Path]:
    return project_files(ROOT)


def test_locks_name_versions_and_no_addresses(files: list[Path]) -> None:
    """A lock file names packages, versions and hashes, and never where they were fetched."""
    assert addresses_in_locks(ROOT, files) == []


def test_settings_choose_no_registry(files: list[Path]) -> None:
    """No setting of pip, uv or npm chooses a registry: that is the user's own affair."""
    assert registries_in_settings(ROOT, files) == []


def test_files_stay_short(files: list[Path]) -> None:
    """A source file has one subject and at most 600 lines."""
    assert long_files(ROOT, files) == []


def test_nothing_is_left_to_do_in_the_package(files: list[Path]) -> None:
    """What is shipped holds no note of work left undone."""
    assert things_left_to_do(ROOT, files) == []


def test_ci_runs_the_command_that_developers_run(files: list[Path]) -> None:
    """The script `.ci/run` can be executed and checks what `make test` checks."""
    assert faults_of_ci(ROOT, files) == []


def test_readme_names_both_commands(files: list[Path]) -> None:
    """The README names the two commands, `make play` and `make test`."""
    assert commands_not_in_readme(ROOT, files) == []


def test_changelog_has_the_version(files: list[Path]) -> None:
    """The changelog has a heading for the version in pyproject.toml."""
    assert version_not_in_changelog(ROOT, files) == []


def test_lock_pins_with_hashes() -> None:
    """Every package in requirements.lock has an exact version and a hash."""
    entries = re.split(r"\n(?=\w)", (ROOT / "requirements.lock").read_text(encoding="utf-8"))
    loose = [entry for entry in entries if "==" not in entry or "--hash=sha256:" not in entry]
    assert loose == []


BAD_FILES: list[tuple[Check, str, str]] = [
    (addresses_in_locks, "uv.lock", "version = 1\n"),
    (addresses_in_locks, "web/package-lock.json", '{"resolved": "https://registry.test/a.tgz"}'),
    (addresses_in_locks, "requirements.lock", "--index-url https://index.test/simple\n"),
    (addresses_in_locks, "requirements.lock", "numpy @ https://index.test/numpy.whl\n"),
    (addresses_in_locks, "requirements.lock", "--find-links file:wheels\n"),
    (registries_in_settings, "web/.npmrc", "registry=https://registry.test\n"),
    (registries_in_settings, "web/.npmrc", "@scope:registry = https://registry.test\n"),
    (registries_in_settings, "pip.conf", "[global]\nindex-url = https://index.test\n"),
    (registries_in_settings, "pip.conf", "[global]\nextra-index-url = https://index.test\n"),
    (registries_in_settings, "uv.toml", '[[index]]\nurl = "https://index.test"\n'),
    (registries_in_settings, "pyproject.toml", '[[tool.uv.index]]\nurl = "https://index.test"\n'),
    (registries_in_settings, "pyproject.toml", '[tool.uv]\nindex-url = "https://index.test"\n'),
    (long_files, "src/grognard/rules.py", "pass\n" * 601),
    (long_files, "tests/test_rules.py", "pass\n" * 601),
    (long_files, "web/src/map.ts", "\n" * 601),
    (long_files, "web/src/Map.svelte", "\n" * 601),
    (things_left_to_do, "src/grognard/rules.py", "# TODO: the rest\n"),
    (things_left_to_do, "src/grognard/games/storm41/data/map.yaml", "# FIXME\n"),
    (faults_of_ci, ".ci/run", "#!/bin/sh\nmake test\n"),
    (commands_not_in_readme, "README.md", "Run `make play`.\n"),
    (version_not_in_changelog, "pyproject.toml", '[project]\nversion = "9.9.9"\n'),
]


@pytest.mark.parametrize(("check", "name", "text"), BAD_FILES)
def test_a_bad_file_is_complained_of(check: Check, name: str, text: str, tmp_path: Path) -> None:
    """Each check above finds the fault that it is there for, and names the file."""
    path = write(tmp_path / name, text)
    assert len(check(tmp_path, [path])) == 1


GOOD_FILES: list[tuple[Check, str, str]] = [
    (addresses_in_locks, "requirements.lock", "numpy==2.4.6 \\\n    --hash=sha256:00\n"),
    (registries_in_settings, "web/.npmrc", "omit-lockfile-registry-resolved=true\n"),
    (long_files, "src/grognard/rules.py", "pass\n" * 600),
    (long_files, "src/grognard/games/storm41/data/map.yaml", "- row\n" * 601),
    (long_files, "web/src/schema.ts", "// Made by a program. Not edited by hand.\n" * 601),
    (things_left_to_do, "src/grognard/rules.py", "MASTODON = 1\n"),
]


@pytest.mark.parametrize(("check", "name", "text"), GOOD_FILES)
def test_a_good_file_is_let_be(check: Check, name: str, text: str, tmp_path: Path) -> None:
    """No check complains of what is allowed."""
    path = write(tmp_path / name, text)
    assert check(tmp_path, [path]) == []


def test_ci_script_must_call_make_test(tmp_path: Path) -> None:
    """A script that is executable but checks less than `make test` is complained of."""
    path = write(tmp_path / ".ci" / "run", "#!/bin/sh\n# make test\npytest\n")
    path.chmod(0o755)
    assert faults_of_ci(tmp_path, [path]) == [".ci/run: does not call `make test`"]


def test_a_walk_finds_our_files_and_no_others(tmp_path: Path) -> None:
    """Outside git, environments, caches and built files are passed over."""
    ours = [write(tmp_path / name, "") for name in (".ci/run", "src/a.py", "web/.npmrc")]
    for name in (".venv/b.py", "web/node_modules/c.ts", "src/__pycache__/a.pyc", "uv.lock"):
        write(tmp_path / name, "")
    assert walk(tmp_path) == sorted(ours)


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path
