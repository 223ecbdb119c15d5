/** Replacement of a credential in the output of a child process. */
export const mask = '<concealed by agent-id-vault>';

/** Replaces every occurrence of a secret in a byte stream, including occurrences split between chunks. */
export interface Masker {
  /** Accepts a chunk and returns the bytes that can be printed. */
  readonly push: (chunk: Buffer) => Buffer;
  /** Returns the remaining bytes at the end of the stream. */
  readonly flush: () => Buffer;
}

/** Length of the longest suffix of `data` that is a prefix of the secret. */
function possibleStart(data: Buffer, secret: Buffer): number {
  for (let length = Math.min(secret.length - 1, data.length); length > 0; length--) {
    if (data.subarray(data.length - length).equals(secret.subarray(0, length))) return length;
  }
  return 0;
}

/** Creates a masker. It holds back only a possible prefix of the secret, so that prompts appear at once. */
export function createMasker(text: string): Masker {
  const secret = Buffer.from(text);
  const replacement = Buffer.from(mask);
  let held: Buffer = Buffer.alloc(0);
  return {
    push: (chunk) => {
      const data = Buffer.concat([held, chunk]);
      const parts: Buffer[] = [];
      let start = 0;
      for (let at = data.indexOf(secret); at !== -1; at = data.indexOf(secret, start)) {
        parts.push(data.subarray(start, at), replacement);
        start = at + secret.length;
      }
      const rest = data.subarray(start);
      const keep = possibleStart(rest, secret);
      held = rest.subarray(rest.length - keep);
      return Buffer.concat([...parts, rest.subarray(0, rest.length - keep)]);
    },
    flush: () => held,
  };
}
