"""Write one HTML page of every picture that differs from a commit: before, after, and the difference.

    python tests/review_frames.py COMMIT PAGE.html

The pictures are those of `write_frames.py` in both languages and with names of three sizes. Run by hand before a change
goes in, and by the gate, which keeps the page. What has not been committed yet counts as *after*.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from base64 import b64encode
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from PIL import Image

from companion.ports import HEIGHT, WIDTH
from companion.report.markup import Markup, element, join

TOP = Path(__file__).resolve().parent.parent
WRITER = "tests/write_frames.py"
SIZES = (1, 2, 3, 4)
"""How large a pixel of the glass can be shown; the third is chosen at first."""
STYLE = """
body { font: 15px/1.4 sans-serif; margin: 1.5em; background: #222; color: #ddd }
a { color: #8cf } h2 { margin: 1.5em 0 .3em } p { margin: .2em 0 }
figure { display: inline-block; margin: 0 1em .8em 0 } figcaption { color: #999 }
img { image-rendering: pixelated; display: block; outline: 1px solid #555 }
.index a { margin-right: .8em; display: inline-block }
"""


class Change(NamedTuple):
    """A picture of a scene before and after, None where there is none, and the sets in which it is this one."""

    before: Image.Image | None
    after: Image.Image | None
    sets: tuple[str, ...]


def changes(before: Path, after: Path) -> tuple[dict[str, list[Change]], int]:
    """What differs between two folders of `write_frames.py --all`, by scene, and how many pictures there are.

    Pictures that are alike in several sets are one change.
    """
    files = sorted({file.relative_to(folder) for folder in (before, after) for file in folder.glob("*/*.png")})
    alike: dict[tuple[str, bytes, bytes], tuple[Image.Image | None, Image.Image | None, list[str]]] = {}
    for file in files:
        old, new = _picture(before / file), _picture(after / file)
        key = file.stem, old.tobytes() if old else b"", new.tobytes() if new else b""
        if key[1] != key[2]:
            alike.setdefault(key, (old, new, []))[2].append(file.parent.name)
    found: dict[str, list[Change]] = {}
    for (scene, _, _), (old, new, sets) in sorted(alike.items(), key=lambda entry: entry[0][0]):
        found.setdefault(scene, []).append(Change(old, new, tuple(sets)))
    return found, len(files)


def _picture(file: Path) -> Image.Image | None:
    """A picture in the size of the glass, None where there is none."""
    if not file.exists():
        return None
    with Image.open(file) as picture:
        return picture.convert("1").resize((WIDTH, HEIGHT), Image.Resampling.NEAREST)


def difference(before: Image.Image, after: Image.Image) -> Image.Image:
    """What stays in white, what goes in red, what comes in green."""
    both = before.convert("L"), after.convert("L")
    stays = Image.composite(both[0], Image.new("L", both[0].size), both[1])
    return Image.merge("RGB", (*both, stays))


def page(before: Path, after: Path, commit: str) -> str:
    """The page for two folders; `commit` is what the first one shows."""
    found, count = changes(before, after)
    differ = sum(len(change.sets) for several in found.values() for change in several)
    style = STYLE + "".join(f"body:has(#size-{size}:checked) img {{ width: {size * WIDTH}px }}\n" for size in SIZES)
    sizes = [element("label", _choice(size), f"{size} × ") for size in SIZES]
    return "<!DOCTYPE html>\n" + element(
        "html",
        element("head", element("meta", charset="utf-8"), element("title", "Pictures that differ"),
                element("style", Markup(style))),
        element(
            "body",
            element("h1", f"{differ} of {count} pictures differ from {commit}"),
            element("p", "In the third picture red is gone, green is new. Size: ", sizes),
            element("p", [element("a", scene, href=f"#{scene}") for scene in found], class_="index"),
            [_scene(scene, several) for scene, several in found.items()],
        ),
        lang="en",
    )  # fmt: skip


def _choice(size: int) -> Markup:
    chosen = "" if size == SIZES[2] else None
    return element("input", type="radio", name="size", id=f"size-{size}", checked=chosen)


def _scene(scene: str, several: Iterable[Change]) -> Markup:
    return element("section", element("h2", scene), map(_change, several), id=scene)


def _change(change: Change) -> Markup:
    before, after, sets = change
    both = difference(before, after) if before is not None and after is not None else None
    shown = (("before", before), ("after", after), ("difference", both))
    figures = [_figure(title, picture) for title, picture in shown if picture is not None]
    missing = "a new picture" if before is None else "the picture is gone" if after is None else None
    return join(element("p", ", ".join(sets), f": {missing}" if missing else None), element("div", figures))


def _figure(title: str, picture: Image.Image) -> Markup:
    file = io.BytesIO()
    picture.save(file, "PNG", optimize=True)
    source = f"data:image/png;base64,{b64encode(file.getvalue()).decode()}"
    return element("figure", element("img", src=source, alt=title), element("figcaption", title))


def _git(*words: str) -> bytes:
    return subprocess.run(["git", "-C", str(TOP), *words], check=True, stdout=subprocess.PIPE).stdout


def _writing(top: Path, folder: Path) -> subprocess.Popen[bytes]:
    """A process that writes the pictures of the project in a folder."""
    paths = {**os.environ, "PYTHONPATH": str(top), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.Popen([sys.executable, str(top / WRITER), "--all", str(folder)], env=paths, cwd=top)


def main(commit: str, target: Path) -> None:
    """Write the page; exits with a message where the pictures of the commit cannot be made."""
    with TemporaryDirectory() as name:
        old, before, after = (Path(name, part) for part in ("project", "before", "after"))
        old.mkdir()
        subprocess.run(["tar", "-x", "-C", str(old)], input=_git("archive", commit), check=True)
        # An older script may not know the options; what it calls has been there for longer.
        shutil.copy(TOP / WRITER, old / WRITER)
        for project, writes in ((commit, _writing(old, before)), ("this project", _writing(TOP, after))):
            if writes.wait():
                sys.exit(f"{project}: the pictures cannot be made")
        known = _git("show", "--no-patch", "--format=%h %s", commit).decode().strip()
        target.write_text(page(before, after, known), encoding="utf-8")
    print(f"{target}: {target.stat().st_size // 1024} kB")


if __name__ == "__main__":
    parser = ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("commit", metavar="COMMIT", help="what the pictures are compared with, such as HEAD~1")
    parser.add_argument("page", metavar="PAGE.html", type=Path, help="the page to write")
    chosen = parser.parse_args()
    main(chosen.commit, chosen.page)
