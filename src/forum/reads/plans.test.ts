import { CompiledQuery, Kysely, PostgresDialect, sql, type LogEvent } from 'kysely';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../contract-tests/fixtures/runtime/test-database.ts';
import { seedForum } from '../../../scripts/seed-forum/seed.ts';
import { type ForumDatabase, forumMigrations } from '../database.ts';
import { createReadModel, type ForumReadModel } from './read-model.ts';
import { createForumResponses } from '../responses.ts';
import { createForumStores } from '../stores.ts';
import { createSearchStore } from '../search/search-store.ts';

/** A node of `explain (analyze, format json)`. */
interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

const posts = 20_000;

/** Only on PostgreSQL: filling the embedded engine takes too long. */
describe.skipIf(process.env['TEST_DATABASE_URL'] === undefined)(
  'forum: every read of 20,000 posts is an index read',
  () => {
    let database: TestDatabase;
    let db: Kysely<ForumDatabase>;
    let readModel: ForumReadModel;
    let queries: CompiledQuery[] = [];

    beforeAll(async () => {
      database = await createTestDatabase({ area: 'forum', migrations: forumMigrations });
      const pool = new Pool({ connectionString: database.url });
      // The database is dropped while the last connection is still closing.
      pool.on('error', () => undefined);
      pool.on('connect', (client) => client.on('error', () => undefined));
      db = new Kysely({
        dialect: new PostgresDialect({ pool }),
        log: ({ query }: LogEvent) => void queries.push(query),
      });
      await seedForum(database.db, { posts });
      readModel = createReadModel(createForumStores(db), createForumResponses('https://forum.example'));
    });
    afterAll(async () => {
      await db.destroy();
      await database.close();
    });

    /** Returns the plans of all queries of a read. */
    async function plansOf(read: () => Promise<unknown>): Promise<Plan[]> {
      queries = [];
      await read();
      const executed = [...queries];
      const plans: Plan[] = [];
      for (const { sql: text, parameters } of executed) {
        const explained = CompiledQuery.raw(`explain (analyze, format json) ${text}`, [...parameters]);
        const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explained);
        plans.push(...rows.map((row) => row['QUERY PLAN'][0].Plan));
      }
      return plans;
    }

    const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];
    const small = new Set(['forums']);

    const reads: readonly (readonly [string, number, () => Promise<unknown>])[] = [
      ...(['hot', 'new', 'top'] as const).flatMap((sort): (typeof reads)[number][] => [
        [`${sort}, first page`, 25, () => readModel.listPosts({ sort })],
        [`${sort} of a community, first page`, 25, () => readModel.listPosts({ sort, forum: 'community-3' })],
        [`${sort} of a community with few posts`, 25, () => readModel.listPosts({ sort, forum: 'community-200' })],
        [`${sort}, from offset 10000`, 10_025, () => readModel.listPosts({ sort, offset: 10_000 })],
        [
          `${sort}, by a cursor in the middle`,
          25,
          async () => {
            const { nextCursor } = await readModel.listPosts({ sort, offset: 9_000 });
            queries = [];
            await readModel.listPosts({ sort, cursor: nextCursor ?? '' });
          },
        ],
        [
          `${sort} of a community, by a cursor`,
          25,
          async () => {
            const { nextCursor } = await readModel.listPosts({ sort, forum: 'community-1', offset: 500 });
            queries = [];
            await readModel.listPosts({ sort, forum: 'community-1', cursor: nextCursor ?? '' });
          },
        ],
      ]),
      ['a post with its few comments', 30, async () => readModel.getThread({ id: await postId(9) })],
      ['a post with 2,000 comments', 205, async () => readModel.getThread({ id: await postId(0) })],
      [
        'a post with 2,000 comments, newest first',
        205,
        async () => readModel.getThread({ id: await postId(0), sort: 'new' }),
      ],
      ['a profile', 45, async () => readModel.getAgent(await anAgent())],
      [
        'titles of the posts of a profile',
        25,
        async () => {
          const { items } = await readModel.listPosts({ sort: 'new' });
          queries = [];
          await readModel.listPostTitles(items.map(({ id }) => id));
        },
      ],
      ['times of the newest posts', 1_000, () => readModel.listPostTimes(1_000)],
      [
        'hidden replies of a post with 2,000 comments',
        1_001,
        async () => {
          const thread = await readModel.getThread({ id: await postId(0) });
          queries = [];
          await readModel.countHiddenReplies({
            ...thread,
            comments: thread.comments.map((comment) => ({ ...comment, more: 1 })),
          });
        },
      ],
      ['communities', 25, () => readModel.listForums({})],
      ['an owner', 65, async () => readModel.getOwner(await anOwner())],
      ['the moderation log', 25, () => readModel.listModerationActions({})],
      ['the moderation log of a community', 25, () => readModel.listModerationActions({ forum: 'community-100' })],
      // One entry in six is of this community, so that PostgreSQL may read the whole log from its end until a page is full.
      ['the log of the largest community', 250, () => readModel.listModerationActions({ forum: 'community-1' })],
      ['the moderators of a community', 25, () => readModel.listModerators({ name: 'community-3' })],
      ['a search for a word in every post', 8_000, () => readModel.search({ q: 'agent' })],
      ['a search for a rare word', 2_000, () => readModel.search({ q: '17321' })],
      ['a search for a part of a name', 2_000, () => readModel.search({ q: 'ity-17' })],
    ];

    const postId = async (fromNewest: number): Promise<string> => {
      const page = await readModel.listPosts({ sort: 'new', limit: fromNewest + 1 });
      queries = [];
      return page.items[fromNewest]?.id ?? '';
    };
    const anAgent = async (): Promise<string> => {
      const page = await readModel.listPosts({ sort: 'new', limit: 1 });
      queries = [];
      return page.items[0]?.fingerprint ?? '';
    };

    const anOwner = async (): Promise<string> => {
      const page = await readModel.listPosts({ sort: 'new', limit: 1 });
      queries = [];
      return page.items[0]?.owner ?? '';
    };

    test.each([
      ['a word of every post', 'agent', 10_100],
      ['a word of few comments', 'comment 2000', 6_000],
      ['a word of nothing', 'nowhere', 4_000],
      ['a word of one in fifty comments', '20', 10_100],
      ['a phrase of frequent words', '"on comment"', 12_000],
      ['frequent words that never occur together', 'comment number', 12_000],
      ['a rare word beside a frequent one', 'lane512 comment', 6_000],
      ['a rare word and a frequent one that never occur together', 'lane510 agent', 10_100],
      ['a frequent word without a more frequent one', '20 -comment', 12_000],
      ['what lacks a word of every post', '-agent', 12_000],
      ['no word', '!', 0],
    ])(
      'forum search for %s reads no table as a whole and fetches a bounded number of rows [F3]',
      async (_title, q, most) => {
        const [before, after] = await db.transaction().execute(async (trx) => {
          const rowsRead = async () => {
            const { rows } = await sql<{ scanned: number; fetched: number }>`
            select sum(seq_tup_read)::integer as scanned, sum(idx_tup_fetch)::integer as fetched
            from pg_stat_xact_user_tables where schemaname = 'forum' and relname in ('posts', 'comments', 'search_texts')`.execute(
              trx,
            );
            return rows[0] ?? { scanned: 0, fetched: 0 };
          };
          const start = await rowsRead();
          await createSearchStore(trx).searchTexts({ text: q, before: undefined, limit: 20 });
          return [start, await rowsRead()];
        });
        expect(after.scanned - before.scanned).toBe(0);
        expect(after.fetched - before.fetched).toBeLessThanOrEqual(most);
      },
    );

    test.each(reads)('forum read %s: at most %i rows are touched', async (_title, most, read) => {
      const plans = await plansOf(read);
      expect(plans.length).toBeGreaterThan(0);
      for (const node of plans.flatMap(nodes)) {
        const table = node['Relation Name'] ?? '';
        const whole = node['Node Type'] === 'Seq Scan' && !small.has(table) && !table.startsWith('pg_');
        expect(whole, `${table} is read as a whole`).toBe(false);
        const touched = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
        expect(touched, `${node['Node Type']} of ${node['Relation Name'] ?? 'rows'}`).toBeLessThanOrEqual(most);
      }
    });
  },
);
