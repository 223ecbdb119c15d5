/** What stands in a child's output where a credential stood. */
export const mask = '<concealed by agent-id-vault>';

/** Replaces every occurrence of a secret in a stream of bytes, also one that is split between chunks. */
export interface Masking {
  /** What may be printed now. */
  readonly push: (chunk: Buffer) => Buffer;
  /** What was held back, at the end of the stream. */
  readonly flush: () => Buffer;
}

/** Length of the longest end of `data` with which the secret could begin. */
function possibleStart(data: Buffer, secret: Buffer): number {
  for (let length = Math.min(secret.length - 1, data.length); length > 0; length--) {
    if (data.subarray(data.length - length).equals(secret.subarray(0, length))) return length;
  }
  return 0;
}

/** Only what could be the beginning of the secret is held back, so that prompts still appear at once. */
export function createMasking(text: string): Masking {
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
