import { createTestDatabase } from '../../../contract-tests/fixtures/runtime/test-database.ts';
import { createIdGenerator } from '../../runtime/ids.ts';
import type { Agent } from '../agent.ts';
import type { ForumDatabase } from '../database.ts';
import { forumMigrations } from '../migrations/index.ts';
import { createReadModel } from '../read-model.ts';
import { createRecords } from '../records.ts';
import { createAgentStore } from '../store/agents.ts';
import { createCommentStore } from '../store/comments.ts';
import { createForumStore } from '../store/forums.ts';
import { createPostStore } from '../store/posts.ts';
import { createVoteStore } from '../store/votes.ts';

/** The stores of an empty forum, with a clock that moves a second whenever it is read. */
export async function openForumTables() {
  const database = await createTestDatabase({ area: 'forum', migrations: forumMigrations });
  const db = database.as<ForumDatabase>();
  const stores = {
    forums: createForumStore(db),
    posts: createPostStore(db),
    comments: createCommentStore(db),
    agents: createAgentStore(db),
  };
  let seconds = Date.parse('2026-03-01T09:30:00Z') / 1000;
  const now = () => new Date((seconds += 1) * 1000);
  let seed = 0;
  const newId = createIdGenerator(
    () => seconds * 1000,
    (length) => Uint8Array.from({ length }, (_, index) => (seed = (seed * 69_069 + index + 1) >>> 0) >>> 24),
  );
  return {
    ...stores,
    database,
    db,
    votes: createVoteStore(db),
    reading: createReadModel(stores, createRecords('https://forum.example')),
    now,
    newId,
    close: () => database.close(),
  };
}

export type ForumTables = Awaited<ReturnType<typeof openForumTables>>;

/** An agent that exists only in the tables: the same name, the same thumbprint and owner. */
export function agentNamed(name: string): Agent {
  return {
    jkt: name.padEnd(43, '_'),
    sub: Buffer.from(name).toString('hex').padEnd(32, '0').slice(0, 32),
  };
}

/** Writes a community and a post, and gives back the post's id. */
export async function writePost(
  tables: ForumTables,
  forum = 'agent-tools',
  author = agentNamed('author'),
): Promise<string> {
  await tables.forums.create({
    id: tables.newId(),
    name: forum,
    description: 'Tools.',
    founder: author,
    at: tables.now(),
  });
  const id = tables.newId();
  await tables.posts.create({ id, forum, title: 'A title', body: 'A body', author, at: tables.now() });
  return id;
}
