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
    for (let t = 0; t < 16; t++) w[t] = padded.getInt32(offset + t * 4);
    compress(state, w);
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (let i = 0; i < 8; i++) digest.setInt32(i * 4, state[i] ?? 0);
  return new Uint8Array(digest.buffer);
}

/**
 * FIPS 180-4 §6.2.2 for one block, whose words are the first 16 of `w`. Without calls and arrays in its loop: a process
 * that hashes once interprets it, where both cost more than the arithmetic.
 */
function compress(state: Int32Array, w: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let t = 0; t < 64; t++) {
    let word = w[t] ?? 0;
    if (t > 15) {
      const w2 = w[t - 2] ?? 0;
      const w15 = w[t - 15] ?? 0;
      const sigma0 = ((w15 >>> 7) | (w15 << 25)) ^ ((w15 >>> 18) | (w15 << 14)) ^ (w15 >>> 3);
      const sigma1 = ((w2 >>> 17) | (w2 << 15)) ^ ((w2 >>> 19) | (w2 << 13)) ^ (w2 >>> 10);
      word = w[t] = (sigma1 + (w[t - 7] ?? 0) + sigma0 + (w[t - 16] ?? 0)) | 0;
    }
    const sum1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + sum1 + ((e & f) ^ (~e & g)) + (constants[t] ?? 0) + word) | 0;
    const sum0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    const t2 = sum0 + ((a & b) ^ (a & c) ^ (b & c));
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i] ?? 0) + word;
}

/** The first 32 bits of the fractional parts of a root of the first primes (§4.2.2 and §5.3.3). */
function fractions(count: number, root: (prime: number) => number): Int32Array {
  const primes: number[] = [];
  next: for (let n = 2; primes.length < count; n++) {
    for (const prime of primes) if (n % prime === 0) continue next;
    primes.push(n);
  }
  return Int32Array.from(primes, (prime) => (root(prime) % 1) * 2 ** 32);
}

const constants = /* @__PURE__ */ fractions(64, Math.cbrt);
const initial = /* @__PURE__ */ fractions(8, Math.sqrt);
