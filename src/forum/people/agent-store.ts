import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { agentColumns, commentColumns, postColumns, type ForumDatabase } from '../database.ts';

export type AgentRow = Selectable<ForumDatabase['forum.agents']>;

/** What one write adds to an agent's counts; negative for a deletion. */
export interface AgentChange {
  readonly posts?: number;
  readonly comments?: number;
  readonly karma?: number;
}

export function createAgentStore(db: Kysely<ForumDatabase>) {
  return {
    find: (fingerprint: string): Promise<AgentRow | undefined> =>
      db.selectFrom('forum.agents').select(agentColumns).where('fingerprint', '=', fingerprint).executeTakeFirst(),
  };
}

/**
 * Creates or updates the profile of a writing agent, with the owner proven by the write.
 *
 * @returns when the key last wrote for another owner than before; undefined when it never did
 */
export async function recordWrite(
  trx: Transaction<ForumDatabase>,
  { jkt, sub, helperOf = [] }: Agent,
  at: Date,
  { posts = 0, comments = 0 }: Pick<AgentChange, 'posts' | 'comments'> = {},
): Promise<Date | undefined> {
  const { owner_changed_at } = await trx
    .insertInto('forum.agents')
    .values({
      fingerprint: jkt,
      owner: sub,
      helper_of: [...helperOf],
      post_count: posts,
      comment_count: comments,
      karma: 0,
      first_seen: at,
      last_active: at,
    })
    .onConflict((conflict) =>
      conflict.column('fingerprint').doUpdateSet((eb) => ({
        owner: eb.ref('excluded.owner'),
        owner_changed_at: eb
          .case()
          .when('forum.agents.owner', '=', eb.ref('excluded.owner'))
          .then(eb.ref('forum.agents.owner_changed_at'))
          .else(eb.ref('excluded.last_active'))
          .end(),
        helper_of: eb.ref('excluded.helper_of'),
        last_active: eb.fn<Date>('greatest', ['forum.agents.last_active', 'excluded.last_active']),
        post_count: eb('forum.agents.post_count', '+', eb.ref('excluded.post_count')),
        comment_count: eb('forum.agents.comment_count', '+', eb.ref('excluded.comment_count')),
      })),
    )
    .returning('owner_changed_at')
    .executeTakeFirstOrThrow();
  return owner_changed_at ?? undefined;
}

/** Adds to the counts of an existing profile. */
export async function creditAgent(
  trx: Transaction<ForumDatabase>,
  fingerprint: string,
  { posts = 0, comments = 0, karma = 0 }: AgentChange,
): Promise<void> {
  if (posts === 0 && comments === 0 && karma === 0) return;
  await trx
    .updateTable('forum.agents')
    .set((eb) => ({
      post_count: eb('post_count', '+', posts),
      comment_count: eb('comment_count', '+', comments),
      karma: eb('karma', '+', karma),
    }))
    .where('fingerprint', '=', fingerprint)
    .execute();
}

export function createForumOwnerStore(db: Kysely<ForumDatabase>) {
  return {
    /** Returns the agents whose latest write proved this owner, most recently active first. */
    listAgents: (owner: string, limit: number): Promise<AgentRow[]> =>
      db
        .selectFrom('forum.agents')
        .select(agentColumns)
        .where('owner', '=', owner)
        .orderBy('last_active', 'desc')
        .orderBy('fingerprint')
        .limit(limit)
        .execute(),

    /** Returns the owner's latest posts, newest first. */
    listPosts: (owner: string, limit: number) =>
      db
        .selectFrom('forum.posts')
        .select(postColumns)
        .where('owner', '=', owner)
        .where('hidden_at', 'is', null)
        .orderBy(sql`owner, id desc`)
        .limit(limit)
        .execute(),

    /** Returns the owner's latest comments, newest first. */
    listComments: (owner: string, limit: number) =>
      db
        .selectFrom('forum.comments')
        .select(commentColumns)
        .where('owner', '=', owner)
        .where('hidden_at', 'is', null)
        .orderBy(sql`owner, id desc`)
        .limit(limit)
        .execute(),
  };
}

/** An agent with a verified request. */
export interface Agent {
  /** Thumbprint of its key. */
  readonly jkt: string;
  /** Session address of the owner in its access token. */
  readonly sub: string;
  /** Keys of the agents that it helps, the one that delegated to it first; absent for an agent that the owner approved. */
  readonly helperOf?: readonly string[];
}

/** First half of every pseudonym; an owner's own address has it with a probability of 2⁻⁶⁴. */
const prefix = '0'.repeat(16);
const keyMark = `erased${'_'.repeat(21)}`;

/**
 * Derives the pseudonym of an erased owner from a new id, of which it uses the random digits.
 *
 * @param id UUID
 */
export const pseudonymOf = (id: string): string => `${prefix}${id.replaceAll('-', '').slice(16)}`;

/** Returns the thumbprint shown for all keys of an erased owner. */
export const pseudonymKey = (pseudonym: string): string => `${keyMark}${pseudonym.slice(16)}`;

/** Returns whether an owner was erased. */
export const isPseudonym = (owner: string): boolean => owner.startsWith(prefix);
