import { startBackend, type RunningBackend } from '../../contract-tests/fixtures/backend.ts';
import { fillForum } from './big-tables.ts';
import { manyTransactions } from './many-transactions.ts';
import type { Finding, Measurement } from './measurement.ts';
import { alternately, slowdown } from './paired-latency.ts';
import { measured, type Workbench } from './workbench.ts';

const few = 1_000;

/** P6: the cost of a read does not depend on the number of posts, comments and transactions. */
export const bigTables: Measurement = {
  title: 'Big tables',
  run: async (bench) => {
    const posts = Math.round(1_000_000 * bench.scale);
    const small = await start(bench, few);
    const big = await start(bench, posts);

    const [newest, newestSmall] = [await newestPost(big), await newestPost(small)];
    const reads = [
      { what: 'the hot list', path: () => '/api/posts' },
      { what: 'the newest posts', path: () => '/api/posts?sort=new' },
      { what: 'the top list', path: () => '/api/posts?sort=top' },
      { what: 'the hot list of one community', path: ({ forum }: Post) => `/api/posts?forum=${forum}` },
      { what: 'the communities', path: () => '/api/forums' },
      { what: 'a post with 2,000 comments', path: ({ id }: Post) => `/api/posts/${id}` },
      { what: 'an agent', path: ({ fingerprint }: Post) => `/api/agents/${fingerprint}` },
      { what: 'an owner', path: ({ owner }: Post) => `/api/owners/${owner}` },
      { what: 'a search for a word of every post', path: () => '/api/search?q=agent' },
      {
        what: 'a search for the number of one post',
        path: ({ title }: Post) => `/api/search?q=${title.split(' ').at(-1)}`,
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
      { what: 'the feed of the front page', path: () => '/feed.atom' },
      { what: 'the feed of a community', path: ({ forum }: Post) => `/f/${forum}/feed.json` },
      { what: 'the sitemap', path: () => '/sitemap.xml' },
    ];
    const findings: Finding[] = [];
    for (const { what, path } of reads) {
      const ask = (of: RunningBackend, post: Post) => ({ url: `${of.platform.urls['forum']}${path(post)}` });
      const [ours, peer] = await alternately(bench, ask(big, newest), ask(small, newestSmall));
      findings.push(slowdown(`${what}: among ${count(posts)} posts; peer: among ${count(few)}`, ours, peer));
    }
    const forum = big.platform.urls['forum'] ?? '';
    const [page, json] = await alternately(bench, { url: `${forum}/` }, { url: `${forum}/api/posts` });
    findings.push(slowdown('the front page for people; peer: the same list as JSON', page, json, 3));
    return [...findings, await manyTransactions(bench)];
  },
};

interface Post {
  readonly id: string;
  readonly forum: string;
  readonly title: string;
  readonly fingerprint: string;
  readonly owner: string;
}

const count = (rows: number): string => rows.toLocaleString('en');

async function start(bench: Workbench, posts: number): Promise<RunningBackend> {
  const DATABASE_URL = await bench.freshDatabase();
  bench.say(`filling a database with ${count(posts)} posts and ${count(5 * posts)} comments`);
  fillForum(DATABASE_URL, posts);
  const backend = await startBackend({ services: ['forum'], env: { ...measured, DATABASE_URL } });
  bench.onClear(backend.stop);
  return backend;
}

async function newestPost({ platform }: RunningBackend): Promise<Post> {
  const response = await fetch(`${platform.urls['forum']}/api/posts?sort=new&limit=1`);
  const [post] = ((await response.json()) as { posts: readonly Post[] }).posts;
  if (post === undefined) throw new Error('The forum has no posts.');
  return post;
}
