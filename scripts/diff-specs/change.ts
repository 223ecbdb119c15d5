/** A change that callers can observe. */
export interface Change {
  /** Whether it breaks callers that were correct before. */
  readonly breaking: boolean;
  /** Description such as `Post.score was removed`. */
  readonly what: string;
}
