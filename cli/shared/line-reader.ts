import { readSync } from 'node:fs';

const chunkSize = 1 << 18;

/** One complete line of a file, without its newline. */
export interface FileLine {
  readonly bytes: Buffer;
  /** Offset just behind the newline. */
  readonly end: number;
}

/** Reads the complete lines between two offsets of an open file; memory is bounded by the longest line. */
export function* readLines(fd: number, from: number, to: number): Generator<FileLine> {
  let kept: Buffer = Buffer.alloc(0);
  let offset = from;
  while (offset < to) {
    const chunk = Buffer.allocUnsafe(Math.min(chunkSize, to - offset));
    const count = readSync(fd, chunk, 0, chunk.length, offset);
    if (count === 0) return;
    const data = kept.length === 0 ? chunk.subarray(0, count) : Buffer.concat([kept, chunk.subarray(0, count)]);
    let start = 0;
    const base = offset - kept.length;
    for (let end = data.indexOf(10, kept.length); end !== -1; end = data.indexOf(10, start)) {
      yield { bytes: data.subarray(start, end), end: base + end + 1 };
      start = end + 1;
    }
    kept = data.subarray(start);
    offset += count;
  }
}

/** The complete line that ends at an offset, or undefined when none does. Reads backwards, so its cost is that of the line. */
export function readLineEndingAt(fd: number, end: number): Buffer | undefined {
  if (end < 1) return undefined;
  let step = 4096;
  for (;;) {
    const start = Math.max(0, end - step);
    const chunk = Buffer.allocUnsafe(end - start);
    if (readSync(fd, chunk, 0, chunk.length, start) !== chunk.length) return undefined;
    if (chunk[chunk.length - 1] !== 10) return undefined;
    const before = chunk.length >= 2 ? chunk.lastIndexOf(10, chunk.length - 2) : -1;
    if (before !== -1 || start === 0) return chunk.subarray(before + 1, -1);
    step *= 4;
  }
}
