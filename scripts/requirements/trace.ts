import { contractOperations } from './broken-links.ts';
import { readChains, type Chain, type Requirement } from './requirements.ts';
import { locateTarget } from './locate-target.ts';
import type { SourceLine, SourceTree } from './locate-target.ts';
import type { Tests } from './tests.ts';

/** Returns the operations and the chains of all requirements that a query selects, formatted for people. */
export function trace(
  query: string,
  requirements: readonly Requirement[],
  tree: SourceTree,
  tests: Tests,
): readonly string[] {
  const operations = contractOperations(tree).filter((target) =>
    [target, target.slice(target.indexOf('.') + 1)].includes(query),
  );
  const chains = selectRequirements(readChains(requirements, tests, tree), query);
  // The contracts have more operations than the interface document requires.
  return [...operations.map((target) => formatOperation(tree, tests, target)), ...chains.map(formatChain)];
}

/**
 * Selects the requirements of a query: that with its id, those of an operation or command (`createPost`,
 * `forum.createPost`, `bind`, `agent-id-core bind`), else those whose requirement contains all words of the query. Case is ignored.
 */
export function selectRequirements<T extends Requirement>(all: readonly T[], query: string): readonly T[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return [];
  const served = all.filter(({ id, serves }) =>
    [id, ...serves.flatMap(namesOf)].some((name) => name.toLowerCase() === wanted),
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
export function formatChain({ id, section, says, place, links, proofs, because }: Chain): string {
  return [
    says,
    `  section      ${section}`,
    `  requirement  ${id}  ${at(place)}`,
    ...links.flatMap(({ target, contract, needsContract, handler }) => [
      `  ${target}`,
      ...(needsContract ? [`    contract   ${at(contract)}`] : []),
      `    handler    ${at(handler)}`,
    ]),
    ...proofs.map((proof) => `  test         ${at(proof)}  ${proof.title}`),
    ...(proofs.length === 0 ? [`  test         ${because ?? 'MISSING'}`] : []),
  ].join('\n');
}

/** Formats an operation of a contract: its contract line, its handler and the test files that name it. */
function formatOperation(tree: SourceTree, tests: Tests, target: string): string {
  const { contract, handler } = locateTarget(tree, target);
  const files = tests.filesByWord.get(target.slice(target.indexOf('.') + 1)) ?? [];
  return [
    target,
    `  contract     ${at(contract)}`,
    `  handler      ${at(handler)}`,
    ...files.map((file) => `  named in     ${file}`),
  ].join('\n');
}

const at = (line: SourceLine | undefined): string => (line === undefined ? 'MISSING' : `${line.file}:${line.line}`);
