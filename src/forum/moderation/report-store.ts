import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { bucketOfId } from '../../runtime/database/bucket.ts';
import { inWriteTransaction, isRefusal, type Refusal } from '../../runtime/database/queries.ts';
import type { Agent } from '../people/agent-store.ts';
import type { ForumDatabase } from '../database.ts';
import { refuse } from '../writes/refusal.ts';
import type { Idempotency } from '../writes/text.ts';
import type { ContentTarget, ModerationCaller } from './moderation-command.ts';
import { refuseBanned } from './ban-store.ts';
import { claimIdempotencyKey, type WriteLimiter } from '../writes/write-store.ts';
import { refuseOthersThanModerators } from './moderator-store.ts';

type Trx = Transaction<ForumDatabase>;

/** A report with the texts that it is about. */
export interface ReportRow extends Selectable<ForumDatabase['forum.reports']> {
  readonly title: string;
  readonly body: string;
}

interface NewReport {
  readonly id: string;
  readonly target: ContentTarget;
  readonly reason: string;
  readonly author: Agent;
  readonly at: Date;
  readonly idempotency?: Idempotency | undefined;
}

interface ReportListing {
  /** Undefined for all communities, which only administrators may read. */
  readonly forum: string | undefined;
  readonly caller: ModerationCaller;
  readonly at: Date;
  readonly limit: number;
  /** Id of the last entry of the previous page. */
  readonly after: string | undefined;
}

export function createReportStore(db: Kysely<ForumDatabase>, limiter: WriteLimiter) {
  return {
    /**
     * Stores the report of an owner on a post or comment, in place of an earlier one.
     */
    create: ({ id, target, reason, author, at, idempotency }: NewReport) =>
      inWriteTransaction<ForumDatabase, ReportRow>(db, async (trx) => {
        if (idempotency) {
          const earlier = await claimIdempotencyKey(trx, { ...idempotency, fingerprint: author.jkt, id, at });
          if (isRefusal(earlier)) return earlier;
          const existing = earlier === undefined ? undefined : await findReport(trx, author.sub, target.id);
          if (existing !== undefined) return existing;
        }
        const ownerSince = await limiter.lockOwner(trx, { author, at });
        const locked = await lockTarget(trx, target);
        if (isRefusal(locked)) return locked;
        const { forum, post_id } = locked;
        const write = { kind: 'reports', author, at, ownerSince } as const;
        const refused =
          (await refuseBanned(trx, { author, at, forum })) ?? (await limiter.admit(trx, { ...write, forum }));
        if (refused) return refused;
        const row = { reason, fingerprint: author.jkt, created_at: at };
        await trx
          .insertInto('forum.reports')
          .values({ bucket: bucketOfId(post_id), id, forum, post_id, target_id: target.id, owner: author.sub, ...row })
          .onConflict((conflict) => conflict.columns(['target_id', 'owner', 'bucket']).doUpdateSet(row))
          .execute();
        const refusedKey = await limiter.record(trx, write);
        if (refusedKey) return refusedKey;
        const stored = await findReport(trx, author.sub, target.id);
        if (stored === undefined) throw new Error(`The report on ${target.id} was not stored.`);
        return stored;
      }),

    /**
     * Returns one page of the open reports of a community that the caller moderates, newest first.
     */
    list: ({ forum, caller, at, limit, after }: ReportListing) =>
      inWriteTransaction<ForumDatabase, ReportRow[]>(db, async (trx) => {
        const refused = forum === undefined ? undefined : await refuseOthersThanModerators(trx, { forum, caller, at });
        if (refused) return refused;
        let page = selectReports(trx).orderBy('report.id', 'desc').limit(limit);
        if (forum !== undefined) page = page.where('report.forum', '=', forum);
        if (after !== undefined) page = page.where('report.id', '<', after);
        return page.execute();
      }),
  };
}

/** Deletes the reports on a post, or on one of its comments. @returns their number */
export async function closeReports(trx: Trx, postId: string, targetId = postId): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('forum.reports')
    .where('bucket', '=', bucketOfId(postId))
    .where('post_id', '=', postId)
    .where('target_id', '=', targetId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

const selectReports = (trx: Trx) =>
  trx
    .selectFrom('forum.reports as report')
    .innerJoin('forum.posts as post', (join) =>
      join.onRef('post.bucket', '=', 'report.bucket').onRef('post.id', '=', 'report.post_id'),
    )
    .leftJoin('forum.comments as comment', (join) =>
      join
        .onRef('comment.bucket', '=', 'report.bucket')
        .onRef('comment.post_id', '=', 'report.post_id')
        .onRef('comment.id', '=', 'report.target_id'),
    )
    .selectAll('report')
    .select(['post.title', sql<string>`coalesce(comment.body, post.body)`.as('body')]);

const findReport = (trx: Trx, owner: string, targetId: string): Promise<ReportRow | undefined> =>
  selectReports(trx)
    .where('report.bucket', '=', bucketOfId(targetId))
    .where('report.owner', '=', owner)
    .where('report.target_id', '=', targetId)
    .executeTakeFirst();

/** Locks a post or comment against its removal. */
async function lockTarget(trx: Trx, target: ContentTarget): Promise<{ forum: string; post_id: string } | Refusal> {
  const bucket = bucketOfId(target.id);
  const found =
    target.kind === 'post'
      ? await trx
          .selectFrom('forum.posts')
          .select(['forum', 'id as post_id', 'hidden_at'])
          .where('bucket', '=', bucket)
          .where('id', '=', target.id)
          .where('deleted_at', 'is', null)
          .forShare()
          .executeTakeFirst()
      : await trx
          .selectFrom('forum.comments as comment')
          .innerJoin('forum.posts as post', (join) =>
            join.onRef('post.bucket', '=', 'comment.bucket').onRef('post.id', '=', 'comment.post_id'),
          )
          .select(['post.forum', 'comment.post_id', 'comment.hidden_at'])
          .where('comment.bucket', '=', bucket)
          .where('comment.id', '=', target.id)
          .where('comment.deleted_at', 'is', null)
          .forShare(['post', 'comment'])
          .executeTakeFirst();
  if (found === undefined) return refuse(target.kind === 'post' ? 'postNotFound' : 'commentNotFound', target.id);
  if (found.hidden_at !== null) return refuse('contentHidden', target.kind, target.id);
  return found;
}
