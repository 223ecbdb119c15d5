import { locateTarget, type TargetLines } from './locate-target.ts';
import type { Requirement } from './requirements.ts';
import { readOnce, type SourceTree } from './locate-target.ts';
import type { TaggedTest, Tests } from './tests.ts';

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
