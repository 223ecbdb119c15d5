/** What one kind of request costs, as measured. */
export interface RequestCost {
  /** Microseconds of processor time in the services, and in PostgreSQL. */
  readonly serviceMicros: number;
  readonly databaseMicros: number;
  /** Rows that it leaves, by table. */
  readonly rows: Readonly<Record<string, number>>;
}

/** docs/capacity.json: everything that docs/capacity.md is computed from. */
export interface Measured {
  readonly machine: readonly (readonly [string, string])[];
  readonly requests: Readonly<Record<string, RequestCost>>;
  /** Bytes of a row with its part of the indexes, by table. */
  readonly rowBytes: Readonly<Record<string, number>>;
}
