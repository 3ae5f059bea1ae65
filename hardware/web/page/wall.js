// The wall of a hall: tables as tiles, and standings. On a screen for a room the letters are as large as fit, never
// smaller than what can be read at five metres; what finds no room there comes on the next page. A phone gets one long
// page to search in. Nothing in it is newer than ES2017.
"use strict";

const LEAST = 1 / 45;  // of the smaller side of the window: the smallest letters
const RATING = 5;  // in letters: the room for a rating
const PAGE_S = 10, TICK_MS = 5000, STEPS = 5, FEW = 16;
const LISTED = "(max-width: 699px), (max-height: 479px), (max-width: 1399px) and (pointer: coarse), " +
  "(max-width: 999px) and (max-aspect-ratio: 1/1)";

const listed = matchMedia(LISTED), find = at("find");
const tables = new Map(), people = new Map();  // by name or id: what was sent, and the element that shows it
const order = new Intl.Collator("en", { numeric: true });
let ahead = 0, midnight = 0;  // seconds: the board's own seconds, and those of its day, less those of this page
let rated = false, pointed = false, stale = true;  // whether the standings have ratings, and points
const parts = [
  part("tables", tables, 1 / 9, 14, (tiles) => element("div", "column", ...tiles)),
  part("standings", people, 1 / 18, 23, (rows) => element("table", "", heads(), element("tbody", "", ...rows))),
];

// A part of the page: its letters are up to `most` of the smaller side of the window, its columns at least `narrow`
// letters wide, and `column` makes one of them.
function part(name, kept, most, narrow, column) {
  const section = at(name), child = (kind) => section.querySelector(kind);
  return { name, kept, most, narrow, column, section, items: child(".items"), page: child(".page"), empty: child(".empty"), pages: [] };
}

function element(name, kind, ...inside) {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  made.append(...inside.filter((one) => one !== ""));
  return made;
}

const minus = (number) => String(number).replace("-", "−");
const seconds = () => performance.now() / 1000;
const filled = (label, values) => label.replace(/\{(\w+)\}/g, (all, name) => values[name]);

function clockText(day) {
  const minutes = Math.floor(day / 60) % 1440;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}

// -- what comes

function show(state) {
  if (state.labels) {
    tables.clear();
    people.clear();
    ahead = state.now - seconds();
    midnight = state.clock - seconds();
    at("scope").textContent = state.scope;
    stale = true;
    at("clock").textContent = clockText(state.clock);
  }
  if (at("deaf").hidden !== state.connected) stale = true;
  at("deaf").hidden = state.connected;
  document.body.dataset.alone = state.connected ? "no" : "yes";
  take(tables, state.tables, tile, (one) => JSON.stringify([one.live, one.phase, one.title, one.warnings, one.seats.map((seat) => seat[0])]));
  const before = `${rated} ${pointed}`;
  take(people, state.people, row, (one) => `${one[0]} ${one[1]}`);
  if (before !== `${rated} ${pointed}`) stale = true;  // the head has other columns
  at("standings").classList.toggle("rated", rated);
  draw();
}

// Keeps what was sent, and puts its element in the place of the one before. What needs another room is laid out anew with
// the next tick.
function take(kept, sent, make, shape) {
  for (const key of Object.keys(sent)) {
    const before = kept.get(key), said = sent[key];
    if (said === null) kept.delete(key);
    else kept.set(key, { key, said, element: make(key, said), shape: shape(said), rank: RANK[stateOf(said)] });
    const after = kept.get(key);
    if (!before && kept.size === 1) stale = true;
    else if (!before || !after || before.shape !== after.shape) dirty = true;
    if (before && after && before.element.isConnected) before.element.replaceWith(after.element);
  }
}
let dirty = false;

// -- a table

function tile(key, said) {
  const state = stateOf(said);
  const head = element("h2", "", element("span", "name", ...whole(tableName(key), NUMBER)));
  if (said.title) head.append(element("span", "title", ...whole(said.title, TAIL)));
  if (state === "free") head.append(element("span", "state", said.results ? labels.results : labels.free));
  const made = element("article", `tile ${state}`, head);
  if (said.seats.length) {
    made.append(element("ul", "", ...said.seats.map(([name, points, marks], place) => {
      const kinds = ["t", "l", "w", "o"].filter((mark) => marks.includes(mark)).map((mark) => `is-${mark}`);
      const shown = name === null ? filled(labels.seat, { number: place + 1 }) : name;
      return element("li", kinds.join(" "), element("span", "who", nameElement(shown)),
        points === null ? "" : element("b", "", minus(points)));
    })));
  }
  if (state === "over") made.append(element("p", "state", labels.over));
  if (said.says) made.append(element("p", "says", said.says));
  if (!said.live) made.append(element("p", "age", age(said.at)));
  if (said.warnings) made.append(element("p", "warning", said.warnings.join(" · ")));
  return made;
}

function stateOf(said) {
  if (!said.live) return "silent";
  return said.phase === "over" || said.phase === "playing" ? said.phase : "free";
}

// table-3 is called Table 3.
const tableName = (key) => (key[0].toUpperCase() + key.slice(1)).replace(/-(?=\d+$)/, "\u00a0").replace(/-/g, " ");

// No line breaks within what a pattern finds: a number, or the last four letters of a word, since a word that is longer
// than its line breaks anywhere, and would leave one narrow letter alone. (A letter and its accent may count as two.)
const NUMBER = /(\d+)/, TAIL = /(\S{1,4})(?!\S)/u;
const whole = (text, pattern) => text.split(pattern).map((part, place) => place % 2 ? element("span", "whole", part) : part);
const nameElement = (name) => element("bdi", "", ...whole(name, TAIL));

function age(since) {
  if (since === null) return labels.never;
  const s = Math.max(0, Math.floor(seconds() + ahead - since));
  if (s < 120) return filled(labels.seconds, { n: s });
  return s < 7200 ? filled(labels.minutes, { n: Math.floor(s / 60) }) : filled(labels.hours, { n: Math.floor(s / 3600) });
}

// -- a person in the standings

function row(key, said) {
  const [place, name, named, games, won, drawn, points, score, rating] = said;
  rated = said.length > 8;
  pointed = points !== null;
  const who = element("td", named ? "who" : "who digits", nameElement(name));
  const counts = [["games", games], ["won", won], ["drawn", drawn], ["points", points], ["score", score]];
  const cells = counts.filter((count) => count[1] !== null).map(([kind, n]) => element("td", kind, minus(n)));
  if (rated) cells.push(element("td", "rating", rating ? `${rating[0]} ± ${rating[1]}` : labels.new));
  return element("tr", "", element("td", "place", String(place)), who, ...cells);
}

function heads() {
  const names = ["games", "won", "drawn"];
  if (pointed) names.push("points");
  names.push("score");
  if (rated) names.push("rating");
  return element("thead", "", element("tr", "", element("td"), element("td"), ...names.map((name) => element("th", name, labels[name]))));
}

// -- everything in its place

const RANK = { playing: 0, over: 0, free: 1, silent: 2 };
const sorted = {
  tables: () => [...tables.values()].sort((a, b) => a.rank - b.rank || order.compare(a.key, b.key)),
  standings: () => [...people.values()].sort((a, b) => a.said[0] - b.said[0] || (a.key < b.key ? -1 : 1)),
};

function draw() {
  notes();
  if (listed.matches) {
    if (stale || dirty || find.value) list();
  } else if (stale || parts.some((part) => part.items.scrollHeight > part.items.clientHeight + 1)) lay();
}

function notes() {
  const seats = [].concat(...[...tables.values()].map((one) => one.said.seats.map((seat) => seat[0] !== null)));
  const named = [...seats, ...[...people.values()].map((one) => one.said[2])];
  const some = named.includes(true);
  at("unnamed").hidden = !named.includes(false);
  at("unnamed").textContent = labels[some ? "some-unnamed" : "unnamed"];
  for (const part of parts) {
    part.empty.hidden = part.kept.size > 0;
    part.items.hidden = !part.kept.size;
  }
}

// Finds for each part the fewest pages, and then the largest letters and the number of columns that need no more.
function lay() {
  document.body.className = "wall";
  stale = dirty = false;
  for (const part of parts) {
    if (!part.section.clientWidth) continue;  // not shown
    part.page.hidden = true;
    part.list = sorted[part.name]();
    let best = fit(part);
    if (best.pages.length > 1) {
      part.page.hidden = false;
      part.page.textContent = "1";  // takes its room
      best = fit(part);
    }
    Object.assign(part, best);
  }
  turn();
}

// The same letters and columns with what there is now, where that needs as many pages; for few it is laid out anew.
function relay() {
  for (const part of parts.filter((one) => one.pages.length)) {
    part.list = sorted[part.name]();
    const pages = pagesOf(part, part.columns, part.letter, part.items.clientHeight);
    if (part.list.length <= FEW || count(pages) !== count(part.pages)) return lay();
    part.pages = pages;
  }
  dirty = false;
  turn();
}

function fit(part) {
  const side = Math.min(innerWidth, innerHeight), least = side * LEAST;
  const room = part.items.clientHeight, wide = part.items.clientWidth;
  const narrow = part.narrow + (rated && part.name === "standings" ? RATING : 0);
  const most = Math.max(1, Math.floor(wide / least / narrow));
  const ways = [];
  for (let columns = 1; columns <= Math.min(most, Math.max(part.list.length, 1)); columns++) {
    ways.push({ columns, letter: least, pages: pagesOf(part, columns, least, room) });
  }
  const fewest = Math.min(...ways.map((way) => count(way.pages)));
  let best = null;
  for (const way of ways.filter((one) => count(one.pages) === fewest)) {
    let low = way.letter, high = Math.min(side * part.most, wide / way.columns / narrow);
    if (best && (high <= best.letter || count(pagesOf(part, way.columns, best.letter * 1.03, room)) > fewest)) continue;
    for (let step = 0; step < STEPS && high > low * 1.02; step++) {
      const middle = (low + high) / 2, pages = pagesOf(part, way.columns, middle, room);
      if (count(pages) > fewest) high = middle;
      else {
        low = middle;
        way.pages = pages;
      }
    }
    way.letter = low;
    if (!best || way.letter > best.letter) best = way;
  }
  return best;
}

// How many pages there are; one on which something has no room counts as very many.
const count = (pages) => pages.length + (pages.cut ? 1e6 : 0);

// The columns of each page, with letters of this size in so many columns: first down, then to the right.
function pagesOf(part, columns, letter, room) {
  style(part, columns, letter);
  const column = part.column(part.list.map((one) => one.element));
  fill(part.items, [column]);
  const top = column.tHead ? column.tHead.getBoundingClientRect().height : 0;
  const gap = parseFloat(getComputedStyle(column).rowGap) || 0;
  const pages = [[[]]];
  pages.cut = part.items.scrollWidth > part.items.clientWidth + 1;
  let used = top;
  for (const one of part.list) {
    const high = one.element.getBoundingClientRect().height + 0.1;
    let last = pages[pages.length - 1];
    if (last[last.length - 1].length && used + high > room) {
      if (last.length < columns) last.push([]);
      else pages.push(last = [[]]);
      used = top;
    }
    last[last.length - 1].push(one);
    pages.cut = pages.cut || used + high > room;
    used += high + gap;
  }
  return pages;
}

function style(part, columns, letter) {
  part.items.style.fontSize = `${letter}px`;
  part.items.style.setProperty("--columns", columns);
}

// Puts the page on the screen whose time it is, by the board's clock: two screens show the same one.
function turn() {
  const now = Math.floor((seconds() + ahead) / PAGE_S);
  for (const part of parts) {
    if (!part.pages.length) continue;
    const number = now % part.pages.length, page = part.pages[number];
    style(part, part.columns, part.letter);
    part.page.textContent = filled(labels.page, { n: number + 1, all: part.pages.length });
    fill(part.items, page.map((column) => part.column(column.map((one) => (part.kept.get(one.key) || one).element))));
  }
}

function fill(place, elements) {
  while (place.firstChild) place.removeChild(place.firstChild);
  place.append(...elements);
}

// -- on a phone: everything, or what is called so

function list() {
  document.body.className = "list";
  stale = dirty = false;
  const sought = plain(find.value.trim());
  const shown = [[], []];
  for (const part of parts) {
    part.pages = [];
    part.page.hidden = true;
    part.items.style.fontSize = "";
    part.items.style.removeProperty("--columns");
  }
  for (const one of sorted.tables()) {
    const seats = one.said.seats.map((seat) => seat[0] !== null && plain(seat[0]).includes(sought));
    [...one.element.querySelectorAll("li")].forEach((line, seat) => line.classList.toggle("sought", sought !== "" && seats[seat]));
    if (!sought || seats.includes(true) || plain(`${one.key} ${tableName(one.key)}`).includes(sought)) shown[0].push(one.element);
  }
  for (const one of sorted.standings()) {
    if (!sought || plain(one.said[1]).includes(sought)) shown[1].push(one.element);
  }
  at("nothing").hidden = !sought || shown[0].length + shown[1].length > 0;
  fill(parts[0].items, shown[0]);
  fill(parts[1].items, shown[1].length ? [parts[1].column(shown[1])] : []);
}

// As people type a name: without regard to capitals, accents and the width of letters.
const plain = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();

// -- time passes

function tick() {
  if (!labels.lang) return;
  at("clock").textContent = clockText(seconds() + midnight);
  for (const one of tables.values()) {
    const shown = one.element.querySelector(".age");
    if (shown && one.said.at !== null) shown.textContent = age(one.said.at);
  }
  if (listed.matches) {
    if (dirty) list();
  } else if (dirty) relay();
  else if (parts.some((part) => part.pages.length > 1)) turn();
}

function alone(heardAt) {
  document.body.dataset.alone = "yes";
  at("deaf").hidden = true;
  if (heardAt) at("lost").textContent = filled(labels.lost, { time: clockText(heardAt / 1000 + midnight) });
  again();
}

function again() {
  stale = true;
  if (labels.lang) draw();  // else nothing has come yet
}

try {
  find.value = decodeURIComponent(location.hash.slice(1));
} catch (error) {
  find.value = "";  // an address that somebody has typed
}
find.addEventListener("input", () => {
  history.replaceState(null, "", find.value ? `#${encodeURIComponent(find.value)}` : location.pathname + location.search);
  if (labels.lang) list();
});
window.addEventListener("resize", again);
document.body.className = listed.matches ? "list" : "wall";
setInterval(tick, TICK_MS);
follow(show, alone);
