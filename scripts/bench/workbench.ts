import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import {
  forget,
  type PlatformStart,
  type RunningPlatform,
  startPlatform,
} from '../../contract-tests/fixtures/platform.ts';
import { openDatabase } from '../../src/runtime/database.ts';
import { startPostgres } from '../../contract-tests/fixtures/postgres.ts';
import { type ChildServer, startChildServer } from './child-server.ts';

export interface BenchOptions {
  /** Rounds that count. */
  readonly rounds: number;
  /** How many requests, deliveries, runs a round has, as a share of the full number. */
  readonly share: number;
  /** How many rows the big databases have, as a share of the full number. */
  readonly scale: number;
}

/** What measurements work with. All that they start is stopped by `clear`, in reverse. */
export interface Workbench extends BenchOptions {
  /** A number of things to do in a round. */
  readonly times: (full: number) => number;
  /** URL of a new, empty database; the PostgreSQL server is started when the first one is asked for. */
  readonly freshDatabase: () => Promise<string>;
  /** The platform as it runs in production: quiet, answers not checked against their contract. */
  readonly platform: (start: PlatformStart) => Promise<RunningPlatform>;
  readonly peer: (...start: Parameters<typeof startChildServer>) => Promise<ChildServer>;
  readonly onClear: (work: () => unknown) => void;
  readonly clear: () => Promise<void>;
  readonly say: (text: string) => void;
}

/** Nothing is limited, logged or checked that would not be in a measured run of the peers. */
export const measured = {
  RATE_LIMITS: 'off',
  CHECK_RESPONSES: 'false',
  LOG_LEVEL: 'warn',
  NODE_ENV: 'production',
} as const;

export function createWorkbench(options: BenchOptions, server: PostgresServer, say: (text: string) => void): Workbench {
  const opened: (() => unknown)[] = [];
  const onClear = (work: () => unknown) => void opened.push(work);
  return {
    ...options,
    say,
    onClear,
    times: (full) => Math.max(1, Math.round(full * options.share)),
    freshDatabase: server.freshDatabase,
    platform: async ({ env, ...start }) => {
      const platform = await startPlatform({ ...start, env: { ...measured, ...env } });
      // A second process works in the directory of the first one, which is stopped last.
      if (!start.after) onClear(() => forget(platform));
      onClear(() => platform.stop());
      return platform;
    },
    peer: async (...start) => {
      const peer = await startChildServer(...start);
      onClear(peer.stop);
      return peer;
    },
    clear: async () => {
      for (const work of opened.splice(0).reverse()) await work();
    },
  };
}

export interface PostgresServer {
  readonly freshDatabase: () => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** The server of DATABASE_URL, or a throw-away one that is started when it is needed. */
export function createPostgresServer(given: string | undefined): PostgresServer {
  let starting: ReturnType<typeof startPostgres> | undefined;
  const url = async () => given ?? (await (starting ??= startPostgres())).url;
  const made: string[] = [];
  const asAdmin = async (statement: (name: string) => ReturnType<typeof sql>, names: readonly string[]) => {
    const admin = await openDatabase({ databaseUrl: await url(), poolSize: 1 });
    for (const name of names) await statement(name).execute(admin.db);
    await admin.close();
  };
  return {
    freshDatabase: async () => {
      const name = `bench_${randomBytes(8).toString('hex')}`;
      await asAdmin((database) => sql`create database ${sql.id(database)}`, [name]);
      made.push(name);
      const database = new URL(await url());
      database.pathname = `/${name}`;
      return database.href;
    },
    stop: async () => {
      if (given !== undefined) await asAdmin((name) => sql`drop database ${sql.id(name)} with (force)`, made);
      await (await starting)?.stop();
    },
  };
}
