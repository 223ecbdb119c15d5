/** A section of the interface document with its requirements. */
export interface Section<Row = Requirement> {
  /** Headings, outermost first, separated by slashes. */
  readonly section: string;
  readonly rows: readonly Row[];
}

/** A section as the index states it: a bare string is a requirement whose test has the same title. */
export type WrittenSection = Section<Requirement | string>;

export interface Requirement {
  /** The document's wording; bars separate the cells of a table row. */
  readonly says: string;
  /** Titles of tests, as the source states them. */
  readonly provenBy: readonly string[];
  /** Why no test can prove it; only where `provenBy` is empty. */
  readonly because?: string;
}
