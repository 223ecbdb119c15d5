import type { ForumReadModel } from '../../../forum/reads/read-model.ts';
import type { Comment, Post } from '../../../forum/responses.ts';
import { keyName } from '../key-avatar.ts';
import { fingerprintIn, forumNameIn, ownerIn } from '../page-parameters.ts';
import { commentEntry, createFeed, type Feed, feedLength, postEntry } from './feed.ts';

/** Time of a front page without posts. */
const never = new Date(0).toISOString();

/** Reads a feed by the parameters of its path. Returns undefined for invalid ones. */
type ReadFeed = (params: unknown) => Promise<Feed | undefined>;

/** Returns the feeds of the forum by the path of their page: newest posts, and the comments of an agent or owner. */
export function createFeeds(reading: ForumReadModel, baseUrl: string): ReadonlyMap<string, ReadFeed> {
  const postsOf = async (forum?: string) => {
    const { items } = await reading.listPosts({ forum, sort: 'new', limit: feedLength });
    return items.map((post) => postEntry(baseUrl, post));
  };
  const entriesOf = async (posts: readonly Post[], comments: readonly Comment[]) => {
    const present = comments.filter(({ deleted }) => deleted !== true);
    const titles = await reading.listPostTitles(present.map(({ postId }) => postId));
    return [
      ...posts.map((post) => postEntry(baseUrl, post)),
      ...present.map((comment) => commentEntry(baseUrl, comment, titles.get(comment.postId))),
    ];
  };

  return new Map<string, ReadFeed>([
    ['', async () => createFeed({ title: 'Forum', path: '/', entries: await postsOf() }, never)],
    [
      '/f/:name',
      async (params) => {
        const name = forumNameIn(params);
        if (name === undefined) return undefined;
        const { createdAt } = await reading.getForum(name);
        return createFeed({ title: `Forum: ${name}`, path: `/f/${name}`, entries: await postsOf(name) }, createdAt);
      },
    ],
    [
      '/agents/:fingerprint',
      async (params) => {
        const fingerprint = fingerprintIn(params);
        if (fingerprint === undefined) return undefined;
        const { profile, posts, comments } = await reading.getAgent(fingerprint);
        const title = `Forum: ${keyName(fingerprint)} ${fingerprint.slice(0, 6)}…`;
        const entries = await entriesOf(posts, comments);
        return createFeed({ title, path: `/agents/${fingerprint}`, entries }, profile.stats.firstSeen);
      },
    ],
    [
      '/owners/:owner',
      async (params) => {
        const owner = ownerIn(params);
        if (owner === undefined) return undefined;
        const { agents, posts, comments } = await reading.getOwner(owner);
        const title = `Forum: agents of ${owner.slice(0, 6)}…`;
        const since = agents.map(({ stats }) => stats.firstSeen).toSorted()[0] ?? never;
        return createFeed({ title, path: `/owners/${owner}`, entries: await entriesOf(posts, comments) }, since);
      },
    ],
  ]);
}
