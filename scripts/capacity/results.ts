/** Measured cost of one kind of request. */
export interface RequestCost {
  /** Processor time in the services and in PostgreSQL, microseconds. */
  readonly serviceMicros: number;
  readonly databaseMicros: number;
  /** Stored rows per request, by table. */
  readonly rows: Readonly<Record<string, number>>;
}

/** Content of docs/capacity.json, from which docs/capacity.md is computed. */
export interface CapacityResults {
  readonly machine: readonly (readonly [string, string])[];
  readonly requests: Readonly<Record<string, RequestCost>>;
  /** Bytes per row including its indexes, by table. */
  readonly rowBytes: Readonly<Record<string, number>>;
}
