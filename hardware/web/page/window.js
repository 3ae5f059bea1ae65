// Shows what the device sends: the score, the glass, what happened.
"use strict";

const WIDE = 128, HIGH = 64;
const canvas = at("glass"), picture = canvas.getContext("2d");

// -- the picture

function show(state) {
  glass(state);
  table(state.table);
  say(at("trouble"), state.trouble);
  bgstats(state.table.link);
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
  const section = canvas.parentElement, dots = devicePixelRatio || 1;
  let room = section.clientWidth - 12;
  if (isWhole()) {
    room = Math.min(section.parentElement.clientWidth * 0.6, (section.clientHeight - (canvas.offsetTop - section.offsetTop) - 12) * WIDE / HIGH);
  }
  const times = Math.max(Math.floor(room * dots / WIDE), 1);
  canvas.style.width = `${times * WIDE / dots + 12}px`;
  cut();
}

// Whether all of the page is as high as the window; window.css says so.
const isWhole = () => getComputedStyle(document.querySelector("main")).getPropertyValue("--whole") !== "";

// Entries of the log that find no room there are not shown.
function cut() {
  const lines = [...at("log").children];
  for (const line of lines) line.hidden = false;
  if (!isWhole()) return;
  const low = at("log").getBoundingClientRect().bottom + 1;
  const over = lines.map((line) => line.getBoundingClientRect().bottom > low);
  lines.forEach((line, place) => { line.hidden = over[place]; });
}

// -- the table in words

function table(seen) {
  document.title = [seen.says || labels.title, seen.game].filter(Boolean).join(" · ");
  say(at("game"), seen.game);
  say(at("says"), seen.says || seen.game || labels.title);
  const digits = seen.points.map((points) => points[1].length);
  at("points").style.setProperty("--digits", Math.max(2, ...digits));
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
  cut();
  at("again").hidden = !seen.review.length;
  at("review").replaceChildren(...seen.review.map((sentence) => element("li", sentence)));
  const spoken = [seen.log[0], seen.says].filter(Boolean).join(". ");
  if (at("spoken").textContent !== spoken) at("spoken").textContent = spoken;
}

function say(place, text) {
  place.textContent = isolated(text || "");
  place.hidden = !text;
}

function element(name, text, kind) {
  const made = document.createElement(name);
  made.textContent = isolated(text);
  if (typeof kind === "string") made.className = kind;
  else made.append(...[...arguments].slice(2));
  return made;
}

// -- the way of a finished game to BG Stats

// The code is asked for when somebody wants to see it: the device takes a while to make it.
function bgstats(link) {
  at("bgstats").hidden = !link;
  if (at("link").getAttribute("href") === link) return;
  at("link").setAttribute("href", link);
  at("code").open = false;
  at("code").hidden = false;
  at("qr").removeAttribute("src");
}

let asked = 0;
at("code").addEventListener("toggle", () => {
  if (at("code").open && !at("qr").hasAttribute("src")) at("qr").src = `bgstats.svg?${++asked}`;
});
at("qr").addEventListener("error", () => { at("code").hidden = true; });  // a link too long for a code

new ResizeObserver(fit).observe(canvas.parentElement);
fit();
follow(show);
