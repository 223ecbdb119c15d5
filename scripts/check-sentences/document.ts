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

/**
 * The document's prose below its introduction, sentence by sentence. Headings and what only names or leads to
 * something say nothing of their own.
 */
export function proseSentences(document: string): readonly string[] {
  return document
    .slice(document.indexOf('\n## '))
    .replaceAll(/^```.*?^```$/gms, '')
    .split('\n')
    .filter((line) => !/^[#|]/.test(line))
    .flatMap((line) => plainProse(line).split(/(?<=[.;:]) /))
    .filter((sentence) => /[.;]$/.test(sentence) && sentence.split(' ').length > 2);
}

/** One spelling for prose, whatever its marks and spaces. */
const plainProse = (text: string): string =>
  text
    .replaceAll(/\*\*|`/g, '')
    .replace(/^\s*(?:[-*]|\d+\.)\s+/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Where an index and the document differ: what the index leaves out, and what it has in other words. */
export function differences(
  says: readonly string[],
  document: string,
): { readonly leftOut: readonly string[]; readonly invented: readonly string[] } {
  const rows = new Set(tableRows(document));
  const known = new Set(says.map(plain));
  const text = document.split('\n').map(plainProse).join('\n');
  const prose = says.map(plainProse);
  return {
    leftOut: [
      ...[...rows].filter((row) => !known.has(row)),
      ...proseSentences(document).filter((sentence) => !prose.some((one) => one.includes(sentence))),
    ],
    invented: says.filter((one) => !rows.has(plain(one)) && !text.includes(plainProse(one))),
  };
}
