/** Control, format and separator characters, which steer a terminal or hide text (Unicode categories Cc, Cf, Zl, Zp). */
const control = String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]`;

/** Created on use: V8 compiles a literal when it parses it, which takes long at start. */
const controls = (): RegExp => new RegExp(control, 'gu');

const maxLength = 500;

/** Makes foreign text safe for one line of a message: control characters become spaces, long text is cut. */
export function plainText(text: string): string {
  const line = text.replace(controls(), ' ');
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
}

/** Removes control characters from output for a terminal, except line breaks. */
export function terminalText(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(controls(), ''))
    .join('\n');
}
