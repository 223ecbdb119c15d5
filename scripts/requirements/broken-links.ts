import type { Target } from '../../contract-tests/areas/requirements/target.ts';
import { areas } from '../../src/typed-contract/areas.ts';
import type { Chain } from './chain.ts';
import { contractFiles, locateTarget } from './locate-target.ts';
import type { Tests } from './read-tests.ts';
import { readOnce, type SourceTree } from './source-tree.ts';

/** Describes every broken link of the chains: no target, no contract line, no handler, or no test. */
export function brokenLinks(chains: readonly Chain[]): readonly string[] {
  return chains.flatMap(({ says, because, links, proofs }) => {
    const broken = [
      ...(links.length === 0 ? ['names no operation or command'] : []),
      ...links.flatMap(({ target, contract, needsContract, handler }) => [
        ...(needsContract && contract === undefined ? [`${target} has no line in its contract`] : []),
        ...(handler === undefined ? [`${target} has no handler`] : []),
      ]),
      ...(proofs.length === 0 && because === undefined ? ['names no test'] : []),
      ...proofs.filter(({ lines }) => lines.length === 0).map(({ title }) => `no test has the title "${title}"`),
    ];
    return broken.map((problem) => `${says}: ${problem}`);
  });
}

/** Returns all operations and webhooks of the four contracts. */
export function contractOperations(tree: SourceTree): readonly Target[] {
  return areas.flatMap((area) =>
    contractFiles(tree, area).flatMap((file) =>
      [...tree.read(file).matchAll(/^ {6}operationId: (\w+)$/gm)].map(
        // The generated types have exactly the operations of the contracts.
        ([, operationId]) => `${area}.${operationId}` as Target,
      ),
    ),
  );
}

/** Describes every operation of the contracts that has no handler, or that no test names. */
export function brokenOperations(tree: SourceTree, tests: Tests): readonly string[] {
  const cached = readOnce(tree);
  return contractOperations(cached).flatMap((target) => [
    ...(locateTarget(cached, target).handler === undefined ? [`${target}: has no handler`] : []),
    ...(tests.filesByWord.has(target.slice(target.indexOf('.') + 1)) ? [] : [`${target}: no test names it`]),
  ]);
}
