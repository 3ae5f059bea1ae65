// The page for phones that may press. All of it is made from what the device sends: the page in words, and what can be
// touched. It sends a press with a proof, never with the key, and never twice.
"use strict";

const TRIES = 5, ASK_MS = 1000, ASK_TRIES = 130, LATE_MS = 1000;

const letters = new TextEncoder();
const WAITING_MOST = 2;

let question = { text: "", lines: "" };  // the last question, and its answer
let alone = false, page = null, phone = null, presses = Promise.resolve(), waiting = 0, shown = "";

// -- the key, and what is sent

// The key comes in the part of the address that no network sees, and leaves the address at once.
function takeKey() {
  const key = location.hash.slice(1);
  if (/^[A-Za-z0-9_-]{22}$/.test(key)) phone = { key, number: 0 };
  if (location.hash) history.replaceState(null, "", location.pathname);
  if (!phone) phone = kept();
}

function kept() {
  try {
    return JSON.parse(localStorage.getItem("phone"));
  } catch (error) {
    return null;
  }
}

function keep(now) {
  phone = now;
  try {
    if (now) localStorage.setItem("phone", JSON.stringify(now));
    else localStorage.removeItem("phone");
  } catch (error) { /* a private window keeps nothing: the key lasts as long as the page */ }
}

// A name of this tab, and a number of the press in it: the device takes no number twice.
const tab = (() => {
  const random = () => Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  try {
    if (!sessionStorage.getItem("tab")) sessionStorage.setItem("tab", random());
    return sessionStorage.getItem("tab");
  } catch (error) {
    return random();
  }
})();
let place = 0;

async function send(what, body, headers) {
  const response = await fetch("p/" + what, {
    method: "POST", headers: { "Content-Type": "application/json", "X-Companion": "1", ...headers }, body,
    credentials: "omit", cache: "no-store", redirect: "error",
  });
  return response.json();
}

const proven = (what, body, key) => ({ "X-Proof": inHex(hmacSha256(letters.encode(key), letters.encode(what + "\n" + body))) });
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// One press after the other, each for the page that was there when it was touched.
function press(target, text) {
  if (!page || !phone) return;
  if (waiting >= WAITING_MOST) {
    say("answer", labels.busy);
    return;
  }
  const seen = page.number;
  waiting++;
  presses = presses.then(() => sendPress(seen, target, text)).finally(() => { waiting--; });
}

async function sendPress(seen, target, text) {
  if (!phone) return;
  say("answer", "");
  const late = setTimeout(() => say("answer", labels.busy), LATE_MS);
  const { result } = await sendOnce("press", { page: seen, target, text: text === undefined ? null : text });
  clearTimeout(late);
  if (result === "gone") forget();
  else say("answer", result === "done" ? "" : labels[result] || labels.refused);
  reason();
}

// That something is not possible is not said twice: a banner has the reason.
function reason() {
  if (page.banner && at("answer").textContent === labels.refused) say("answer", "");
}

// Sends what only a paired phone may send, with a number of its own. The same again, where Wi-Fi lost it or its answer:
// the device gives the first answer again.
async function sendOnce(what, said) {
  place = Math.max(place + 1, Date.now());
  const body = JSON.stringify({ tab, place, ...said });
  for (let attempt = 0; attempt < TRIES; attempt++) {
    if (attempt) await pause(TRY_MS);
    try {
      return await send(what, body, { "X-Phone": String(phone.number), ...proven(what, body, phone.key) });
    } catch (error) { /* tried again */ }
  }
  return { result: "lost" };
}

// -- pairing

async function pair(asked) {
  const body = JSON.stringify({ tab, at: Date.now() });
  let answer = {};
  for (let attempt = 0; attempt < (asked ? ASK_TRIES : TRIES); attempt++) {
    if (attempt) await pause(ASK_MS);
    try {
      answer = await send("pair", body, proven("pair", body, phone.key));
    } catch (error) { answer = {}; /* tried again */ }
    if (answer.result === "paired") {
      keep({ key: phone.key, number: answer.number });
      draw();
      return;
    }
    if (answer.result && answer.result !== "waits" && answer.result !== "often") break;
  }
  if (asked || answer.result) forget();
  else say("answer", labels.lost);  // the key may still be good
}

function forget() {
  keep(null);
  say("answer", labels.gone);
  draw();
}

async function ask() {
  let answer = {};
  try {
    answer = await send("ask", "{}", {});
  } catch (error) { /* said below */ }
  if (answer.result !== "asked") {
    say("asked", labels[answer.result] || labels.lost);
    return;
  }
  say("asked", labels.asked.replace("{digits}", answer.digits));
  phone = { key: answer.key, number: 0 };
  await pair(true);
}

// -- the page

function show(state) {
  page = state;
  labels = state.labels;
  if (alone && phone && phone.number) pair(false);  // a device that has started again knows no phone
  alone = false;
  document.documentElement.lang = labels.lang;
  draw();
}

function draw() {
  if (!page) return;
  const paired = Boolean(phone && phone.number);
  document.title = [page.title, page.table.game].filter(Boolean).join(" · ");
  say("lost", labels.lost);
  say("title", page.title);
  say("aside", page.aside);
  say("notice", page.waits ? "" : page.banner);
  reason();
  at("pairing").hidden = paired;
  say("pair", labels.pair);
  say("ask", labels.ask);
  say("clear", labels.clear);
  say("who", paired ? labels.number.replace("{number}", phone.number) : "");
  words();
  field(paired);
  targets(paired);
  keys(paired);
  drawSheet(paired);
  questions();
  table();
  drawPad(paired);
  dialog(paired);
}

function words() {
  at("text").replaceChildren(...page.text.map((line) => {
    const made = element("p", "");
    made.append(...isolated(line).split(RULE).map((part, place) => place % 2 ? whole(part) : part));
    return made;
  }));
}

// The number of a rule, such as PRA-4, stays on one line.
const RULE = /([A-Z]+-\d+)/;

function whole(text) {
  const made = element("span", text);
  made.className = "whole";
  return made;
}

function field(paired) {
  const asked = paired ? page.field : null;
  at("form").hidden = !asked;
  if (!asked) return;
  say("field-label", page.title);
  say("possible", asked.possible);
  say("enter", labels.enter);
  const input = at("field");
  input.inputMode = asked.kind === "number" ? "text" : "";
  if (document.activeElement !== input || input.dataset.page !== page.number) {
    input.value = asked.kind === "text" ? asked.value : asked.typed;
    input.placeholder = asked.value;
    input.dataset.page = page.number;
  }
}

function targets(paired) {
  const next = JSON.stringify([paired, page.number, page.targets]);
  if (next === shown) return;
  const focused = document.activeElement, id = focused && focused.dataset.press, inside = at("targets").contains(focused);
  shown = next;
  const parts = new Map();
  for (const target of page.targets) {
    if (!parts.has(target.part)) parts.set(target.part, []);
    parts.get(target.part).push(target);
  }
  at("targets").replaceChildren(...Array.from(parts, ([part, list]) => group(part, list, paired)));
  if (inside) {
    const again = Array.from(at("targets").querySelectorAll("button")).find((button) => button.dataset.press === id);
    (again || at("title")).focus();
  }
}

function group(part, list, paired) {
  const flat = list.every((target) => target.column === null);
  const made = element(flat ? "ul" : "div", "");
  made.className = flat ? (part === "values" ? "values" : "list") : "scroll";
  made.setAttribute("aria-label", ["board", "grid", "places"].includes(part) ? labels.board : labels.choices);
  if (flat) {
    made.append(...list.map((target) => {
      const line = element("li", "");
      line.append(choice(target, paired));
      return line;
    }));
    return made;
  }
  made.setAttribute("role", "group");
  const board = element("table", ""), rows = new Map();
  for (const target of list) {
    if (!rows.has(target.row)) rows.set(target.row, new Map());
    const row = rows.get(target.row), column = target.column || 0;
    if (!row.has(column)) row.set(column, []);
    row.get(column).push(target);
  }
  const wide = 1 + Math.max(...list.map((target) => target.column || 0));
  for (const number of Array.from(rows.keys()).sort((one, other) => one - other)) {
    const line = element("tr", "");
    for (let column = 0; column < wide; column++) {
      const cell = element("td", "");
      cell.append(...(rows.get(number).get(column) || []).map((target) => choice(target, paired)));
      line.append(cell);
    }
    board.append(line);
  }
  made.append(board);
  return made;
}

function choice(target, paired) {
  return paired && target.id ? button(target.name, target.id) : element("span", target.name);
}

function keys(paired) {
  const wanted = [];
  const lists = page.targets.some((target) => target.id && target.part !== "pages"); // what can only be read ends with OK
  if (paired && !page.private) {
    if (page.keys.includes("o") && !lists && !page.field) wanted.push([labels.ok, "@ok"]);
    wanted.push([labels.back, "@back"], [labels.undo, "@undo"], [labels.help, "@help"]);
  }
  const next = JSON.stringify(wanted);
  if (at("keys").dataset.shown === next) return;
  at("keys").dataset.shown = next;
  const focused = document.activeElement && document.activeElement.dataset.press;
  const inside = at("keys").contains(document.activeElement);
  at("keys").replaceChildren(...wanted.map(([name, id]) => button(name, id)));
  const again = Array.from(at("keys").children).find((one) => one.dataset.press === focused);
  if (inside) (again || at("title")).focus();
}

function table() {
  const seen = page.table;
  at("table").hidden = !seen.says && !seen.points.length;
  say("table-title", seen.game || labels.table);
  say("turn-title", labels.turn);
  say("turn", seen.says);
  say("scores-title", labels.scores);
  at("scores").replaceChildren(...seen.points.map(([name, number, marked]) => {
    const line = element("li", "");
    line.append(element("span", name), element("span", number));
    if (marked) line.setAttribute("aria-current", "true");
    return line;
  }));
  at("lines").replaceChildren(...seen.lines.map((line) => element("p", line)));
  say("last-title", labels.last);
  at("turn-title").hidden = at("turn").hidden = !seen.says;
  at("scores-title").hidden = at("scores").hidden = seen.points.every(isAbove);
  at("last-title").hidden = !seen.log.length;
  at("last").replaceChildren(...seen.log.map((entry) => element("li", entry)));
}

// The text of a table has the scores already, in lines that may say more.
function isAbove([name, number, marked, out]) {
  const said = `${out ? `(${name})` : name} ${number}`.trim();
  return page.text.some((line) => line === said || [" ", ":"].includes(line[said.length]) && line.startsWith(said));
}

// What can be asked at any time, by everybody: the page has the answers already.
function questions() {
  at("questions").hidden = !page.answers.length;
  dropOldAnswer();
  say("questions-title", labels.questions);
  say("about-label", labels.about);
  say("about-enter", labels.find);
  const next = JSON.stringify(page.answers.map((one) => [one.key, one.name]));
  if (at("asks").dataset.shown === next) return;
  at("asks").dataset.shown = next;
  const inside = at("asks").contains(document.activeElement), asked = inside && document.activeElement.dataset.ask;
  at("asks").replaceChildren(...page.answers.map((one) => {
    const made = element("button", one.name);
    made.type = "button";
    made.dataset.ask = one.key;
    return made;
  }));
  if (inside) (Array.from(at("asks").children).find((one) => one.dataset.ask === asked) || at("title")).focus();
}

const plain = (text) => text.normalize("NFKC").toLowerCase().trim();

// A question by its key or name, else what is said of a place.
function linesAbout(text) {
  const wanted = plain(text), found = page.answers.find((one) => one.key === wanted || plain(one.name) === wanted);
  const all = page.answers.flatMap((one) => one.lines).filter((line) => wanted && plain(line).includes(wanted));
  return found ? found.lines : Array.from(new Set(all));
}

function answer(text) {
  const lines = linesAbout(text);
  question = { text, lines: lines.join("\n") };
  at("said").replaceChildren(...(lines.length ? lines : [labels.nothing]).map((line) => element("p", line)));
}

// An answer that is not true any more is not left there.
function dropOldAnswer() {
  if (linesAbout(question.text).join("\n") === question.lines) return;
  question = { text: "", lines: "" };
  at("said").replaceChildren();
}

// A message that says what hands must do: nothing else can be touched before it is read.
function dialog(paired) {
  const open = page.waits && Boolean(page.banner), was = !at("dialog").hidden;
  at("dialog").hidden = !open;
  at("page").inert = open;
  if (!open) {
    if (was) at("title").focus();
    return;
  }
  say("dialog-text", page.banner);
  say("dialog-ok", labels.ok);
  at("dialog-ok").hidden = !paired;
  if (!was) at("dialog-ok").focus();
}

function say(id, text) {
  const element = at(id), shown = isolated(text || "");
  if (element.textContent !== shown) element.textContent = shown;
}

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = isolated(text);
  return made;
}

function button(name, id) {
  const made = element("button", name);
  made.type = "button";
  made.dataset.press = id;
  return made;
}

document.addEventListener("click", (event) => {
  const touched = event.target.closest("[data-press]");
  if (touched) press(touched.dataset.press);
});
at("form").addEventListener("submit", (event) => {
  event.preventDefault();
  press("@field", at("field").value);
});
at("asks").addEventListener("click", (event) => {
  if (event.target.dataset.ask) answer(event.target.dataset.ask);
});
at("about").addEventListener("submit", (event) => {
  event.preventDefault();
  answer(at("about-text").value);
});
at("ask").addEventListener("click", ask);

takeKey();
listenTo("p/events", { page: show, sheet: showSheet }, () => { alone = true; });
if (phone) pair(false);
window.addEventListener("hashchange", () => { takeKey(); pair(false); });
