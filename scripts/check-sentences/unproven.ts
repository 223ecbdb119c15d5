import type { Section } from '../../contract-tests/areas/sentences/section.ts';

export interface Unproven {
  readonly section: string;
  readonly says: string;
  /** What is wrong with the entry. */
  readonly fault: string;
}

/** Sentences without a test: none named, or a title that no test has. */
export function unproven(sections: readonly Section[], titles: ReadonlySet<string>): readonly Unproven[] {
  return sections.flatMap(({ section, rows }) =>
    rows.flatMap(({ says, provenBy, because }) => {
      const lost = provenBy.filter((title) => !titles.has(title));
      if (lost.length > 0) return [{ section, says, fault: `no test is called: ${lost.join('; ')}` }];
      if (provenBy.length === 0 && because === undefined) return [{ section, says, fault: 'names no test' }];
      return [];
    }),
  );
}
