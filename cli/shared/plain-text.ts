/** Control, format and separator characters, which steer a terminal or hide text (Unicode categories Cc, Cf, Zl, Zp). */
const control = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const maxLength = 500;

/** Makes foreign text safe for one line of a message: control characters become spaces, long text is cut. */
export function plainText(text: string): string {
  const line = text.replace(control, ' ');
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
}

/** Removes control characters from output for a terminal, except line breaks. */
export function terminalText(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(control, ''))
    .join('\n');
}
