import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { type RunningBackend, startBackend } from '../../contract-tests/fixtures/backend.ts';
import { type Finding, median, spreadOf } from './findings.ts';
import { type Measurement, measuredStart, type Workbench } from './workbench.ts';
import { backendMigrations } from '../../src/backend/database.ts';
import { openDatabase } from '../../src/runtime/database/database.ts';
import { migrate } from '../../src/runtime/database/migrations.ts';

/** Rows of the small database. */
const smallSize = 1_000;
/** The largest community of a filled forum: a sixth of all posts, which fill a page in both databases. */
const largest = 'community-1';

/** P6: the cost of a read does not depend on the number of posts, comments and transactions. */
export const bigTables: Measurement = {
  title: 'Big tables',
  run: async (bench) => {
    const posts = Math.round(1_000_000 * bench.scale);
    const transactions = Math.round(10_000_000 * bench.scale);
    // Each is filled by one connection, so that two at a time keep two processors busy.
    const [filled, filledTransactions] = await Promise.all([
      fillBoth(bench, [smallSize, posts], 'posts and five times as many comments', fillForum),
      fillBoth(bench, [smallSize, transactions], 'transactions', fillTransactions),
    ]);
    const [small, big] = [await startForum(bench, filled[0]), await startForum(bench, filled[1])];

    const [sample, sampleSmall] = [await readSample(big), await readSample(small)];
    const reads = [
      { what: 'the hot list', path: () => '/api/posts' },
      { what: 'the newest posts', path: () => '/api/posts?sort=new' },
      { what: 'the top list', path: () => '/api/posts?sort=top' },
      { what: 'the second page of the hot list', path: ({ nextCursor }: Sample) => `/api/posts?cursor=${nextCursor}` },
      { what: 'the hot list of one community', path: () => `/api/posts?forum=${largest}` },
      { what: 'the communities', path: () => '/api/forums' },
      { what: 'a post with 2,000 comments', path: ({ id }: Sample) => `/api/posts/${id}` },
      { what: 'an agent', path: ({ fingerprint }: Sample) => `/api/agents/${fingerprint}` },
      { what: 'an owner', path: ({ owner }: Sample) => `/api/owners/${owner}` },
      { what: 'a search for a word of every post', path: () => '/api/search?q=agent' },
      {
        what: 'a search for the number of one post',
        path: ({ title }: Sample) => `/api/search?q=${title.split(' ').at(-1)}`,
      },
      { what: 'a search for a word of one in fifty comments', path: () => '/api/search?q=20' },
      { what: 'a search for a word of one in two thousand texts', path: () => '/api/search?q=lane512' },
      { what: 'a search for two frequent words, never together', path: () => '/api/search?q=comment+number' },
      {
        what: 'a search for a rare word and a frequent one, never together',
        path: () => '/api/search?q=agent+lane510',
      },
      { what: 'a search for two rare words and a frequent one', path: () => '/api/search?q=20+lane510+comment' },
      { what: 'a search for a phrase', path: () => '/api/search?q=%22comment+20+on%22' },
      { what: 'a search for a word without another', path: () => '/api/search?q=comment+-lane510' },
      { what: 'a search for a word without a more frequent one', path: () => '/api/search?q=20+-comment' },
      { what: 'a search for an excluded word alone', path: () => '/api/search?q=-comment' },
      { what: 'the moderation log', path: () => '/api/moderation/log' },
      { what: 'the moderation log of one community', path: () => `/api/moderation/log?forum=${largest}` },
      { what: 'the feed of the front page', path: () => '/feed.atom' },
      { what: 'the feed of a community', path: () => `/f/${largest}/feed.json` },
      { what: 'the feed of an agent', path: ({ fingerprint }: Sample) => `/agents/${fingerprint}/feed.atom` },
      { what: 'the feed of an owner', path: ({ owner }: Sample) => `/owners/${owner}/feed.json` },
      { what: 'the sitemap', path: () => '/sitemap.xml' },
    ];
    const findings: Finding[] = [];
    for (const { what, path } of reads) {
      const requestTo = (of: RunningBackend, sample: Sample) => ({
        url: `${of.platform.urls['forum']}${path(sample)}`,
      });
      const requests = [requestTo(big, sample), requestTo(small, sampleSmall)] as const;
      const [ours, peer] = await alternately(bench, ...requests);
      const finding = slowdown(`${what}: among ${count(posts)} posts; peer: among ${count(smallSize)}`, ours, peer);
      const [items, itemsSmall] = [await itemsOf(requests[0].url), await itemsOf(requests[1].url)];
      findings.push({ ...finding, ours: `${finding.ours}, ${items}`, peer: `${finding.peer}, ${itemsSmall}` });
    }
    const forum = big.platform.urls['forum'] ?? '';
    const [page, json] = await alternately(bench, { url: `${forum}/` }, { url: `${forum}/api/posts` });
    findings.push({
      ...slowdown('the front page for people; peer: the same list as JSON', page, json, 3),
      note: 'The page also reads the communities and formats what the list leaves to its reader: text, times and links.',
    });
    return [...findings, await manyTransactions(bench, transactions, filledTransactions)];
  },
};

/** What the measured requests name: the newest post, its author, and the position after the first page. */
interface Sample {
  readonly id: string;
  readonly title: string;
  readonly fingerprint: string;
  readonly owner: string;
  readonly nextCursor: string;
}

const count = (rows: number): string => rows.toLocaleString('en');

/** URLs of a small database and a big one. */
type Databases = readonly [small: string, big: string];

const fillBoth = (
  bench: Workbench,
  [small, big]: readonly [number, number],
  what: string,
  fillDatabase: (databaseUrl: string, rows: number) => Promise<void>,
): Promise<Databases> => {
  const fill = async (rows: number) => {
    const databaseUrl = await bench.freshDatabase();
    await fillDatabase(databaseUrl, rows);
    bench.say(`filled a database with ${count(rows)} ${what}`);
    return databaseUrl;
  };
  return Promise.all([fill(small), fill(big)]);
};

async function startForum(bench: Workbench, DATABASE_URL: string): Promise<RunningBackend> {
  const backend = await startBackend({ services: ['forum'], ...measuredStart({ DATABASE_URL }) });
  bench.onClear(backend.stop);
  return backend;
}

async function readSample({ platform }: RunningBackend): Promise<Sample> {
  const [newest, first] = await Promise.all(
    ['sort=new&limit=1', 'sort=hot'].map(async (query) => {
      const response = await fetch(`${platform.urls['forum']}/api/posts?${query}`);
      return (await response.json()) as { posts: readonly Omit<Sample, 'nextCursor'>[]; nextCursor: string | null };
    }),
  );
  const [post] = newest?.posts ?? [];
  if (post === undefined || !first?.nextCursor) throw new Error('The forum has less than a page of posts.');
  return { ...post, nextCursor: first.nextCursor };
}

/** The cost of one user's transactions does not depend on those of all users. */
async function manyTransactions(bench: Workbench, many: number, [smallUrl, bigUrl]: Databases): Promise<Finding> {
  const [small, big] = [await startTransactions(bench, smallUrl), await startTransactions(bench, bigUrl)];
  const history = async (of: RunningBackend) => ({
    url: `${of.url}/api/transactions`,
    headers: { authorization: `Bearer ${await of.token({ sub: payer })}` },
  });
  const [ours, peer] = await alternately(bench, await history(big), await history(small));
  const what = `one payer's transactions: among ${count(many)}; peer: among ${count(smallSize)}`;
  return slowdown(what, ours, peer);
}

async function startTransactions(bench: Workbench, DATABASE_URL: string): Promise<RunningBackend> {
  const backend = await startBackend({ services: ['backend'], ...measuredStart({ DATABASE_URL }) });
  bench.onClear(backend.stop);
  return backend;
}

/** The user whose transactions are listed: one in a thousand, at most 100. */
const payer = 'payer-0';
const transactionsOfPayer = 100;

/** Fills an empty database with a forum. */
async function fillForum(databaseUrl: string, posts: number): Promise<void> {
  const seed = join(import.meta.dirname, '..', 'seed-forum.ts');
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  await promisify(execFile)(process.execPath, [seed, '--posts', String(posts)], { env });
}

/** Fills an empty database with transactions of many users. */
async function fillTransactions(databaseUrl: string, transactions: number): Promise<void> {
  const database = await openDatabase({ databaseUrl, poolSize: 1 });
  await migrate(database, 'backend', backendMigrations);
  await database.close();

  // A separate pool, because the pool of the services cancels long statements.
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    // Disables foreign keys for this session, because the payment intents are not created.
    await sql`set session_replication_role = replica`.execute(db);
    await sql`set synchronous_commit = off`.execute(db);
    await sql`
      insert into backend.transactions (bucket, id, sender_platform_id, recipient_address, tx_hash, status, amount, token,
        network, invoice, test, payload, created_at)
      select ('x' || substr(encode(sha256(convert_to(payer, 'UTF8')), 'hex'), 1, 3))::bit(12)::integer, gen_random_uuid(), payer,
        'recipient', 'hash-' || n, 'paid', '1000000', 'USDC', 'chain', 'inv-' || n, null, '{}',
        '2025-01-01'::timestamptz + n * interval '1 second'
      from generate_series(1::bigint, ${transactions}) as n
        cross join lateral (
          select 'payer-' || case when n % greatest(1, ${transactions}::bigint / ${transactionsOfPayer}) = 0 then 0 else n % 50000 + 1 end as payer
        ) as of_transaction`.execute(db);
    await sql`vacuum analyze backend.transactions`.execute(db);
  } finally {
    await db.destroy();
  }
}

/** A GET request. */
export interface TimedRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Alternates requests between both servers. @returns the latencies in milliseconds */
async function alternately(bench: Workbench, ours: TimedRequest, peer: TimedRequest): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []];
  const pairs = bench.times(100);
  for (let pair = -10; pair < pairs; pair++) {
    const [first, second] = [await timed(ours), await timed(peer)];
    if (pair < 0) continue;
    times[0].push(first);
    times[1].push(second);
  }
  return times;
}

async function timed({ url, headers = {} }: TimedRequest): Promise<number> {
  const started = performance.now();
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${url} responded ${response.status} instead of 200.`);
  return performance.now() - started;
}

/** @param atMost limit of the ratio of the medians */
function slowdown(what: string, ours: readonly number[], peer: readonly number[], atMost = 2): Finding {
  return {
    what,
    ours: `${median(ours).toFixed(1)} ms`,
    peer: `${median(peer).toFixed(1)} ms`,
    ratio: spreadOf([median(ours) / median(peer)]),
    target: { atMost },
  };
}

/** Returns how many items a list, feed or sitemap contains, as text: "20 items". A comparison needs the same number on both sides. */
async function itemsOf(url: string): Promise<string> {
  const response = await fetch(url);
  const text = await response.text();
  const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '');
  const items = isJson ? itemsInJson(JSON.parse(text)) : (text.match(/<(?:entry|url|sitemap)>/g) ?? []).length;
  return items === 1 ? '1 item' : `${items.toLocaleString('en')} items`;
}

/** Counts the elements of all lists of records, replies of comments included. The authors in a JSON Feed are not its items. */
function itemsInJson(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? value.filter((element) => typeof element === 'object').length : 0;
  const members = Object.entries(value).filter(([name]) => name !== 'authors');
  return members.reduce((sum, [, member]) => sum + itemsInJson(member), own);
}
