import { readSync } from 'node:fs';

const chunkSize = 1 << 18;

/** Limit of a line in bytes. A longer line is truncated and is not a valid entry. */
const longestLine = 1 << 26;

/** One complete line of a file, without its newline. */
export interface FileLine {
  readonly bytes: Buffer;
  /** Offset after the newline. */
  readonly end: number;
}

/** Reads the complete lines between two offsets of an open file. Memory is bounded by the longest line. */
export function* readLines(fd: number, from: number, to: number): Generator<FileLine> {
  let begun: Buffer[] = [];
  let kept = 0;
  for (let offset = from; offset < to;) {
    const chunk = Buffer.allocUnsafe(Math.min(chunkSize, to - offset));
    const count = readSync(fd, chunk, 0, chunk.length, offset);
    if (count === 0) return;
    const data = chunk.subarray(0, count);
    let start = 0;
    for (let end = data.indexOf(10); end !== -1; end = data.indexOf(10, start)) {
      const last = data.subarray(start, end);
      yield { bytes: begun.length === 0 ? last : Buffer.concat([...begun, last]), end: offset + end + 1 };
      [begun, kept] = [[], 0];
      start = end + 1;
    }
    const rest = data.subarray(start);
    if (kept < longestLine) begun.push(rest);
    kept += rest.length;
    offset += count;
  }
}

/** Reads backwards the complete line that ends at an offset. @returns undefined when no line ends there */
export function readLineEndingAt(fd: number, end: number): Buffer | undefined {
  if (end < 1) return undefined;
  for (let step = 4096; step <= longestLine; step *= 4) {
    const start = Math.max(0, end - step);
    const chunk = Buffer.allocUnsafe(end - start);
    if (readSync(fd, chunk, 0, chunk.length, start) !== chunk.length || chunk.at(-1) !== 10) return undefined;
    const before = chunk.length >= 2 ? chunk.lastIndexOf(10, chunk.length - 2) : -1;
    if (before !== -1 || start === 0) return chunk.subarray(before + 1, -1);
  }
  return undefined;
}
