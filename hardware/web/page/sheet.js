// The score sheet: all rounds as a table, and one round as fields. The device says what may stand in each cell and what
// the sums are; several cells are put in together, with one request.
"use strict";

const OFTEN_MS = 300;

let sheet = null, drawn = { sheet: null, paired: false, bodies: [] };
let open = null;  // the round that is corrected: its place, what was typed, what the device said of it last

// Of a sheet that changes only the rounds come that are different; `same` are those before them.
function showSheet(state) {
  sheet = state && { ...state, rounds: (sheet ? sheet.rounds.slice(0, state.same) : []).concat(state.rounds) };
  drawn.bodies.splice(state ? state.same : 0).forEach((body) => body.remove());
  if (!page) return;
  drawSheet(Boolean(phone && phone.number));
  if (open && sheet) draftRound();
}

function drawSheet(paired) {
  const there = Boolean(sheet && sheet.rounds.length);
  if (open && (!there || !paired)) closeRound();
  at("sheet").hidden = !there;
  say("sheet-title", labels.sheet);
  say("put", labels.put);
  say("close", labels.close);
  at("rounds").hidden = Boolean(open);
  at("round").hidden = !open;
  if (!there || (drawn.sheet === sheet && drawn.paired === paired)) return;
  const heads = JSON.stringify([sheet.people, sheet.sides, paired, labels.lang]);
  if (drawn.heads !== heads) {
    const made = element("table", "");
    made.setAttribute("aria-labelledby", "sheet-title");
    made.append(headOf());
    at("rounds").replaceChildren(made);
    drawn.bodies = [];
  }
  const focused = document.activeElement && document.activeElement.dataset.round;
  for (let round = drawn.bodies.length; round < sheet.rounds.length; round++) {
    const body = bodyOf(round, paired);  // the newest round is at the top
    at("rounds").querySelector("thead").after(body);
    drawn.bodies.push(body);
  }
  drawn = { sheet, paired, heads, bodies: drawn.bodies };
  if (focused) focusRound(focused);
}

function headOf() {
  const head = element("thead", ""), first = head.appendChild(element("tr", "")), corner = cell("th", labels.round, 1, "col");
  first.append(corner);
  if (sheet.sides.length) {
    corner.rowSpan = 2;
    first.append(...sheet.sides.map(([text, wide]) => cell("th", text, wide, wide > 1 ? "colgroup" : "col")));
    head.append(element("tr", ""));
  }
  head.lastChild.append(...sheet.people.map((name) => cell("th", name, 1, "col")));
  return head;
}

function bodyOf(round, paired) {
  const [name, lines] = sheet.rounds[round], body = element("tbody", ""), first = body.appendChild(element("tr", ""));
  const head = first.appendChild(cell("th", name, 1 + sheet.people.length, "rowgroup"));
  if (paired) {
    const correct = head.appendChild(element("button", ""));
    correct.type = "button";
    correct.dataset.round = round;
    const unseen = element("span", name + ": ");
    unseen.className = "unseen";
    correct.append(unseen, labels.correct);
  }
  body.append(...lines.map(([label, cells]) => {
    const line = element("tr", "");
    line.append(cell("th", label, 1, "row"), ...cells.map(([text, wide]) => cell("td", text, wide)));
    return line;
  }));
  return body;
}

function cell(name, text, wide, scope) {
  const made = element(name, text);
  made.colSpan = wide;
  if (scope) made.scope = scope;
  return made;
}

// -- one round

function openRound(round) {
  open = { round, typed: {}, shape: "", drafting: false, again: false };
  say("round-title", sheet.rounds[round][0]);
  say("sums", "");
  say("wrong", "");
  at("blanks").replaceChildren();
  drawSheet(true);
  at("round-title").focus();
  draftRound();
}

function closeRound() {
  const { round } = open;
  open = null;
  at("rounds").hidden = false;
  at("round").hidden = true;
  focusRound(round);
}

function focusRound(round) {
  (at("rounds").querySelector(`[data-round="${Number(round)}"]`) || at("sheet-title")).focus();
}

// What the device says of the round as it is typed. One request at a time; what was typed meanwhile goes with the next.
async function draftRound() {
  const mine = open;
  mine.again = true;
  if (mine.drafting) return;
  mine.drafting = true;
  while (mine.again && open === mine) {
    mine.again = false;
    const answer = await sendRound(mine, false);
    if (open !== mine) return;
    if (answer.result === "often") {
      await pause(OFTEN_MS);
      mine.again = true;
    } else {
      showDraft(answer);
    }
  }
  mine.drafting = false;
}

function sendRound(mine, put) {
  const said = () => sendOnce("sheet", { sheet: sheet ? sheet.number : "", round: mine.round, cells: mine.typed, put });
  const sent = presses.then(() => (phone ? said() : { result: "gone" }));
  presses = sent.catch(() => {});
  return sent;
}

async function putRound() {
  const mine = open;
  say("wrong", "");
  const answer = await sendRound(mine, true);
  if (open !== mine) return;
  if (answer.result !== "done") {
    showDraft(answer);
    say("wrong", answer.why || labels[answer.result] || labels.refused);
    return;
  }
  closeRound();
  if (answer.asks) at("title").focus();
}

function showDraft(answer) {
  if (answer.result === "gone") {
    forget();
    return;
  }
  if (!answer.blanks || !answer.blanks.length) {
    if (answer.result === "refused") closeRound();  // the round is not there any more
    else if (answer.result !== "moved") say("wrong", labels[answer.result] || labels.refused);
    return;
  }
  const shape = JSON.stringify(answer.blanks.map((blank) => [blank.id, blank.choices, labels.lang]));
  if (shape !== open.shape) {
    const focused = document.activeElement && document.activeElement.id;
    at("blanks").replaceChildren(...fieldsets(answer.blanks));
    if (focused && at(focused)) at(focused).focus();
  }
  open.shape = shape;
  for (const blank of answer.blanks) {
    const id = "blank-" + blank.id.replace(" ", "-"), input = at(id);
    say(id + "-possible", blank.possible);
    say(id + "-fault", blank.fault);
    input.setAttribute("aria-invalid", String(Boolean(blank.fault)));
    if (!(blank.id in open.typed)) input.value = blank.value;
  }
  const sums = answer.sums.map(([text, right]) => {
    const made = element("span", text);
    made.className = right ? "" : "off";
    return made;
  });
  if (at("sums").textContent !== sums.map((sum) => sum.textContent).join("")) at("sums").replaceChildren(...sums);
  say("wrong", "");
}

// The cells of each heading together, each with a field of its own.
function fieldsets(blanks) {
  const groups = new Map();
  for (const blank of blanks) {
    if (!groups.has(blank.heading)) {
      const made = element("fieldset", "");
      made.append(element("legend", blank.heading));
      groups.set(blank.heading, made);
    }
    groups.get(blank.heading).append(fieldOf(blank));
  }
  return groups.values();
}

function fieldOf(blank) {
  const id = "blank-" + blank.id.replace(" ", "-"), made = element("div", ""), label = element("label", blank.label);
  const input = element(blank.choices.length ? "select" : "input", "");
  const possible = element("p", ""), fault = element("p", "");
  label.htmlFor = input.id = id;
  possible.id = id + "-possible";
  fault.id = id + "-fault";
  fault.className = "fault";
  input.dataset.blank = blank.id;
  input.setAttribute("aria-label", blank.name);
  input.setAttribute("aria-describedby", `${possible.id} ${fault.id}`);
  if (blank.choices.length) {
    const choices = blank.value === "" ? [["", ""], ...blank.choices] : blank.choices;
    input.append(...choices.map(([value, name]) => new Option(name, value)));
  } else {
    input.autocomplete = "off";
    input.inputMode = "text";  // for a sum: keypads of numbers have no plus, and some no minus
  }
  input.value = blank.value;
  made.append(label, input, possible, fault);
  return made;
}

at("rounds").addEventListener("click", (event) => {
  const touched = event.target.closest("[data-round]");
  if (touched) openRound(Number(touched.dataset.round));
});
at("round").addEventListener("input", (event) => {
  open.typed[event.target.dataset.blank] = event.target.value;
  draftRound();
});
at("round").addEventListener("submit", (event) => {
  event.preventDefault();
  if (open) putRound();
});
at("close").addEventListener("click", closeRound);
