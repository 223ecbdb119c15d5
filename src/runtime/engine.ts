import type { Kysely } from 'kysely';
import type { BaseLogger } from 'pino';

/** Numbers of open connections, of idle ones, and of callers that wait for one. */
export interface ConnectionCounts {
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface Engine {
  readonly engine: 'embedded' | 'postgres';
  readonly db: Kysely<unknown>;
  /** Resolves when the database responds; rejects after two seconds. */
  ping(): Promise<void>;
  connections(): ConnectionCounts;
  /**
   * Listens on a notification channel (LISTEN, `pg_notify`). Notifications are hints: they are lost while the connection
   * is broken, and the embedded engine, which has no other process, delivers none.
   */
  listen(channel: string, onNotification: (payload: string) => void): ChannelSubscription;
  /**
   * Vacuums and analyses the changed tables of the embedded engine, about 100 ms each. Does nothing on a server, which
   * has autovacuum.
   */
  vacuum(): Promise<void>;
  /** Waits for running queries and closes the connections. Idempotent. */
  close(): Promise<void>;
}

export interface ChannelSubscription {
  stop(): Promise<void>;
}

export type DatabaseLog = Pick<BaseLogger, 'warn' | 'error'>;
