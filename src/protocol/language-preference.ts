/** A language range with its weight; `*` stands for any language. */
interface LanguageRange {
  /** Lower case. */
  readonly range: string;
  readonly quality: number;
}

/** RFC 4647 §2.1, with the weight of RFC 9110 §12.4.2. */
const weightedRange = /^([a-z]{1,8}(?:-[a-z0-9]{1,8})*|\*)(?:\s*;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i;

/** Maximum number of ranges that are read of one list; people configure fewer. */
const maxRanges = 32;

/** Reads `Accept-Language` (RFC 9110 §12.5.4), the most preferred range first. Malformed ranges are left out. */
function readAcceptLanguage(header: string): readonly LanguageRange[] {
  return header
    .split(',', maxRanges)
    .map((part) => weightedRange.exec(part.trim()))
    .filter((match) => match !== null)
    .map(([, range = '', quality = '1']) => ({ range: range.toLowerCase(), quality: Number(quality) }))
    .sort((a, b) => b.quality - a.quality);
}

/** Returns a range and the ranges that it falls back to: `zh-hant-tw`, `zh-hant`, `zh` (RFC 4647 §3.4). */
function fallbacks(range: string): readonly string[] {
  const subtags = range.split('-');
  const shorter = subtags.map((_, index) => subtags.slice(0, subtags.length - index));
  // A single character introduces what follows it, so that it never ends a range.
  return shorter.filter((tags) => tags.at(-1)?.length !== 1).map((tags) => tags.join('-'));
}

/** Finds the language that a range names, the most specific one first. */
function lookUp<Language extends string>(range: string, supported: readonly Language[]): Language | undefined {
  for (const shorter of fallbacks(range)) {
    const found = supported.find((language) => language === shorter);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Returns the supported language that `Accept-Language` prefers; undefined when it accepts none of them.
 *
 * @param supported language tags in lower case; `*` stands for the first one that the header does not name
 */
export function acceptedLanguage<Language extends string>(
  header: string,
  supported: readonly Language[],
): Language | undefined {
  const ranges = readAcceptLanguage(header);
  const named = ranges.map(({ range }) => lookUp(range, supported));
  const refused = ranges.filter(({ quality }) => quality === 0).map(({ range }) => range);
  const acceptable = supported.filter((language) => !refused.includes(language));
  for (const { range } of ranges.filter(({ quality }) => quality > 0)) {
    const found = range === '*' ? acceptable.find((language) => !named.includes(language)) : lookUp(range, acceptable);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the supported language that `ui_locales` prefers (OpenID Connect Core 1.0 §3.1.2.1); undefined without one. */
export function uiLanguage<Language extends string>(
  uiLocales: string,
  supported: readonly Language[],
): Language | undefined {
  for (const tag of uiLocales.toLowerCase().split(' ', maxRanges)) {
    const found = lookUp(tag, supported);
    if (found !== undefined) return found;
  }
  return undefined;
}
