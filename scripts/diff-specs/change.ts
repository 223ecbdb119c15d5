/** Something that callers can notice. */
export interface Change {
  /** Breaks callers that were right before. */
  readonly breaking: boolean;
  /** `Post.score is no longer there`. */
  readonly what: string;
}
