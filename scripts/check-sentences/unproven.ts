import type { Section } from '../../contract-tests/areas/sentences/section.ts';

export interface Unproven {
  readonly section: string;
  readonly says: string;
  /** What is wrong with the entry. */
  readonly fault: string;
}

/** Sentences without a test: none named, or a title that no test has. */
export function unproven(sections: readonly Section[], titles: ReadonlySet<string>): readonly Unproven[] {
  return sections.flatMap(({ section, rows }) =>
    rows.flatMap(({ says, provenBy, because }) => {
      const lost = provenBy.filter((title) => !titles.has(title));
      if (lost.length > 0) return [{ section, says, fault: `no test is called: ${lost.join('; ')}` }];
      if (provenBy.length === 0 && because === undefined) return [{ section, says, fault: 'names no test' }];
      return [];
    }),
  );
}

/**
 * Texts of a test source that can be a title. Titles of tables are among them as they are written (`%s is refused`),
 * and so are the cells that fill them.
 */
export function titlesIn(source: string): readonly string[] {
  const literal = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;
  return Array.from(source.matchAll(literal), ([, single, double, template]) =>
    (single ?? double ?? template ?? '').replaceAll(/\\(.)/g, '$1'),
  );
}

/** Rows of the document's tables, their cells separated by bars; heads are left out. */
export function tableRows(document: string): readonly string[] {
  const lines = document.split('\n');
  return lines.flatMap((line, index) => {
    const isRow = line.startsWith('|') && lines[index - 1]?.startsWith('|') === true && !/^\|[-| ]+\|$/.test(line);
    return isRow ? [plain(line)] : [];
  });
}

/** One spelling for a row, whatever its bars and spaces. */
export const plain = (row: string): string =>
  row
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(' | ');
