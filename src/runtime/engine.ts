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
   * Hears what any process says on a channel with `pg_notify`. A hint only: what is said while the way to the server is
   * broken is lost, and on the embedded engine, which has no other process, nothing is heard.
   */
  listen(channel: string, onNotification: (text: string) => void): ChannelSubscription;
  /**
   * What a server does by itself and the embedded engine does not: gives the room of deleted rows back and counts
   * rows anew for the planner. Called now and then; a table takes some 100 ms, and only those that changed have a turn.
   */
  vacuum(): Promise<void>;
  /** Waits for queries under way. Calling it again changes nothing. */
  close(): Promise<void>;
}

export interface ChannelSubscription {
  stop(): Promise<void>;
}

export type DatabaseLog = Pick<BaseLogger, 'warn' | 'error'>;
