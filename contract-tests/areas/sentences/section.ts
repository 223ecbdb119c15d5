/** A part of the interface document, and what proves each of its rows and sentences. */
export interface Section {
  /** Headings, from the outer to the inner. */
  readonly section: string;
  readonly rows: readonly Sentence[];
}

export interface Sentence {
  /** As the document says it; the cells of a row are separated by bars. */
  readonly says: string;
  /** Titles of tests, as they stand in the source. */
  readonly provenBy: readonly string[];
  /** Why no test can prove it; only where `provenBy` is empty. */
  readonly because?: string;
}
