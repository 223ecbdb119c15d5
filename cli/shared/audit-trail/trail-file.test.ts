import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { readLineEndingAt, readLines } from './trail-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'agent-id-lines-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function opened<T>(bytes: Uint8Array, work: (fd: number) => T): T {
  const path = join(folder, 'file');
  writeFileSync(path, bytes);
  const fd = openSync(path, 'r');
  try {
    return work(fd);
  } finally {
    closeSync(fd);
  }
}

test('readLines: yields each complete line with its end offset and omits an unfinished last line', () => {
  // Long lines span several read chunks.
  const line = fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: 300_000 })).map((length) => 'a'.repeat(length));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), fc.nat({ max: 20 }), (lines, torn) => {
      const bytes = Buffer.from(lines.map((one) => `${one}\n`).join('') + 'b'.repeat(torn));
      const read = opened(bytes, (fd) =>
        [...readLines(fd, 0, bytes.length)].map((one) => ({ ...one, text: one.bytes.toString() })),
      );
      expect(read.map(({ text }) => text)).toEqual(lines);
      expect(read.map(({ end }) => bytes.toString('latin1', end - 1, end))).toEqual(lines.map(() => '\n'));
      for (const { text, end } of read) {
        expect(opened(bytes, (fd) => readLineEndingAt(fd, end))?.toString()).toBe(text);
      }
    }),
    { numRuns: 40 },
  );
});

test('readLineEndingAt: returns undefined at an offset without a newline or outside the file', () => {
  const bytes = Buffer.from('one\ntwo\n');
  const ending = (end: number): string | undefined => opened(bytes, (fd) => readLineEndingAt(fd, end))?.toString();
  expect([0, 3, 4, 5, 8, 9].map(ending)).toEqual([undefined, undefined, 'one', undefined, 'two', undefined]);
});
