/** Markup that is safe to send. Only {@link html} and {@link trustedHtml} create it. */
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

/** Escapes text for element content and for quoted attribute values. */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/**
 * Template tag for HTML. Interpolated text is escaped, `Html` is inserted as it is, lists are joined, and undefined,
 * null and false produce nothing. Attribute values must be quoted.
 *
 * @example html`<a href="${url}">${title}</a>`
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const markup = strings.map((text, index) => text + (index < parts.length ? render(parts[index]) : '')).join('');
  return { markup };
}

/** Marks markup as safe. The caller guarantees it: the output of a sanitizer or of a QR library. */
export const trustedHtml = (markup: string): Html => ({ markup });

function render(part: Part): string {
  if (part === undefined || part === null || part === false) return '';
  if (isList(part)) return part.map(render).join('');
  return typeof part === 'object' ? part.markup : escapeHtml(String(part));
}

const isList = (part: Part): part is readonly Part[] => Array.isArray(part);
