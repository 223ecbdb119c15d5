import { createForumClient } from '../../../generated/forum/client.ts';
import { cacheMs, cacheResult, timeoutMs } from './cached-result.ts';

/** The newest post of the forum, as the start page shows it. */
export interface LatestPost {
  readonly title: string;
  readonly forum: string;
  readonly url: string;
}

/** Returns a function that reads the newest post; undefined when there is none or the forum does not respond. */
export function createLatestPost(options: {
  readonly forum: string;
  readonly fetch: typeof globalThis.fetch;
  /** Unix time in milliseconds. */
  readonly now: () => number;
}): () => Promise<LatestPost | undefined> {
  const forum = createForumClient({ baseUrl: options.forum, fetch: options.fetch });
  const load = async (): Promise<LatestPost | undefined> => {
    const { status, body } = await forum.listPosts({
      query: { sort: 'new', limit: 1 },
      signal: AbortSignal.timeout(timeoutMs),
    });
    const post = status === 200 ? body.posts[0] : undefined;
    return post && { title: post.title, forum: post.forum, url: post.url };
  };
  return cacheResult(cacheMs, options.now, () => load().catch(() => undefined));
}
