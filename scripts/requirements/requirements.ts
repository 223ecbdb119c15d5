import { type SourceLine, type SourceTree, locateTarget, type TargetLines, readOnce } from './locate-target.ts';
import type { TaggedTest, Tests } from './tests.ts';

/**
 * A line of `contract-tests/requirements/<part>.txt`: `C12 [forum.listPosts] GET | /api/posts | …`, below a heading
 * `# Section [forum.getPost]`. What serves a requirement stands in brackets; a line without them takes its section's.
 * A line without a sentence takes the title of its test. Tests that prove it end their title with ` [C12]`.
 */
export interface Requirement {
  readonly id: string;
  /** Headings, outermost first, separated by slashes. */
  readonly section: string;
  /** The document's wording; bars separate the cells of a table row. Empty when the test's title says it. */
  readonly says: string;
  /** Operations, commands, client functions, or a whole area or executable. */
  readonly serves: readonly string[];
  /** Why no test can prove it. */
  readonly because?: string;
  readonly place: SourceLine;
}

/** Reads all requirements. The interface document has those of A to E. */
export function readRequirements(tree: SourceTree): readonly Requirement[] {
  return tree
    .list('contract-tests/requirements/*.txt')
    .flatMap((file) => parseRequirements(tree.read(file), file))
    .toSorted((one, other) => one.id.localeCompare(other.id, 'en', { numeric: true }));
}

export const isOfDocument = ({ id }: Requirement): boolean => /^[A-E]/.test(id);

export function parseRequirements(text: string, file: string): readonly Requirement[] {
  const found: Requirement[] = [];
  let section = '';
  let sectionServes: readonly string[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const heading = /^# (.+?)(?: \[(.+)\])?$/.exec(line);
    const row = /^([A-Z]\d+)(?: \[([^\]]+)\])?(?: (.+))?$/.exec(line);
    const because = /^ {2}because (.+)$/.exec(line)?.[1];
    const last = found.at(-1);
    if (heading !== null) {
      section = heading[1] ?? '';
      sectionServes = targetsIn(heading[2]);
    } else if (row !== null) {
      const [, id = '', targets, says = ''] = row;
      const serves = targets === undefined ? sectionServes : targetsIn(targets);
      found.push({ id, section, says, serves, place: { file, line: index + 1 } });
    } else if (because !== undefined && last !== undefined) {
      found[found.length - 1] = { ...last, because };
    } else if (line !== '') throw new Error(`${file}:${index + 1}: neither a section nor a requirement`);
  }
  return found;
}

const targetsIn = (list: string | undefined): readonly string[] => list?.split(', ') ?? [];

/** The chain from a requirement to its tests. */
export interface Chain extends Requirement {
  readonly links: readonly (TargetLines & { readonly target: string })[];
  readonly proofs: readonly TaggedTest[];
}

/** Follows each requirement to contract lines, handlers and tests. */
export function readChains(requirements: readonly Requirement[], tests: Tests, tree: SourceTree): readonly Chain[] {
  const cached = readOnce(tree);
  const located = new Map<string, TargetLines>();
  const locate = (target: string): TargetLines => {
    const lines = located.get(target) ?? locateTarget(cached, target);
    located.set(target, lines);
    return lines;
  };
  return requirements.map((requirement) => {
    const proofs = tests.byRequirement.get(requirement.id) ?? [];
    return {
      ...requirement,
      says: requirement.says === '' ? (proofs[0]?.title ?? '') : requirement.says,
      links: requirement.serves.map((target) => ({ target, ...locate(target) })),
      proofs,
    };
  });
}

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
