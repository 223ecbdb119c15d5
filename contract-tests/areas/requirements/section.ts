import type { Target } from './target.ts';

/** A section of the interface document with its requirements. */
export interface Section {
  /** Headings, outermost first, separated by slashes. */
  readonly section: string;
  readonly rows: readonly Requirement[];
}

export interface Requirement {
  /** The document's wording; bars separate the cells of a table row. */
  readonly says: string;
  /** Operations, commands or client functions that serve it. */
  readonly serves: readonly Target[];
  /** Titles of tests, as the source states them. */
  readonly provenBy: readonly string[];
  /** Why no test can prove it; only where `provenBy` is empty. */
  readonly because?: string;
}

/** A section as the index states it. */
export interface WrittenSection {
  readonly section: string;
  /** Targets of the rows that name none themselves. */
  readonly serves?: readonly Target[];
  /** A bare string is a requirement whose test has the same title. */
  readonly rows: readonly (WrittenRequirement | string)[];
}

type WrittenRequirement = Omit<Requirement, 'serves'> & Partial<Pick<Requirement, 'serves'>>;
