/** A symmetric pattern of five by five squares in one of twelve colours. */
export interface KeyPattern {
  /** Hue of the colour in degrees. */
  readonly hue: number;
  /** Path of the squares, for an image of five by five. */
  readonly path: string;
}

/** Computes the picture of a key, or of another id. @param digest its SHA-256, because an attacker can choose a few of its characters */
export function keyPattern(digest: Uint8Array): KeyPattern {
  const path = Array.from({ length: 15 }, (_, index) => index)
    .filter((index) => ((digest[3 + index] ?? 0) & 1) === 1)
    .flatMap((index) => {
      const [column, row] = [index % 3, Math.floor(index / 3)];
      return column === 2
        ? [[2, row]]
        : [
            [column, row],
            [4 - column, row],
          ];
    })
    .map(([x, y]) => `M${x} ${y}h1v1h-1z`)
    .join('');
  return { hue: ((digest[2] ?? 0) % 12) * 30, path };
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Returns the first characters of the first and the last word of a name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word = '') => [...segmenter.segment(word)][0]?.segment ?? '')
    .join('')
    .toUpperCase();
}

/** Computes the picture of an id with the browser's own SHA-256; undefined where it has none, on insecure origins. */
export async function browserPattern(id: string): Promise<KeyPattern | undefined> {
  if (!globalThis.isSecureContext) return undefined;
  return keyPattern(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(id))));
}
