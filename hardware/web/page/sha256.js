// SHA-256 (FIPS 180-4) and HMAC (RFC 2104), because crypto.subtle is not there on http. The tests hold it against the
// vectors of both standards.
"use strict";

const SHA256_ROOTS = (() => {
  // The first 32 bits of the broken parts of the square roots (8) and the cube roots (64) of the first primes.
  const primes = [], bits = (root) => ((root - Math.floor(root)) * 0x100000000) | 0;
  for (let number = 2; primes.length < 64; number++) {
    if (primes.every((prime) => number % prime)) primes.push(number);
  }
  return { start: primes.slice(0, 8).map((prime) => bits(Math.sqrt(prime))), round: primes.map((prime) => bits(Math.cbrt(prime))) };
})();

function sha256(bytes) {
  const size = (bytes.length + 72) & ~63, padded = new Uint8Array(size), view = new DataView(padded.buffer);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  view.setUint32(size - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(size - 4, bytes.length << 3);
  const hash = SHA256_ROOTS.start.slice(), words = new Int32Array(64);
  const turn = (word, by) => (word >>> by) | (word << (32 - by));
  for (let block = 0; block < size; block += 64) {
    for (let at = 0; at < 16; at++) words[at] = view.getInt32(block + 4 * at);
    for (let at = 16; at < 64; at++) {
      const low = words[at - 15], high = words[at - 2];
      words[at] = (words[at - 16] + (turn(low, 7) ^ turn(low, 18) ^ (low >>> 3)) + words[at - 7]
        + (turn(high, 17) ^ turn(high, 19) ^ (high >>> 10))) | 0;
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let at = 0; at < 64; at++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + SHA256_ROOTS.round[at] + words[at]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, at) => { hash[at] = (hash[at] + word) | 0; });
  }
  const out = new Uint8Array(32), outView = new DataView(out.buffer);
  hash.forEach((word, at) => outView.setInt32(4 * at, word));
  return out;
}

function hmacSha256(key, message) {
  const short = key.length > 64 ? sha256(key) : key, pad = (by) => {
    const block = new Uint8Array(64).fill(by);
    short.forEach((byte, at) => { block[at] ^= byte; });
    return block;
  };
  const joined = (first, second) => {
    const both = new Uint8Array(first.length + second.length);
    both.set(first);
    both.set(second, first.length);
    return both;
  };
  return sha256(joined(pad(0x5c), sha256(joined(pad(0x36), message))));
}

const inHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
