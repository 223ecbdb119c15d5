import { startBackend, type RunningBackend } from '../../contract-tests/fixtures/backend.ts';
import { fillForum } from './big-tables.ts';
import { manyTransactions } from './many-transactions.ts';
import type { Finding, Measurement } from './measurement.ts';
import { itemsOf } from './page-items.ts';
import { alternately, slowdown } from './paired-latency.ts';
import { measuredStart, type Workbench } from './workbench.ts';

/** Rows of the small database. */
export const smallSize = 1_000;
/** The largest community of a filled forum: a sixth of all posts, which fill a page in both databases. */
const largest = 'community-1';

/** P6: the cost of a read does not depend on the number of posts, comments and transactions. */
export const bigTables: Measurement = {
  title: 'Big tables',
  run: async (bench) => {
    const posts = Math.round(1_000_000 * bench.scale);
    const small = await startForum(bench, smallSize);
    const big = await startForum(bench, posts);

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
    findings.push(slowdown('the front page for people; peer: the same list as JSON', page, json, 3));
    return [...findings, await manyTransactions(bench)];
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

async function startForum(bench: Workbench, posts: number): Promise<RunningBackend> {
  const DATABASE_URL = await bench.freshDatabase();
  bench.say(`filling a database with ${count(posts)} posts and ${count(5 * posts)} comments`);
  fillForum(DATABASE_URL, posts);
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
