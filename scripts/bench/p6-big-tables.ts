import { type RunningBackend, startBackend } from '../../contract-tests/fixtures/backend.ts';
import { fillDatabase, payer } from './big-tables.ts';
import type { Finding, Measurement } from './measurement.ts';
import { median, spreadOf } from './rounds.ts';
import { measured, type Workbench } from './workbench.ts';

const few = 1_000;

/** P6: the cost of a list page does not depend on the size of the table. */
export const bigTables: Measurement = {
  title: 'Big tables',
  run: async (bench) => {
    const posts = Math.round(1_000_000 * bench.scale);
    const transactions = 10 * posts;
    const small = await start(bench, { posts: few, transactions: few });
    const big = await start(bench, { posts, transactions });

    const [newest = { id: '', forum: '' }] = await newestPosts(big);
    const [newestSmall = { id: '', forum: '' }] = await newestPosts(small);
    const lists = [
      { what: 'the hot list', path: () => '/api/posts' },
      { what: 'the newest posts', path: () => '/api/posts?sort=new' },
      { what: 'the top list', path: () => '/api/posts?sort=top' },
      { what: 'the hot list of one community', path: ({ forum }: Post) => `/api/posts?forum=${forum}` },
      { what: 'a post with 2,000 comments', path: ({ id }: Post) => `/api/posts/${id}` },
    ];
    const findings: Finding[] = [];
    for (const { what, path } of lists) {
      const ask = (of: RunningBackend, post: Post) => ({ url: `${of.platform.urls['forum']}${path(post)}` });
      const [ours, peer] = await alternately(bench, ask(big, newest), ask(small, newestSmall));
      findings.push(slowdown(`${what}: among ${count(posts)} posts; peer: among ${count(few)}`, ours, peer));
    }
    const forum = big.platform.urls['forum'] ?? '';
    const [page, json] = await alternately(bench, { url: `${forum}/` }, { url: `${forum}/api/posts` });
    findings.push(slowdown('the front page for people; peer: the same list as JSON', page, json, 3));
    const history = async (of: RunningBackend) => ({
      url: `${of.url}/api/transactions`,
      headers: { authorization: `Bearer ${await of.token({ sub: payer })}` },
    });
    const [ours, peer] = await alternately(bench, await history(big), await history(small));
    findings.push(
      slowdown(`one payer's transactions: among ${count(transactions)}; peer: among ${count(few)}`, ours, peer),
    );
    return findings;
  },
};

interface Post {
  readonly id: string;
  readonly forum: string;
}

const count = (rows: number): string => rows.toLocaleString('en');

async function start(bench: Workbench, rows: { posts: number; transactions: number }): Promise<RunningBackend> {
  const DATABASE_URL = await bench.freshDatabase();
  bench.say(`filling a database with ${count(rows.posts)} posts and ${count(rows.transactions)} transactions`);
  await fillDatabase(DATABASE_URL, rows);
  const backend = await startBackend({ services: ['forum', 'backend'], env: { ...measured, DATABASE_URL } });
  bench.onClear(backend.stop);
  return backend;
}

async function newestPosts({ platform }: RunningBackend): Promise<readonly Post[]> {
  const response = await fetch(`${platform.urls['forum']}/api/posts?sort=new&limit=1`);
  return ((await response.json()) as { posts: readonly Post[] }).posts;
}

interface Ask {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Alternates requests between both servers. @returns the latencies in milliseconds */
async function alternately(bench: Workbench, ours: Ask, peer: Ask): Promise<[number[], number[]]> {
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

async function timed({ url, headers = {} }: Ask): Promise<number> {
  const started = performance.now();
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${url} responded ${response.status} instead of 200.`);
  return performance.now() - started;
}

function slowdown(what: string, ours: readonly number[], peer: readonly number[], atMost = 2): Finding {
  return {
    what,
    ours: `${median(ours).toFixed(1)} ms`,
    peer: `${median(peer).toFixed(1)} ms`,
    ratio: spreadOf([median(ours) / median(peer)]),
    bar: { atMost },
  };
}
