/** A part of the interface document, and what proves each of its rows and sentences. */
export interface Section<Row = Sentence> {
  /** Headings, from the outer to the inner. */
  readonly section: string;
  readonly rows: readonly Row[];
}

/** As an area writes it down: a sentence alone is proven by the test that is titled by it. */
export type WrittenSection = Section<Sentence | string>;

export interface Sentence {
  /** As the document says it; the cells of a row are separated by bars. */
  readonly says: string;
  /** Titles of tests, as they stand in the source. */
  readonly provenBy: readonly string[];
  /** Why no test can prove it; only where `provenBy` is empty. */
  readonly because?: string;
}
