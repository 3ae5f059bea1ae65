"""What a page for a wall may not have, as scripts for a browser."""

WRONG = """
const found = [], wall = document.body.className === "wall", least = Math.min(innerWidth, innerHeight) / 45;
const own = document.documentElement;
if (own.scrollWidth > own.clientWidth) found.push("the page can be moved sideways");
if (wall && own.scrollHeight > innerHeight) found.push("the page can be moved down");
function look() {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
  while (walk.nextNode()) {
    const text = walk.currentNode.data.trim(), e = walk.currentNode.parentElement;
    if (!text || !e.checkVisibility() || e.closest("script, style, noscript, input")) continue;
    range.selectNodeContents(walk.currentNode);
    const size = parseFloat(getComputedStyle(e).fontSize), boxes = [...range.getClientRects()];
    if (wall && size < least - 0.01) found.push(`${text}: letters of ${size} px`);
    if (boxes.length > 1 && /^[−\\d ±]+$/.test(text)) found.push(`${text}: a number on two lines`);
    for (const box of boxes) {
      const around = e.closest(".tile, td, th, header, footer, .page, p").getBoundingClientRect();
      const low = wall ? innerHeight : own.scrollHeight - scrollY;
      if (box.left < -0.5 || box.right > own.clientWidth + 0.5 || box.bottom > low + 0.5)
        found.push(`${text}: out of the window`);
      if (box.left < around.left - 1 || box.right > around.right + 1 || box.bottom > around.bottom + 2)
        found.push(`${text}: out of its box`);
      const items = e.closest(".wall .items");
      if (items && box.bottom > items.getBoundingClientRect().bottom + 1) found.push(`${text}: below the edge`);
    }
  }
  for (const e of document.querySelectorAll(".wall h2 span:not(.whole), .wall bdi")) {
    const lines = new Map(), least = parseFloat(getComputedStyle(e).fontSize) * 0.3;
    range.selectNodeContents(e);
    for (const { top, width } of range.getClientRects()) {
      const line = Math.round(top);
      lines.set(line, (lines.get(line) || 0) + width);
    }
    if (lines.size > 1 && [...lines.values()].some((width) => width < least))
      found.push(`${e.textContent}: a sliver of a letter alone`);
  }
}
if (!wall) look();
else {
  const most = Math.max(...parts.map((part) => part.pages.length)), was = ahead;
  for (let page = 0; page < Math.min(most, arguments[0] ?? 6); page++) {
    ahead = page * PAGE_S - seconds() + 0.001;
    turn();
    look();
  }
  ahead = was;
  turn();
}
return [...new Set(found)];
"""
"""Everything that is cut, too small, or a number on two lines, on the first pages: six, or as many as are given."""
NEXT_FRAME = "requestAnimationFrame(arguments[0])"
"""Ends with the next frame. A page is told before it that its window has another size, once."""
STANDING = "return [...document.querySelectorAll('tbody .who')].map((e) => e.textContent)"
"""The people in the standings as they are shown."""

GROUNDS = "return [...new Set([...document.querySelectorAll('.tile')].map((e) => getComputedStyle(e).backgroundColor))]"
"""The colours behind the tables."""
KINDS = """
return ["playing", "over", "free", "silent"].map((kind) => {
  const style = getComputedStyle(document.querySelector(`.${kind}`));
  const label = document.querySelector(`.${kind} .state, .${kind} .age`);
  return [style.borderTopStyle, style.borderLeftWidth, label === null];
});
"""
"""By what each kind of table is known without colours."""
TABLES = "return [...document.querySelectorAll('.tile .name')].map((e) => e.textContent.replace(/\\u00a0/g, ' '))"
"""The tables as they are shown."""
TURNED = "return parts.map((part) => part.pages.map((page) => [].concat(...page).map((one) => one.key)))"
"""The tables and the people of each page."""
CELLS = "return [...document.querySelectorAll('#standings tr')].map((row) => row.cells.length)"
"""How many cells each row of the standings has, its head first."""
