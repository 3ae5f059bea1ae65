// A score pad is handed over: a file, or its text. The device checks it; then only OK at the glass adds it.
"use strict";

const PAD_MOST = 48000;  // in base64, with what is around it, the device takes this and no more

let padAsked = false;

function drawPad(paired) {
  if (padAsked && page.screen !== "handed-pad") say("pad-said", "");  // it is answered at the glass
  padAsked = page.screen === "handed-pad";
  at("pad").hidden = !paired;
  say("pad-title", labels.pad);
  say("pad-about", labels["pad-about"]);
  say("pad-file-label", labels.file);
  say("pad-text-label", labels.text);
  say("hand-over", labels["hand-over"]);
}

async function handOver() {
  const file = at("pad-file").files[0], text = at("pad-text").value;
  say("pad-said", "");
  say("pad-wrong", "");
  if (!file && !text) {
    say("pad-wrong", labels.choose);
    return;
  }
  let bytes;
  try {
    bytes = file ? new Uint8Array(await file.arrayBuffer()) : letters.encode(text);
  } catch {  // it has gone, or has changed, since it was chosen
    say("pad-wrong", labels.unread);
    return;
  }
  if (bytes.length > PAD_MOST) {
    say("pad-wrong", labels.long);
    return;
  }
  say("pad-said", labels.checking);
  const said = { name: file ? Array.from(file.name).slice(-100).join("") : "", content: inBase64(bytes) };
  const sent = presses.then(() => (phone ? sendOnce("pad", said) : { result: "gone" }));
  presses = sent.catch(() => {});
  const answer = await sent;
  say("pad-said", answer.result === "asks" ? labels.asks : "");
  if (answer.result === "gone") forget();
  else if (answer.result === "asks") at("pad-form").reset();
  else say("pad-wrong", answer.why || labels[answer.result] || labels.refused);
}

function inBase64(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

at("pad-form").addEventListener("submit", (event) => {
  event.preventDefault();
  handOver();
});
