"""The page of pictures before and after a change."""

from __future__ import annotations

from pathlib import Path

from PIL import Image
from review_frames import changes, difference, page

from companion.ports import HEIGHT, WIDTH


def picture(*lit: int) -> Image.Image:
    """A glass of which these pixels of the first row are lit."""
    made = Image.new("1", (WIDTH, HEIGHT))
    for x in lit:
        made.putpixel((x, 0), 1)
    return made


def save(folder: Path, name: str, shown: Image.Image) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    shown.resize((4 * WIDTH, 4 * HEIGHT), 0).save(folder / name)


def test_pictures_that_differ_are_named_by_scene_and_those_alike_are_one_change(tmp_path: Path) -> None:
    before, after = tmp_path / "before", tmp_path / "after"
    for names in ("en eight", "en short", "ja short"):
        save(before, f"{names}/home.png", picture(0))
        save(before, f"{names}/log.png", picture(0))
        save(after, f"{names}/log.png", picture(0))
        save(after, f"{names}/home.png", picture(0, 1) if names.startswith("en") else picture(0))
    save(before, "en short/gone.png", picture(5))
    save(after, "ja short/new.png", picture(6))
    found, count = changes(before, after)
    assert count == 8
    assert {scene: [change.sets for change in several] for scene, several in found.items()} == {
        "gone": [("en short",)],
        "home": [("en eight", "en short")],
        "new": [("ja short",)],
    }
    html = page(before, after, "abc a < b")
    assert "4 of 8 pictures differ from abc a &lt; b" in html
    assert html.count("<figure>") == 3 + 1 + 1  # two pictures and what differs; one that is gone; one that is new
    assert ("ja short: a new picture" in html, "en short: the picture is gone" in html) == (True, True)
    assert "http" not in html  # all is in the file


def test_a_difference_has_red_for_what_goes_and_green_for_what_comes() -> None:
    shown = difference(picture(0, 1), picture(1, 2))
    assert [shown.getpixel((x, 0)) for x in range(4)] == [(255, 0, 0), (255, 255, 255), (0, 255, 0), (0, 0, 0)]
