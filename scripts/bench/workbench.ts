import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import {
  forget,
  type PlatformStart,
  type RunningPlatform,
  startPlatform,
} from '../../contract-tests/fixtures/platform.ts';
import { openDatabase } from '../../src/runtime/database.ts';
import { startPostgres } from '../../contract-tests/fixtures/postgres.ts';
import { profiledEnvironment, readProfile, registerProfiled, type ProfilePart } from './profile.ts';
import { type ChildServer, startChildServer } from './child-server.ts';

export interface BenchOptions {
  /** Number of rounds after the warm-up. */
  readonly rounds: number;
  /** Fraction of the full number of requests, deliveries or runs in a round. */
  readonly share: number;
  /** Fraction of the full number of rows in the big databases. */
  readonly scale: number;
  /** Profiles the event loop of the platform under load, which slows it down. */
  readonly profile?: boolean;
}

/** Resources of measurements. `clear` stops everything in reverse order. */
export interface Workbench extends BenchOptions {
  /** Scales a number of repetitions by the options. */
  readonly times: (full: number) => number;
  /** Creates an empty database and returns its URL. Starts the PostgreSQL server on first use. */
  readonly freshDatabase: () => Promise<string>;
  /** Starts the platform without what a server leaves out: no log output, responses not checked against the contract. */
  readonly platform: (start: PlatformStart) => Promise<RunningPlatform>;
  readonly peer: (...start: Parameters<typeof startChildServer>) => Promise<ChildServer>;
  readonly onClear: (work: () => unknown) => void;
  readonly clear: () => Promise<void>;
  /** Returns where the time of the platforms' event loops went; undefined without `profile`. */
  readonly profiled: () => readonly ProfilePart[] | undefined;
  readonly say: (text: string) => void;
}

/** Disables limits, logs and checks, which the peers do not have either. */
export const measured = {
  RATE_LIMITS: 'off',
  CHECK_RESPONSES: 'false',
  LOG_LEVEL: 'warn',
} as const;

export function createWorkbench(options: BenchOptions, server: PostgresServer, say: (text: string) => void): Workbench {
  const opened: (() => unknown)[] = [];
  const files: string[] = [];
  const profiles = options.profile ? mkdtempSync(join(tmpdir(), 'profiles-')) : '';
  const onClear = (work: () => unknown) => void opened.push(work);
  return {
    ...options,
    say,
    onClear,
    times: (full) => Math.max(1, Math.round(full * options.share)),
    freshDatabase: server.freshDatabase,
    platform: async ({ env, ...start }) => {
      const file = options.profile ? join(profiles, `${files.length}.cpuprofile`) : undefined;
      const platform = await startPlatform({
        ...start,
        env: { ...measured, ...(file && profiledEnvironment(file)), ...env },
      });
      if (file !== undefined) {
        files.push(file);
        registerProfiled(platform.pid, file);
      }
      // A second process shares the directory of the first one, which stops last.
      if (!start.after) onClear(() => forget(platform));
      onClear(() => platform.stop());
      return platform;
    },
    peer: async (...start) => {
      const peer = await startChildServer(...start);
      onClear(peer.stop);
      return peer;
    },
    profiled: () => (options.profile ? readProfile(files) : undefined),
    clear: async () => {
      for (const work of opened.splice(0).reverse()) await work();
      if (profiles) rmSync(profiles, { recursive: true });
    },
  };
}

export interface PostgresServer {
  readonly freshDatabase: () => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** Uses the server of DATABASE_URL, or starts a temporary one on first use. */
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
