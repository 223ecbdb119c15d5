import { html, type Html } from '../../../html/html.ts';

/** Characters that XML 1.0 cannot contain, not even escaped (§2.2). */
const invalid = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Template tag for XML: as `html`, and removes characters that XML cannot contain. */
export const xml = (strings: TemplateStringsArray, ...parts: readonly (Html | string | readonly Html[])[]): Html =>
  html(strings, ...parts.map((part) => (typeof part === 'string' ? part.replace(invalid, '') : part)));
