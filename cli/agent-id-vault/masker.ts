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

/** Shortest derived form that is masked, in characters. Shorter ones occur in ordinary output. */
const minLength = 8;

/**
 * base64 of a secret at each of the three positions that it can have within other bytes, as in `Basic` credentials. The
 * characters that depend on its neighbours are left out.
 */
function base64Forms(secret: Buffer): readonly string[] {
  const alone = secret.toString('base64');
  const within = [0, 1, 2].map((offset) => {
    const bits = (offset + secret.length) * 8;
    const whole = Buffer.concat([Buffer.alloc(offset), secret])
      .toString('base64')
      .replace(/=+$/, '');
    return whole.slice(Math.ceil((offset * 8) / 6), Math.floor(bits / 6));
  });
  const forms = [alone, alone.replace(/=+$/, ''), ...within];
  return [...forms, ...forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))];
}

function urlForms(secret: string): readonly string[] {
  if (!secret.isWellFormed()) return [];
  const form = encodeURIComponent(secret);
  // RFC 3986 §2.1 and application/x-www-form-urlencoded escape more, and hexadecimal digits have two cases.
  const strict = form.replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  const forms = [form, strict, strict.replaceAll('%20', '+').replaceAll('~', '%7E')];
  return [...forms, ...forms.map((one) => one.replace(/%../g, (escape) => escape.toLowerCase()))];
}

/**
 * Forms in which a program may print a secret: itself, each of its lines, base64, URL-encoded, hexadecimal, and as a JSON
 * string. Longest first.
 */
export function secretForms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const lines = secret.split(/\r\n|\n|\r/).map((line) => line.trim());
  const derived = [
    ...(lines.length > 1 ? lines : []),
    ...base64Forms(bytes),
    ...urlForms(secret),
    hex,
    hex.toUpperCase(),
    JSON.stringify(secret).slice(1, -1),
    secret.trim(),
  ];
  const forms = new Set([secret, ...derived.filter((form) => form.length >= minLength)]);
  return [...forms].sort((one, other) => other.length - one.length);
}
