import type { Chain } from './trace.ts';
import { contractOperations, locateTarget, readOnce, type SourceTree } from './locate-target.ts';
import type { Tests } from './titles-in.ts';

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

/** Describes every operation of the contracts that has no handler, or that no test names. */
export function brokenOperations(tree: SourceTree, tests: Tests): readonly string[] {
  const cached = readOnce(tree);
  return contractOperations(cached).flatMap((target) => [
    ...(locateTarget(cached, target).handler === undefined ? [`${target}: has no handler`] : []),
    ...(tests.filesByWord.has(target.slice(target.indexOf('.') + 1)) ? [] : [`${target}: no test names it`]),
  ]);
}
