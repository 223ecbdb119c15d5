/** Returns the rows of the document's tables, without table heads; bars separate the cells. */
export function tableRows(document: string): readonly string[] {
  const lines = document.split('\n');
  return lines.flatMap((line, index) => {
    const isRow = line.startsWith('|') && lines[index - 1]?.startsWith('|') === true && !/^\|[-| ]+\|$/.test(line);
    return isRow ? [plain(line)] : [];
  });
}

/** Normalizes bars and spaces of a row. */
const plain = (row: string): string =>
  row
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(' | ');

/**
 * Returns the sentences of the document's prose below its introduction. Headings and fragments that only introduce a
 * list are left out.
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

/** Removes list marks and inline formatting from prose, and normalizes its spaces. */
const plainProse = (text: string): string =>
  text
    .replaceAll(/\*\*|`/g, '')
    .replace(/^\s*(?:[-*]|\d+\.)\s+/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Compares an index with the document: returns what the index leaves out, and what it words differently. */
export function differences(
  says: readonly string[],
  document: string,
): { readonly missing: readonly string[]; readonly reworded: readonly string[] } {
  const rows = new Set(tableRows(document));
  const known = new Set(says.map(plain));
  const text = document.split('\n').map(plainProse).join('\n');
  const prose = says.map(plainProse);
  return {
    missing: [
      ...[...rows].filter((row) => !known.has(row)),
      ...proseSentences(document).filter((sentence) => !prose.some((one) => one.includes(sentence))),
    ],
    reworded: says.filter((one) => !rows.has(plain(one)) && !text.includes(plainProse(one))),
  };
}
