// The second screens: /overlay for streams, /big for an old tablet or television. Both show names, points, and whose
// turn it is, in letters as large as fit. Old browsers run this: nothing in it is newer than ES2017.
"use strict";

const big = document.body.dataset.page === "big";
const inLine = !big && /[?&]show=line(&|$)/.test(location.search);
// In letters: the room at both sides of a person, between name and points, and the heights of a line of both.
const SIDE = big ? 0.2 : 0.4, BETWEEN = 0.4, BESIDE = big ? 1.2 : 1.8, STACKED = big ? 2 : 3;
const ROOM_LEAST = 2;  // letters of a name
const MEASURE = 100;  // pixels of a letter when a text is measured
const board = at("board");
let people = [];

function show(state) {
  const seen = state.table, says = at("says");
  document.title = [seen.game, labels.title].filter(Boolean).join(" · ");
  says.textContent = seen.says;
  says.hidden = seen.points.length > 0;
  people = seen.points.map((points) => {
    return { name: points[0], number: points[1], marked: points[2], out: points[3] };
  });
  draw();
}

// -- measuring

const rule = document.body.appendChild(document.createElement("span"));
rule.style.cssText = `position: absolute; left: 0; top: 0; visibility: hidden; white-space: pre; font-size: ${MEASURE}px`;
rule.className = "number";

// How wide a text is, in letters.
function width(text) {
  rule.textContent = text;
  const wide = rule.getBoundingClientRect().width / MEASURE;
  rule.textContent = "";
  return wide;
}

// The beginning of a text that is no wider than `room`. An ellipsis says that it is not whole, unless that leaves less
// than two letters.
function shortened(text, room) {
  if (width(text) <= room) return text;
  const short = beginning(text, room, "…");
  return Array.from(short).length > 2 ? short : beginning(text, room, "");
}

function beginning(text, room, end) {
  const letters = Array.from(text), cut = (count) => letters.slice(0, count).join("").trim() + end;
  let least = 1, most = letters.length - 1;
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (width(cut(middle)) <= room) least = middle;
    else most = middle - 1;
  }
  return cut(least);
}

// -- where everybody stands

// The arrangements of so many people: columns, rows, and whether the points stand below the name.
function arrangements(count) {
  if (inLine) return [{ columns: count, rows: 1, stacked: false }];
  const found = [];
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    if (Math.ceil(count / rows) !== columns) continue;  // a column would stay empty
    found.push({ columns, rows, stacked: false }, { columns, rows, stacked: true });
  }
  return found;
}

// The size of the letters, in pixels, with which all fit if no name takes more than `room` letters.
function size(how, wide, high, room) {
  const each = people.map((person) => {
    const name = Math.min(person.wide, room);
    if (!person.number) return name + 2 * SIDE;
    return (how.stacked ? Math.max(name, person.numberWide) : name + BETWEEN + person.numberWide) + 2 * SIDE;
  });
  const across = inLine ? each.reduce((sum, one) => sum + one, 0) : how.columns * Math.max(...each);
  return Math.min(wide / across, high / how.rows / (how.stacked ? STACKED : BESIDE));
}

// The room for names at which the letters are just `least` large; 0 if they are smaller with any.
function roomAt(how, wide, high, least) {
  let none = 0, all = Math.max(...people.map((person) => person.wide));
  if (size(how, wide, high, none) < least) return 0;
  for (let step = 0; step < 12; step++) {
    const middle = (none + all) / 2;
    if (size(how, wide, high, middle) >= least) none = middle;
    else all = middle;
  }
  return none;
}

function draw() {
  while (board.firstChild) board.removeChild(board.firstChild);
  if (!people.length) return;
  const wide = document.documentElement.clientWidth, high = document.documentElement.clientHeight;
  for (const person of people) {
    person.wide = width(person.name);
    person.numberWide = width(person.number);
  }
  const ways = arrangements(people.length), sizes = ways.map((way) => size(way, wide, high, Infinity));
  let letter = Math.max(...sizes), how = ways[sizes.indexOf(letter)], room = Infinity;
  // Smaller than this, nobody can read it: then names are shortened, in the arrangement that leaves most of them.
  const least = inLine ? Math.min(high / BESIDE, wide / 40) : Math.min(high, wide) / (big ? 8 : 30);
  if (letter < least) {
    const rooms = ways.map((way) => roomAt(way, wide, high, least));
    room = Math.max(...rooms);
    how = ways[rooms.indexOf(room)];
    letter = least;
    if (room < ROOM_LEAST) {  // a window too small for that: smaller letters, but something of every name
      room = ROOM_LEAST;
      const small = ways.map((way) => size(way, wide, high, room));
      letter = Math.max(...small);
      how = ways[small.indexOf(letter)];
    }
  }
  board.className = inLine ? "line" : how.stacked ? "stacked" : "";
  for (const person of people) board.appendChild(line(person, how, room, letter, wide, high));
}

function line(person, how, room, letter, wide, high) {
  const made = document.createElement("li");
  made.appendChild(part("name", shortened(person.name, room))).title = person.name;
  if (person.number) made.appendChild(part("number", person.number));
  if (person.marked) {
    made.className = "marked";
    made.setAttribute("aria-current", "true");
  }
  if (person.out) made.className += " out";
  made.style.fontSize = `${letter}px`;
  made.style.padding = `0 ${SIDE * letter}px`;
  if (inLine) made.querySelector(".name").style.marginRight = `${BETWEEN * letter}px`;
  else made.style.width = `${wide / how.columns}px`;
  made.style.height = `${inLine ? Math.min(high, BESIDE * letter) : high / how.rows}px`;
  return made;
}

function part(kind, text) {
  const made = document.createElement("span");
  made.className = kind;
  made.textContent = text;
  return made;
}

window.addEventListener("resize", draw);
follow(show);
