/** A kind of request that can be repeated. */
export interface RequestKind {
  readonly name: string;
  /** The service that handles it. */
  readonly pid: number;
  readonly request: (index: number) => Promise<unknown>;
  /** Number of requests for which users, sessions or recipients were prepared; undefined when any number can be sent. */
  readonly limit?: number;
}
