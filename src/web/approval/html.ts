/** Markup that is safe to put into a page. */
export interface Html {
  readonly markup: string;
}

type Value = string | number | Html | undefined | readonly Html[];

/** Puts values into markup; text is escaped for content and for quoted attributes. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { markup: strings.map((text, index) => text + written(values[index])).join('') };
}

/** Markup from a source that is trusted: our own files, a QR code. */
export const trusted = (markup: string): Html => ({ markup });

function written(value: Value): string {
  if (value === undefined) return '';
  if (typeof value === 'string' || typeof value === 'number') return escape(String(value));
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
