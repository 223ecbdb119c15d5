import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { startPostgres, type TemporaryPostgres } from '../../contract-tests/fixtures/postgres.ts';
import { openDatabase } from '../../src/runtime/database.ts';
import { cpuTimeOfTree } from './cpu-time.ts';

export interface PostgresServer {
  /** Creates an empty database and returns its URL. */
  readonly freshDatabase: () => Promise<string>;
  /** Processor time so far, microseconds; NaN for a server that this program did not start, as it can be on another machine. */
  readonly cpuTime: () => number;
  readonly stop: () => Promise<void>;
}

/** Uses the server of DATABASE_URL, or starts a temporary one on first use. */
export function createPostgresServer(databaseUrl: string | undefined): PostgresServer {
  let starting: Promise<TemporaryPostgres> | undefined;
  let pid = NaN;
  const start = async () => {
    const server = await startPostgres();
    const [line] = readFileSync(join(server.directory, 'data', 'postmaster.pid'), 'utf8').split('\n');
    pid = Number(line);
    return server;
  };
  const url = async () => databaseUrl ?? (await (starting ??= start())).url;
  const created: string[] = [];
  const asAdmin = async (statement: (name: string) => ReturnType<typeof sql>, names: readonly string[]) => {
    const admin = await openDatabase({ databaseUrl: await url(), poolSize: 1 });
    for (const name of names) await statement(name).execute(admin.db);
    await admin.close();
  };
  return {
    freshDatabase: async () => {
      const name = `bench_${randomBytes(8).toString('hex')}`;
      await asAdmin((database) => sql`create database ${sql.id(database)}`, [name]);
      created.push(name);
      const database = new URL(await url());
      database.pathname = `/${name}`;
      return database.href;
    },
    cpuTime: () => (Number.isNaN(pid) ? NaN : cpuTimeOfTree(pid)),
    stop: async () => {
      if (databaseUrl !== undefined) await asAdmin((name) => sql`drop database ${sql.id(name)} with (force)`, created);
      await (await starting)?.stop();
    },
  };
}
