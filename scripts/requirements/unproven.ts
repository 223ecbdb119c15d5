import type { Section } from '../../contract-tests/areas/requirements/section.ts';

export interface Unproven {
  readonly section: string;
  readonly says: string;
  /** What is wrong with the entry, for people. */
  readonly problem: string;
}

/** Returns the requirements without a test: those that name none, or name a title that no test has. */
export function unproven(sections: readonly Section[], titles: ReadonlySet<string>): readonly Unproven[] {
  return sections.flatMap(({ section, rows }) =>
    rows.flatMap(({ says, provenBy, because }) => {
      const lost = provenBy.filter((title) => !titles.has(title));
      if (lost.length > 0) return [{ section, says, problem: `no test has the title: ${lost.join('; ')}` }];
      if (provenBy.length === 0 && because === undefined) return [{ section, says, problem: 'names no test' }];
      return [];
    }),
  );
}
