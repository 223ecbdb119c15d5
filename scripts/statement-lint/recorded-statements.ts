import { sql } from 'kysely';
import type { TemporaryPostgres } from '../../contract-tests/fixtures/postgres.ts';
import { openDatabase } from '../../src/runtime/database/database.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SentStatement } from './senders.ts';

/** Shapes of the statements of all databases of a test run: several hundred databases with about a thousand shapes each. */
const shapes = 150_000;

export interface StatementRecorder {
  /** Returns every statement that the server has executed, also those of its functions, with `$1` for each constant. */
  statements(): Promise<readonly string[]>;
}

/** Makes a server record its statements with pg_stat_statements. @returns undefined when the server lacks the extension */
export async function recordStatements(server: TemporaryPostgres): Promise<StatementRecorder | undefined> {
  const run = async (...statements: readonly string[]) => {
    const database = await openDatabase({ databaseUrl: server.url, poolSize: 1 });
    const results = [];
    for (const statement of statements) results.push(await sql.raw(statement).execute(database.db));
    await database.close();
    return results;
  };
  const [available] = await run(`select name from pg_available_extensions where name = 'pg_stat_statements'`);
  if (available?.rows.length === 0) return undefined;
  await run(`alter system set shared_preload_libraries = 'pg_stat_statements'`);
  await server.restart();
  // The server knows these settings only now.
  await run(
    `alter system set pg_stat_statements.track = 'all'`,
    `alter system set pg_stat_statements.max = ${shapes}`,
    'create extension pg_stat_statements',
  );
  await server.restart();
  return { statements: () => recordedStatements(server.url) };
}

/** Returns the statements that pg_stat_statements has recorded in all databases of a server. */
export async function recordedStatements(databaseUrl: string): Promise<readonly string[]> {
  const recorded = await openDatabase({ databaseUrl, poolSize: 1 });
  await sql`create extension if not exists pg_stat_statements`.execute(recorded.db);
  const { rows } = await sql<{ readonly query: string }>`
    select distinct query from pg_stat_statements order by query`.execute(recorded.db);
  await recorded.close();
  return rows.map(({ query }) => query);
}

/** Returns the environment with which a command and the processes that it starts record who sends which statement. */
export const recordingRequests = (folder: string): NodeJS.ProcessEnv => ({
  RECORDED_REQUESTS: folder,
  NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${new URL('record-requests.ts', import.meta.url).href}`,
});

/** Returns what processes with `record-requests.ts` wrote into a folder. */
export const readRequests = (folder: string): readonly SentStatement[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'))
    .map((line): SentStatement => JSON.parse(line));
