import { parseArgs } from 'node:util';
import { type Kysely, sql } from 'kysely';
import { forumMigrations } from '../src/forum/database.ts';
import { openDatabase } from '../src/runtime/database/database.ts';
import { migrate } from '../src/runtime/database/migrations.ts';
import { seedForum } from './seed-forum/seed.ts';
import { showHelp } from './command/show-help.ts';
import { printNote } from '../cli/platform/print.ts';

showHelp(`Usage: npm run seed:forum

Fills an empty forum with generated posts, comments and votes: to see its pages full, or for measurements.

  npm run seed:forum [-- --posts 1000]                                          the embedded database of npm start
  DATABASE_URL=postgres://… npm run seed:forum [-- --posts 1000000]             PostgreSQL

Stop npm start first: the embedded database has one user. DATA_DIR names another directory than ./.data.

Five votes for every post on average (most have 3, one in a hundred has 95), five comments for every post on average (most
have 2, one in ten has 32), and 2,000 comments on the newest post. An author writes 100 posts and about 500 comments. Scores,
counts and karma are the exact sums.`);

const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = './.data' } = process.env;
const { values } = parseArgs({
  options: { posts: { type: 'string', default: databaseUrl === undefined ? '1000' : '1000000' } },
});
const posts = Number(values.posts);
if (!Number.isInteger(posts) || posts < 1 || posts > 10_000_000)
  fail(`--posts is ${values.posts}, but must be 1 to 10000000.`);

const database = await openDatabase({ databaseUrl, dataDir, poolSize: 1, statements: 'unlimited' }).catch(
  (error: unknown) => fail(error instanceof Error ? error.message : String(error)),
);
try {
  await migrate(database, 'forum', forumMigrations);
  if (!(await isEmpty(database.db))) fail('The forum in this database is not empty. Name a new database.');
  const started = performance.now();
  await seedForum(database.as<unknown>(), { posts, progress: (step) => printNote(`${seconds(started)} ${step}`) });
  printNote(`${seconds(started)} done`);
} finally {
  await database.close();
}

async function isEmpty(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from forum.forums) or exists (select from forum.agents) as found`.execute(db);
  return rows[0]?.found === false;
}

function seconds(started: number): string {
  return `${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s`;
}

function fail(message: string): never {
  printNote(message);
  process.exit(2);
}
