import type { Bytes } from './bytes.ts';
import { utf8 } from './bytes.ts';

/**
 * Computes SHA-256 (FIPS 180-4). A quarter of the size and half the speed of @noble/hashes, for the sign-in library, whose
 * size limit is 15 kB. Strings are hashed as UTF-8.
 */
export function sha256(data: Uint8Array | string): Bytes {
  const bytes = typeof data === 'string' ? utf8(data) : data;
  // §5.1.1: a one bit, zeros, and the length in bits; then a whole number of blocks of 64 bytes.
  const padded = new DataView(new ArrayBuffer(((bytes.length + 72) >> 6) << 6));
  new Uint8Array(padded.buffer).set(bytes);
  padded.setUint8(bytes.length, 0x80);
  padded.setUint32(padded.byteLength - 8, bytes.length / 2 ** 29);
  padded.setUint32(padded.byteLength - 4, bytes.length << 3);
  const state = Int32Array.from(initial);
  const w = new Int32Array(64);
  for (let offset = 0; offset < padded.byteLength; offset += 64) {
    for (let t = 0; t < 64; t++) {
      const [w2, w15] = [at(w, t - 2), at(w, t - 15)];
      const sigma0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3);
      const sigma1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10);
      w[t] = t < 16 ? padded.getInt32(offset + t * 4) : sigma1 + at(w, t - 7) + sigma0 + at(w, t - 16);
    }
    compress(state, w);
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (let i = 0; i < 8; i++) digest.setInt32(i * 4, at(state, i));
  return new Uint8Array(digest.buffer);
}

/** FIPS 180-4 §6.2.2, steps 2 to 4. */
function compress(state: Int32Array, w: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let t = 0; t < 64; t++) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = (h + sum1 + ((e & f) ^ (~e & g)) + at(constants, t) + at(w, t)) | 0;
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t2 = sum0 + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = at(state, i) + word;
}

/** The first 32 bits of the fractional parts of a root of the first primes (§4.2.2 and §5.3.3). */
function fractions(count: number, root: (prime: number) => number): Int32Array {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return Int32Array.from(primes, (prime) => (root(prime) % 1) * 2 ** 32);
}

const constants = /* @__PURE__ */ fractions(64, Math.cbrt);
const initial = /* @__PURE__ */ fractions(8, Math.sqrt);

function at(words: Int32Array, index: number): number {
  return words[index] ?? 0;
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}
