/**
 * Writes a module that computes SHA-256 (FIPS 180-4) without a loop over rounds, for executables that hash a few kilobytes
 * once. V8 interprets a function that runs some dozen times; it would optimise a loop over rounds, on another thread, which
 * takes longer than the hash.
 */
export function unrolledSha256(): string {
  const rounds = Array.from({ length: 64 }, (_, t) => round(t));
  return `const encoder = new TextEncoder();
const initial = ${literal(fractions(8, Math.sqrt))};
function compress(state, block, offset) {
  let [a, b, c, d, e, f, g, h] = state;
  let ${words.map((word, i) => `${word} = block.getInt32(offset + ${4 * i})`).join(', ')};
  let t1 = 0;
${rounds.join('\n')}
  ${registers.map((name, i) => `state[${i}] += ${name};`).join(' ')}
}
export function sha256(data) {
  const bytes = typeof data === 'string' ? encoder.encode(data) : data;
  const padded = new DataView(new ArrayBuffer(((bytes.length + 72) >> 6) << 6));
  new Uint8Array(padded.buffer).set(bytes);
  padded.setUint8(bytes.length, 0x80);
  padded.setUint32(padded.byteLength - 8, bytes.length / 2 ** 29);
  padded.setUint32(padded.byteLength - 4, bytes.length << 3);
  const state = Int32Array.from(initial);
  for (let offset = 0; offset < padded.byteLength; offset += 64) compress(state, padded, offset);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setInt32(i * 4, word));
  return new Uint8Array(digest.buffer);
}
`;
}

const registers = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;
const constants = fractions(64, Math.cbrt);
const words = Array.from({ length: 16 }, (_, i) => `w${i}`);

/** §6.2.2, steps 1 and 3. The names of the registers move on instead of their values. */
function round(t: number): string {
  const [a, b, c, d, e, f, g, h] = registers.map((_, i) => registers[(i - t + 64) % 8]);
  const word = (back: number) => words[(t - back + 16) % 16];
  const small = (name: string | undefined, one: number, two: number, shift: number) =>
    `(${rotated(name, one)} ^ ${rotated(name, two)} ^ (${name} >>> ${shift}))`;
  const big = (name: string | undefined, ...by: readonly number[]) =>
    `(${by.map((n) => rotated(name, n)).join(' ^ ')})`;
  const schedule = `${word(0)} = (${small(word(2), 17, 19, 10)} + ${word(7)} + ${small(word(15), 7, 18, 3)} + ${word(0)}) | 0;`;
  return `  ${t < 16 ? '' : schedule}
  t1 = (${h} + ${big(e, 6, 11, 25)} + ((${e} & ${f}) ^ (~${e} & ${g})) + ${constants[t]} + ${word(0)}) | 0;
  ${d} = (${d} + t1) | 0;
  ${h} = (t1 + ${big(a, 2, 13, 22)} + ((${a} & ${b}) ^ (${a} & ${c}) ^ (${b} & ${c}))) | 0;`;
}

function rotated(name: string | undefined, by: number): string {
  return `((${name} >>> ${by}) | (${name} << ${32 - by}))`;
}

function literal(values: Int32Array): string {
  return `[${values.join(', ')}]`;
}

/** The first 32 bits of the fractional parts of a root of the first primes (§4.2.2 and §5.3.3). */
function fractions(count: number, root: (prime: number) => number): Int32Array {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return Int32Array.from(primes, (prime) => (root(prime) % 1) * 2 ** 32);
}
