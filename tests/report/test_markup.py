"""HTML as it is written: what is not markup already is escaped, in text and in attributes."""

from __future__ import annotations

from companion.report.markup import Markup, element, isolate, join


def test_text_is_escaped_and_markup_is_not() -> None:
    assert element("p", "a < b & c", Markup("<b>d</b>")) == "<p>a &lt; b &amp; c<b>d</b></p>"


def test_what_is_nested_is_written_one_after_the_other_and_nothing_for_none() -> None:
    assert join(["a", (None, "b"), element("br")], "c") == "ab<br>c"


def test_an_attribute_cannot_be_left() -> None:
    assert element("p", title='"><script>') == '<p title="&quot;&gt;&lt;script&gt;"></p>'


def test_attributes_are_named_as_html_names_them_and_left_out_for_none() -> None:
    assert element("text", class_="a", text_anchor="middle", dy=None) == '<text class="a" text-anchor="middle"></text>'


def test_numbers_are_as_exact_as_a_drawing_gets() -> None:
    assert element("line", x1=1.0, y1=2.25, x2=3) == '<line x1="1" y1="2.2" x2="3"></line>'


def test_only_names_that_could_turn_a_line_around_are_isolated() -> None:
    assert isolate("Ada") == "Ada"
    assert isolate("名前") == "名前"
    assert isolate("سلمى") == "\u2068سلمى\u2069"
