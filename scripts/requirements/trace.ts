import type { Requirement, Section } from '../../contract-tests/areas/requirements/section.ts';
import type { Target } from '../../contract-tests/areas/requirements/target.ts';
import {
  contractOperations,
  findLine,
  locateTarget,
  readOnce,
  type SourceLine,
  type SourceTree,
  type TargetLines,
} from './locate-target.ts';
import type { Tests } from './titles-in.ts';

export interface ChainLink extends TargetLines {
  readonly target: Target;
}

export interface Proof {
  readonly title: string;
  /** Empty when no test has the title. */
  readonly lines: readonly SourceLine[];
}

/** The chain from a requirement to its tests. */
export interface Chain extends Requirement {
  readonly section: string;
  /** The requirement in the index. */
  readonly index: SourceLine | undefined;
  readonly links: readonly ChainLink[];
  readonly proofs: readonly Proof[];
}

/** Follows each requirement to contract lines, handlers and tests. */
export function readChains(sections: readonly Section[], tests: Tests, tree: SourceTree): readonly Chain[] {
  const cached = readOnce(tree);
  const indexFiles = cached.list('contract-tests/areas/requirements/*.ts');
  const located = new Map<Target, TargetLines>();
  const locate = (target: Target): TargetLines => {
    const lines = located.get(target) ?? locateTarget(cached, target);
    located.set(target, lines);
    return lines;
  };
  return sections.flatMap(({ section, rows }) =>
    rows.map((requirement) => ({
      ...requirement,
      section,
      index: findText(cached, indexFiles, requirement.says),
      links: requirement.serves.map((target) => ({ target, ...locate(target) })),
      proofs: requirement.provenBy.map((title) => ({ title, lines: tests.titles.get(title) ?? [] })),
    })),
  );
}

function findText(tree: SourceTree, files: readonly string[], text: string): SourceLine | undefined {
  // Quotes inside the text may be escaped in the source.
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "\\\\?'");
  return findLine(tree, files, new RegExp(`['"]${escaped}['"]`));
}

/** A requirement and the section that it is from. */
type RequirementInSection = Requirement & Pick<Chain, 'section'>;

/**
 * Returns the chains of all requirements that a query selects, formatted for people.
 * @param tests called only when something matches, since reading all tests takes a second
 */
export function trace(
  query: string,
  sections: readonly Section[],
  tree: SourceTree,
  tests: () => Tests,
): readonly string[] {
  const operations = contractOperations(tree).filter((target) =>
    [target, target.slice(target.indexOf('.') + 1)].includes(query),
  );
  const selected = selectRequirements(
    sections.flatMap(({ section, rows }) => rows.map((row) => ({ ...row, section }))),
    query,
  );
  if (operations.length + selected.length === 0) return [];
  const read = tests();
  const chains = readChains(
    selected.map(({ section, ...row }) => ({ section, rows: [row] })),
    read,
    tree,
  );
  // The contracts have more operations than the interface document requires.
  return [...operations.map((target) => formatOperation(tree, read, target)), ...chains.map(formatChain)];
}

/**
 * Selects the requirements of a query: those of an operation or command (`createPost`, `forum.createPost`, `bind`,
 * `agent-id-core bind`), else those whose requirement contains all words of the query. Case is ignored.
 */
export function selectRequirements<T extends RequirementInSection>(all: readonly T[], query: string): readonly T[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return [];
  const served = all.filter(({ serves }) =>
    serves.some((target) => namesOf(target).some((name) => name.toLowerCase() === wanted)),
  );
  if (served.length > 0) return served;
  const words = wanted.split(/\s+/);
  return all.filter(({ says, section }) => {
    const text = `${section} ${says}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

const namesOf = (target: string): readonly string[] => [target, target.slice(target.search(/[.: ]/) + 1)];

/** Formats a chain for people: requirement, then contract line, handler and tests as `file:line`. */
export function formatChain({ section, says, index, links, proofs, because }: Chain): string {
  return [
    says,
    `  section      ${section}`,
    `  requirement  ${place(index)}`,
    ...links.flatMap(({ target, contract, needsContract, handler }) => [
      `  ${target}`,
      ...(needsContract ? [`    contract   ${place(contract)}`] : []),
      `    handler    ${place(handler)}`,
    ]),
    ...proofs.flatMap(({ title, lines }) =>
      (lines.length === 0 ? [undefined] : lines).map((line) => `  test         ${place(line)}  ${title}`),
    ),
    ...(because === undefined ? [] : [`  not tested   ${because}`]),
  ].join('\n');
}

/** Formats an operation of a contract: its contract line, its handler and the test files that name it. */
function formatOperation(tree: SourceTree, tests: Tests, target: Target): string {
  const { contract, handler } = locateTarget(tree, target);
  const files = tests.filesByWord.get(target.slice(target.indexOf('.') + 1)) ?? [];
  return [
    target,
    `  contract     ${place(contract)}`,
    `  handler      ${place(handler)}`,
    ...files.map((file) => `  named in     ${file}`),
  ].join('\n');
}

const place = (line: SourceLine | undefined): string => (line === undefined ? 'MISSING' : `${line.file}:${line.line}`);
