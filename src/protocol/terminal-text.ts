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
