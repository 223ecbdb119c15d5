import { relativeLink } from '../../src/api-reference/documentation-page.ts';
import { renderMarkdown } from '../../src/api-reference/markdown.ts';
import { type Html, html, trustedHtml } from '../../src/html/html.ts';
import { type Area, areas } from '../../src/typed-contract/areas.ts';
import { type Guide, sitePath } from './site-page.ts';

/** A row of `docs/errors.md`. */
export interface DocumentedError {
  readonly area: Area;
  readonly status: string;
  readonly code: string;
  readonly message: string;
  /** Id of its row. */
  readonly id: string;
}

/** Returns the path of an operation's page; undefined for a name that is none. */
export type OperationPath = (area: Area, operationId: string) => string | undefined;

export const isErrors = ({ file }: Guide): boolean => file === 'docs/errors.md';

/** Rows of the tables: status, code, message. */
const errorRow = /^\| (\d{3}) \| `([^`]*)` \| (.*?) \|/;

/** Returns every error with the id of its row: the first one of a code has the id that others link to. */
export function documentedErrors({ text }: Guide): readonly DocumentedError[] {
  const sections = text.split(/^(?=## )/m).slice(1);
  const ids = new Set<string>();
  return sections.flatMap((section, index) => {
    const area = areas[index];
    if (area === undefined) return [];
    return section.split('\n').flatMap((line): DocumentedError[] => {
      const [, status = '', code = '', message = ''] = errorRow.exec(line) ?? [];
      if (status === '') return [];
      const first = `${area}-${code.replace(/[^\w*-]+/g, '-') || status}`;
      const id = ids.has(first) ? `${first}-${status}` : first;
      ids.add(id);
      return [{ area, status, code, message: message.replaceAll('&lt;', '<'), id }];
    });
  });
}

/** Returns the path and fragment of the row of an error code. */
export function errorPaths(guide: Guide): (area: Area, code: string) => string | undefined {
  const rows = documentedErrors(guide);
  return (area, code) => {
    const row = rows.find((one) => one.area === area && one.code === code);
    return row === undefined ? undefined : `${sitePath(guide.file)}#${row.id}`;
  };
}

/** Renders the guide of errors: each row has an id, and links to the pages of its operations. */
export function errorsContent(guide: Guide, operationPath: OperationPath): Html {
  const rows = documentedErrors(guide);
  const path = sitePath(guide.file);
  let at = -1;
  const markup = renderMarkdown(guide.text).markup.replaceAll(/<tr>\n<td>\d{3}<\/td>.*?<\/tr>/gs, (row) => {
    const error = rows[++at];
    if (error === undefined) return row;
    const cells = row.split('<td>');
    const operations = (cells.pop() ?? '').replace(/\w+/g, (name) => {
      const page = operationPath(error.area, name);
      return page === undefined ? name : html`<a href="${relativeLink(path, page)}">${name}</a>`.markup;
    });
    return [...cells, operations].join('<td>').replace('<tr>', `<tr id="${error.id}">`);
  });
  return trustedHtml(markup);
}
