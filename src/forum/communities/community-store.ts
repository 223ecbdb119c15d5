import type { Kysely, Selectable } from 'kysely';
import { inWriteTransaction, isRefusal, type Refusal } from '../../runtime/database/queries.ts';
import { forumColumns, type ForumDatabase } from '../database.ts';
import type { Agent } from '../people/agent-store.ts';
import type { Idempotency } from '../writes/text.ts';
import type { ForumPosition } from '../reads/position.ts';
import { refuseBanned } from '../moderation/ban-store.ts';
import { refuse } from '../writes/refusal.ts';
import { claimIdempotencyKey, type WriteLimiter } from '../writes/write-store.ts';

export type ForumRow = Selectable<ForumDatabase['forum.forums']>;

interface NewForum {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly founder: Agent;
  readonly at: Date;
  readonly idempotency?: Idempotency | undefined;
}

interface ForumListing {
  readonly limit: number;
  readonly offset?: number;
  /** Last entry of the previous page. */
  readonly after?: ForumPosition | undefined;
}

export function createForumStore(db: Kysely<ForumDatabase>, limiter: WriteLimiter) {
  return {
    /**
     * @returns the new community, or the one that the Idempotency-Key created earlier. Of concurrent founders one wins.
     */
    create: async ({ id, name, description, founder, at, idempotency }: NewForum): Promise<ForumRow | Refusal> => {
      return await inWriteTransaction<ForumDatabase, ForumRow>(db, async (trx) => {
        const earlier =
          idempotency && (await claimIdempotencyKey(trx, { ...idempotency, fingerprint: founder.jkt, id, at }));
        if (isRefusal(earlier)) return earlier;
        if (earlier !== undefined)
          return trx.selectFrom('forum.forums').select(forumColumns).where('name', '=', name).executeTakeFirstOrThrow();
        const ownerSince = await limiter.lockOwner(trx, { author: founder, at });
        const write = { kind: 'communities', author: founder, at, ownerSince } as const;
        const refused =
          (await refuseBanned(trx, { author: founder, at, forum: undefined })) ?? (await limiter.admit(trx, write));
        if (refused) return refused;
        const forum = await trx
          .insertInto('forum.forums')
          .values({
            id,
            name,
            description,
            fingerprint: founder.jkt,
            owner: founder.sub,
            post_count: 0,
            created_at: at,
          })
          .onConflict((conflict) => conflict.column('name').doNothing())
          .returning(forumColumns)
          .executeTakeFirst();
        if (forum === undefined) return refuse('forumExists', name);
        return (await limiter.record(trx, write)) ?? forum;
      });
    },

    find: (name: string): Promise<ForumRow | undefined> =>
      db.selectFrom('forum.forums').select(forumColumns).where('name', '=', name).executeTakeFirst(),

    /** Returns one page, newest first. */
    list: ({ limit, offset = 0, after }: ForumListing): Promise<ForumRow[]> => {
      const page = db.selectFrom('forum.forums').select(forumColumns).orderBy('id', 'desc').limit(limit).offset(offset);
      return (after === undefined ? page : page.where('id', '<', after.id)).execute();
    },
  };
}
