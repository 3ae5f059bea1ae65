// The stream of the device, or of a table of a hall. It says so when nothing comes any more, and tries again. It sends nothing but the request.
// Old browsers run this, too: nothing in it is newer than ES2017.
"use strict";

const BEAT_MS = 30000;  // the device is heard every 15 s; after this long the wire is dead, whatever the system believes
const TRY_MS = 1000, TRY_MOST_MS = 10000;
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+([ '.-]+[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+)*/g;

const at = (id) => document.getElementById(id);
let labels = {};

// A text in which names that run from right to left do not turn round the numbers beside them.
const isolated = (text) => text.replace(FROM_RIGHT, "\u2068$&\u2069");

// Calls `show` with each state, from the latest one on, and `alone` when the connection is lost, with the time at which
// something was heard last, in milliseconds since the page was opened; 0 if nothing ever was.
function follow(show, alone) {
  listenTo("events" + location.search, { state: (state) => {
    labels = Object.assign({}, labels, state.labels || (state.table && state.table.labels));
    document.documentElement.lang = labels.lang;
    for (const place of Array.from(document.querySelectorAll("[data-label]"))) {
      place.textContent = labels[place.dataset.label];
    }
    show(state);
  } }, alone);
}

// Calls `takes[name]` with what comes under a name from an address, and `alone` as above.
function listenTo(address, takes, alone) {
  let source = null, silence = 0, again = 0, pause = TRY_MS, heardAt = 0;

  function connect() {
    clearTimeout(again);
    if (source) source.close();
    source = new EventSource(address);
    for (const name of Object.keys(takes)) {
      source.addEventListener(name, (event) => { heard(); takes[name](JSON.parse(event.data)); });
    }
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
    heardAt = performance.now();
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
    if (alone) alone(heardAt);
    again = setTimeout(connect, pause);
    pause = Math.min(pause * 2, TRY_MOST_MS);
  }

  // A phone that wakes up, or is in the net again, does not wait.
  const hurry = () => { if (document.body.dataset.state === "lost" && !document.hidden) connect(); };
  document.addEventListener("visibilitychange", hurry);
  window.addEventListener("online", hurry);
  connect();
}
