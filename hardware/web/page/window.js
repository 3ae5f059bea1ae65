// Shows what the device sends, and says so when nothing comes any more. It sends nothing but the request for it.
"use strict";

const WIDE = 128, HIGH = 64;
const BEAT_MS = 40000;  // the device is heard every 15 s; after this long the wire is dead, whatever the system believes
const TRY_MS = 1000, TRY_MOST_MS = 10000;

const at = (id) => document.getElementById(id);
const canvas = at("glass"), picture = canvas.getContext("2d");

let source = null, silence = 0, again = 0, pause = TRY_MS, labels = {};

// -- the wire

function connect() {
  clearTimeout(again);
  if (source) source.close();
  source = new EventSource("events");
  source.addEventListener("state", (event) => { heard(); show(JSON.parse(event.data)); });
  source.addEventListener("beat", heard);
  source.addEventListener("error", lost);
  listen();
}

function listen() {
  clearTimeout(silence);
  silence = setTimeout(lost, BEAT_MS);
}

function heard() {
  pause = TRY_MS;
  document.body.dataset.state = "live";
  at("lost").hidden = true;
  listen();
}

function lost() {
  source.close();
  clearTimeout(silence);
  clearTimeout(again);
  document.body.dataset.state = "lost";
  at("lost").hidden = false;
  again = setTimeout(connect, pause);
  pause = Math.min(pause * 2, TRY_MOST_MS);
}

// A phone that wakes up, or is in the net again, does not wait.
const hurry = () => { if (document.body.dataset.state === "lost" && !document.hidden) connect(); };
document.addEventListener("visibilitychange", hurry);
window.addEventListener("online", hurry);

// -- the picture

function show(state) {
  labels = { ...labels, ...state.table.labels };
  document.documentElement.lang = labels.lang;
  for (const place of document.querySelectorAll("[data-label]")) place.textContent = labels[place.dataset.label];
  glass(state);
  table(state.table);
  say(at("trouble"), state.trouble);
}

function glass(state) {
  const bits = Uint8Array.from(atob(state.glass), (letter) => letter.charCodeAt(0));
  const pixels = picture.createImageData(WIDE, HIGH);
  for (let place = 0; place < WIDE * HIGH; place++) {
    const lit = bits[place >> 3] & (0x80 >> (place & 7)) ? 255 : 0;
    pixels.data.set([lit, lit, lit, 255], 4 * place);
  }
  picture.putImageData(pixels, 0, 0);
  canvas.classList.toggle("turned", state.turned);
  canvas.classList.toggle("dim", state.light === "dim");
  const words = state.banner ? [state.banner, ...state.page] : state.page;
  canvas.setAttribute("aria-label", state.light === "dark" ? labels.dark : words.join("\n"));
  at("dark").hidden = state.light !== "dark";
}

// As many pixels of the screen for each of the glass, the same for all: else some would be wider than others.
function fit() {
  const room = canvas.parentElement.clientWidth - 12, dots = devicePixelRatio || 1;
  const times = Math.max(Math.floor(room * dots / WIDE), 1);
  canvas.style.width = `${times * WIDE / dots + 12}px`;
}

// -- the table in words

function table(seen) {
  document.title = [seen.says || labels.title, seen.game].filter(Boolean).join(" · ");
  say(at("game"), seen.game);
  at("says").textContent = seen.says || seen.game || labels.title;
  at("points").replaceChildren(...seen.points.map(([name, number, marked, out]) => {
    const line = element("li", "", element("span", name, "name"), element("span", number, "number"));
    line.classList.toggle("marked", marked);
    line.classList.toggle("out", out);
    if (marked) line.setAttribute("aria-current", "true");
    return line;
  }));
  at("lines").replaceChildren(...seen.lines.map((line) => element("p", line)));
  at("course").hidden = !seen.log.length;
  at("log").replaceChildren(...seen.log.map((entry) => element("li", entry)));
  const spoken = [seen.log[0], seen.says].filter(Boolean).join(". ");
  if (at("spoken").textContent !== spoken) at("spoken").textContent = spoken;
}

function say(place, text) {
  place.textContent = text || "";
  place.hidden = !text;
}

function element(name, text, kind) {
  const made = document.createElement(name);
  made.textContent = text;
  if (typeof kind === "string") made.className = kind;
  else made.append(...[...arguments].slice(2));
  return made;
}

new ResizeObserver(fit).observe(canvas.parentElement);
fit();
connect();
