/** Schema keyword next to `pattern`: what the pattern accepts, for people. Completes the sentence "must be …". */
export const patternDescriptionKeyword = 'x-pattern-description';

/** Character classes of the contracts' patterns. */
const classes: Readonly<Record<string, string>> = {
  'A-Za-z0-9_-': 'base64url characters',
  'A-Za-z0-9._~-': 'unreserved URI characters (letters, digits and - . _ ~)',
  '0-9a-f': 'lowercase hexadecimal characters',
  '0-9A-Fa-f': 'hexadecimal characters',
  '0-9': 'digits',
  'a-z0-9-': 'lowercase letters, digits and hyphens',
  '\\x20-\\x7e': 'printable ASCII characters',
  '\\x21-\\x7e': 'printable ASCII characters without spaces',
  '^\\u0000': 'characters without NUL',
};

const uuid = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/**
 * Describes a pattern that repeats one character class. Other patterns need {@link patternDescriptionKeyword}.
 *
 * @returns text that completes "must be …"; undefined when the pattern has another form
 */
export function describePattern(pattern: string): string | undefined {
  if (pattern === uuid) return 'a UUID in lowercase';
  const [, characters = '', count = ''] = /^\^\[((?:\\.|[^\]\\])+)\](\*|\+|\{\d+(?:,\d*)?\})\$$/.exec(pattern) ?? [];
  const what = classes[characters];
  return what === undefined ? undefined : `${quantity(count)}${what}`;
}

/** @param count `*`, `+`, `{n}`, `{n,}` or `{n,m}` */
function quantity(count: string): string {
  if (count === '*') return '';
  if (count === '+') return 'one or more ';
  const [, least, range, most] = /^\{(\d+)(,)?(\d*)\}$/.exec(count) ?? [];
  if (range === undefined) return `${least} `;
  return most === '' ? `${least} or more ` : `${least} to ${most} `;
}
