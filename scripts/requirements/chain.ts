import type { Requirement, Section } from '../../contract-tests/areas/requirements/section.ts';
import type { Target } from '../../contract-tests/areas/requirements/target.ts';
import { locateTarget, type TargetLines } from './locate-target.ts';
import type { Tests } from './read-tests.ts';
import { findLine, readOnce, type SourceLine, type SourceTree } from './source-tree.ts';

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
