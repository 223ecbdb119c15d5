import { areas } from '../../src/typed-contract/areas.ts';
import type { Chain } from './requirements.ts';
import { contractFiles, locateTarget } from './locate-target.ts';
import { readOnce, type SourceTree } from './locate-target.ts';
import type { Tests } from './tests.ts';

/** Describes every broken link: no target, contract line, handler or test, and tags of no requirement. */
export function brokenLinks(chains: readonly Chain[], tests: Tests): readonly string[] {
  const ids = chains.map(({ id }) => id);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  const ofChains = chains.flatMap(({ id, says, because, links, proofs }) => {
    const broken = [
      ...(links.length === 0 ? ['names no operation or command'] : []),
      ...links.flatMap(({ target, contract, needsContract, handler }) => [
        ...(needsContract && contract === undefined ? [`${target} has no line in its contract`] : []),
        ...(handler === undefined ? [`${target} has no handler`] : []),
      ]),
      ...(proofs.length === 0 && because === undefined ? [`no title of a test ends with [${id}]`] : []),
      ...(proofs.length > 0 && because !== undefined ? ['has a test, but says that none can prove it'] : []),
    ];
    return broken.map((problem) => `${id} ${says}: ${problem}`);
  });
  const unknown = [...tests.byRequirement].filter(([id]) => !ids.includes(id));
  return [
    ...ofChains,
    ...twice.map((id) => `${id}: two requirements have this id`),
    ...unknown.flatMap(([id, all]) => all.map(({ file, line }) => `${file}:${line}: no requirement has the id ${id}`)),
  ];
}

export function contractOperations(tree: SourceTree): readonly string[] {
  return areas.flatMap((area) =>
    contractFiles(tree, area).flatMap((file) =>
      [...tree.read(file).matchAll(/^ {6}operationId: (\w+)$/gm)].map(([, id]) => `${area}.${id}`),
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
