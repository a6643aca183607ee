"""The built client: its files, and its page for every address that is no file."""

from __future__ import annotations

from http import HTTPStatus
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response

from grognard.server.problems import Denied

PAGE = "index.html"

#: Fixed here: what the machine believes of suffixes is not always right.
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}

#: For browsers that look for an icon where the client has none.
_ICON = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
    b'<path d="M16 1 29 8.5v15L16 31 3 23.5v-15z" fill="#4b5d43"/>'
    b'<path d="M8 11h16v10H8zM8 11l16 10M24 11 8 21" fill="none" stroke="#f3ead3" '
    b'stroke-width="2"/></svg>'
)


class Client:
    """The files of the client."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()

    async def serve(self, request: Request) -> Response:
        """A file, or the page: its own code reads the rest of the address."""
        path = request.path_params["path"]
        file = self._find(path)
        if file is not None:
            return _answer(file, for_ever=path.startswith("assets/"))
        if path == "favicon.ico":
            return Response(_ICON, media_type="image/svg+xml")
        page = self._find(PAGE)
        if page is None or Path(path).suffix in _TYPES:
            raise Denied("there is no such page", status=HTTPStatus.NOT_FOUND)
        return _answer(page, for_ever=False)

    def _find(self, path: str) -> Path | None:
        """A file inside the folder, never one outside of it."""
        if "\0" in path:
            return None
        file = (self._folder / path).resolve()
        inside = file.is_relative_to(self._folder)
        return file if inside and file.suffix in _TYPES and file.is_file() else None


def _answer(file: Path, *, for_ever: bool) -> Response:
    """Built assets have a hash in their name and never change."""
    keep = "public, max-age=31536000, immutable" if for_ever else "no-cache"
    headers = {"Cache-Control": keep}
    return FileResponse(file, media_type=_TYPES[file.suffix], headers=headers)
