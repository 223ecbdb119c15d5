import { Writable } from 'node:stream';

/** A stream that keeps the beginning of what is written to it. */
export interface CollectedOutput {
  readonly stream: Writable;
  readonly text: () => string;
  readonly truncated: () => boolean;
}

/** @param maxBytes that are kept; the rest is dropped, so that a command never waits for its reader */
export function collectOutput(maxBytes: number): CollectedOutput {
  const chunks: Buffer[] = [];
  let size = 0;
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (size < maxBytes) chunks.push(chunk.subarray(0, maxBytes - size));
      size += chunk.length;
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString('utf8'), truncated: () => size > maxBytes };
}
