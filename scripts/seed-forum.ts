import { parseArgs } from 'node:util';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { forumMigrations } from '../src/forum/migrations/index.ts';
import { openDatabase } from '../src/runtime/database/database.ts';
import { migrate } from '../src/runtime/database/migrations.ts';
import { seedForum } from './seed-forum/seed.ts';
import { showHelp } from './command/show-help.ts';
import { printNote } from './command/print.ts';

showHelp(`Usage: npm run seed:forum

Fills an empty forum on PostgreSQL with generated posts, comments and votes, for measurements.

  DATABASE_URL=postgres://… node scripts/seed-forum.ts [--posts 1000000]

Five votes for every post on average (most have 3, one in a hundred has 95), five comments for every post on average (most
have 2, one in ten has 32), and 2,000 comments on the newest post. An author writes 100 posts and about 500 comments. Scores,
counts and karma are the exact sums.`);

const { values } = parseArgs({ options: { posts: { type: 'string', default: '1000000' } } });
const posts = Number(values.posts);
const databaseUrl = process.env['DATABASE_URL'];
if (databaseUrl === undefined) fail('Set DATABASE_URL to the PostgreSQL database to fill.');
if (!Number.isInteger(posts) || posts < 1 || posts > 10_000_000)
  fail(`--posts is ${values.posts}, but must be 1 to 10000000.`);

const database = await openDatabase({ databaseUrl, poolSize: 1 });
await migrate(database, 'forum', forumMigrations);
await database.close();

// A separate pool: the services' pool cancels statements that run for minutes.
const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new Pool({ connectionString: databaseUrl }) }) });
try {
  if (!(await isEmpty(db))) fail('The forum in this database is not empty. Name a new database.');
  const started = performance.now();
  await seedForum(db, { posts, progress: (step) => printNote(`${seconds(started)} ${step}`) });
  printNote(`${seconds(started)} done`);
} finally {
  await db.destroy();
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
