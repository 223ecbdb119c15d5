import type { Kysely } from 'kysely';
import type { BaseLogger } from 'pino';

/** How many connections there are, how many of them wait for work, and how many callers wait for one. */
export interface ConnectionCounts {
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface Engine {
  readonly engine: 'embedded' | 'postgres';
  readonly db: Kysely<unknown>;
  /** Resolves when the database answers, rejects when it does not within two seconds. */
  ping(): Promise<void>;
  connections(): ConnectionCounts;
  /**
   * What a server does by itself and the embedded engine does not: gives the room of deleted rows back and counts
   * rows anew for the planner. Called now and then; a table takes some 100 ms, and only those that changed have a turn.
   */
  tidy(): Promise<void>;
  /** Waits for queries under way. Calling it again changes nothing. */
  close(): Promise<void>;
}

export type DatabaseLog = Pick<BaseLogger, 'warn' | 'error'>;
