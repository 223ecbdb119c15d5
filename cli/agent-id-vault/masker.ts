/** Replacement of a credential in the output of a child process. */
export const mask = '<concealed by agent-id-vault>';

/** Replaces every occurrence of some texts in a byte stream, including occurrences split between chunks. */
export interface Masker {
  /** Accepts a chunk and returns the bytes that can be printed. */
  readonly push: (chunk: Buffer) => Buffer;
  /** Returns the remaining bytes at the end of the stream. */
  readonly flush: () => Buffer;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Length of the longest suffix of `data` that is a proper prefix of the pattern. */
function possibleStart(data: Buffer, pattern: Buffer): number {
  for (let length = Math.min(pattern.length - 1, data.length); length > 0; length--) {
    if (data.subarray(data.length - length).equals(pattern.subarray(0, length))) return length;
  }
  return 0;
}

/** All occurrences of the patterns, overlapping ones included, ordered by start. */
function occurrences(data: Buffer, patterns: readonly Buffer[]): readonly Span[] {
  const spans: Span[] = [];
  for (const pattern of patterns) {
    for (let at = data.indexOf(pattern); at !== -1; at = data.indexOf(pattern, at + 1))
      spans.push({ start: at, end: at + pattern.length });
  }
  return spans.sort((one, other) => one.start - other.start);
}

/**
 * Creates a masker for some texts. Overlapping occurrences are concealed as one. It holds back only a possible start of a
 * text, so that prompts appear at once.
 */
export function createMasker(texts: readonly string[]): Masker {
  const patterns = texts.map((text) => Buffer.from(text));
  const replacement = Buffer.from(mask);
  let held: Buffer = Buffer.alloc(0);
  /** Bytes at the start of `held` that belong to an occurrence whose mask is printed. */
  let concealed = 0;
  const print = (data: Buffer, end: number): Buffer => {
    const parts: Buffer[] = [];
    let at = concealed;
    for (const span of occurrences(data, patterns)) {
      if (span.start >= end) break;
      // An occurrence that overlaps the previous one extends its mask.
      if (span.start >= at) parts.push(data.subarray(at, span.start), replacement);
      at = Math.max(at, span.end);
    }
    if (at < end) parts.push(data.subarray(at, end));
    held = data.subarray(end);
    concealed = Math.max(0, at - end);
    return Buffer.concat(parts);
  };
  return {
    push: (chunk) => {
      const data = Buffer.concat([held, chunk]);
      return print(data, data.length - Math.max(0, ...patterns.map((pattern) => possibleStart(data, pattern))));
    },
    flush: () => print(held, held.length),
  };
}
