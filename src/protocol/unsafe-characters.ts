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
