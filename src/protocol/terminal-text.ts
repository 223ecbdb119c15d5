/** Characters that open or close a direction for the text after them: embeddings, overrides, isolates (UAX #9 §2). */
const directionControls = /[\u202a-\u202e\u2066-\u2069]/gu;

/** Characters of right-to-left scripts, by the default classes R and AL of DerivedBidiClass.txt, and invisible marks. */
const rightToLeft = /[\u0590-\u08ff\u200f\u061c\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Control, format, separator and unpaired surrogate characters; the two joiners shape letters and emoji. */
const unsafeInNames = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Returns whether a name has no character that hides text, changes its direction or steers a terminal. */
export const isPlainName = (name: string): boolean => !unsafeInNames.test(name);

/**
 * Prepares text of others for a place without markup, such as a page's title: its direction ends with it (UAX #9 §6.3).
 * A page's element does this by `dir="auto"`.
 */
export function isolatedText(text: string): string {
  const plain = text.replace(directionControls, '');
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain;
}

/**
 * Control, format and separator characters, which steer a terminal or hide text (Unicode categories Cc, Cf, Zl, Zp), without
 * line breaks. As text: V8 compiles a literal when it parses it, which takes long at start.
 */
const steering = String.raw`(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]`;

/** Most output needs no expression with Unicode categories. */
const isPlain = (text: string): boolean => /^[\n -~]*$/.test(text);

const maxLength = 500;

/** Makes foreign text safe for one line of a message: control characters become spaces, long text is cut. */
export function plainText(text: string): string {
  const line = text.replace(new RegExp(`\n|${steering}`, 'gu'), ' ');
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
}

/** Removes what steers a terminal from text that is written to it; line breaks remain. */
export function terminalText(text: string): string {
  return isPlain(text) ? text : text.replace(new RegExp(steering, 'gu'), '');
}

const escaped = (character: string): string =>
  [...Array(character.length).keys()]
    .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('');

/** Escapes what steers a terminal in JSON, whose value stays the same. */
export function terminalJson(json: string): string {
  return isPlain(json) ? json : json.replace(new RegExp(steering, 'gu'), escaped);
}

/**
 * Escapes what steers a terminal in JSON that a program decodes before it prints it, such as a formatter of logs: it reads the
 * escape sequence as text. Line breaks and tabs remain.
 */
export function decodedTerminalJson(json: string): string {
  const twice = (escapes: string): string => escapes.replaceAll('\\', '\\\\');
  const pattern = new RegExp(`\\\\(?:u[0-9a-fA-F]{4}|.)|${steering}`, 'gu');
  return json.replace(pattern, (found) => {
    if (!found.startsWith('\\')) return twice(escaped(found));
    const character: unknown = JSON.parse(`"${found}"`);
    const steers =
      typeof character === 'string' && !/^[\n\t]$/.test(character) && new RegExp(steering, 'u').test(character);
    return steers ? twice(escaped(character)) : found;
  });
}
