/** Markup that is safe to send: made by {@link html} alone. */
export interface Html {
  readonly markup: string;
}

type Part = Html | string | number | false | null | undefined | readonly Part[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text and for attribute values in quotes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/**
 * Writes markup. Whatever is put in is escaped unless it is markup already; lists are joined; nothing, false and null
 * are left out. Attribute values belong in quotes.
 *
 * @example html`<a href="${url}">${title}</a>`
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const markup = strings.map((text, index) => text + (index < parts.length ? write(parts[index]) : '')).join('');
  return { markup };
}

/** Markup from elsewhere that was made safe there: a sanitiser, a QR library. */
export const trustedHtml = (markup: string): Html => ({ markup });

function write(part: Part): string {
  if (part === undefined || part === null || part === false) return '';
  if (isList(part)) return part.map(write).join('');
  return typeof part === 'object' ? part.markup : escapeHtml(String(part));
}

const isList = (part: Part): part is readonly Part[] => Array.isArray(part);
