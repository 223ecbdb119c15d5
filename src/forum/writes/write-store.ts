import { type Kysely, sql, type Transaction } from 'kysely';
import { type Agent, type AgentChange, recordWrite } from '../people/agent-store.ts';
import type { ForumDatabase } from '../database.ts';
import { type Refusal } from '../../runtime/database/queries.ts';
import { deleteFound } from '../../runtime/database/delete-found.ts';
import { refuse } from './refusal.ts';
import { type Idempotency, textHash } from './text.ts';
import {
  type PastWrites,
  secondsUntilWrite,
  writeBudget,
  type WriteKind,
  type WriteLimits,
  writeWindowMs,
} from './write-limits.ts';

interface Write {
  readonly kind: WriteKind;
  readonly author: Agent;
  readonly at: Date;
}

/** Where a write goes and which text it publishes; known once the row that it belongs to is locked. */
interface WriteTarget {
  /** Name of the community. */
  readonly forum?: string;
  /** Undefined for an edit that keeps the text. */
  readonly text?: string | undefined;
  /** The post or comment with the text, which may have had it before. */
  readonly contentId?: string;
}

type Trx = Transaction<ForumDatabase>;

/**
 * Limits the writes of owners and keys.
 *
 * @param limits undefined to limit nothing
 */
export function createWriteLimiter(limits: WriteLimits | undefined) {
  return {
    /** Locks the row of the writing owner, before any other row. @returns the time of the owner's first write or ban */
    lockOwner: (trx: Trx, { author, at }: Pick<Write, 'author' | 'at'>): Promise<Date> =>
      lockOwner(trx, author.sub, at),

    /**
     * Counts a write of an owner whose row is locked. Refuses one beyond the budget, and a repeated text.
     */
    admit: async (
      trx: Trx,
      write: Write & WriteTarget & { readonly ownerSince: Date },
    ): Promise<Refusal | undefined> => {
      if (limits === undefined) return undefined;
      const { kind, author, at, forum, text, contentId, ownerSince } = write;
      const hash = text === undefined ? undefined : textHash(text);
      const since = new Date(at.getTime() - writeWindowMs);
      if (limits.duplicates === 'refuse' && hash !== undefined && forum !== undefined) {
        const repeated = await trx
          .selectFrom('forum.writes')
          .select('id')
          .where('owner', '=', author.sub)
          .where('kind', 'in', ['posts', 'comments', 'edits'])
          .where('at', '>', since)
          .where('forum', '=', forum)
          .where('text_hash', '=', hash)
          .where('content_id', 'is distinct from', contentId ?? null)
          .limit(1)
          .executeTakeFirst();
        if (repeated !== undefined) return refuse('repeatedBody', forum);
      }
      const budget = writeBudget(limits, kind, ownerSince, at);
      const past = await pastWrites(trx, { column: 'owner', of: author.sub, kind, since, limit: budget });
      const seconds = secondsUntilWrite(budget, past, at);
      if (seconds !== undefined) return refuse('budgetExhausted', { kind, budget, seconds });
      await trx
        .insertInto('forum.writes')
        .values({
          owner: author.sub,
          kind,
          at,
          fingerprint: author.jkt,
          forum: forum ?? null,
          text_hash: hash ?? null,
          content_id: contentId ?? null,
        })
        .execute();
      return undefined;
    },

    /**
     * Records an admitted write in the profile of its agent. Refuses one beyond the budget of a key that wrote for another
     * owner within the window; all other writes of the key are among those of its owner.
     */
    record: async (
      trx: Trx,
      { kind, author, at, ownerSince }: Write & { readonly ownerSince: Date },
      change?: Pick<AgentChange, 'posts' | 'comments'>,
    ): Promise<Refusal | undefined> => {
      const ownerChanged = await recordWrite(trx, author, at, change);
      const since = new Date(at.getTime() - writeWindowMs);
      if (limits === undefined || ownerChanged === undefined || ownerChanged <= since) return undefined;
      const budget = writeBudget(limits, kind, ownerSince, at);
      // This write is counted too.
      const limit = budget + 1;
      const past = await pastWrites(trx, { column: 'fingerprint', of: author.jkt, kind, since, limit });
      const seconds = secondsUntilWrite(limit, past, at);
      return seconds === undefined ? undefined : refuse('budgetExhausted', { kind, budget, seconds });
    },
  };
}

interface WindowOfWrites {
  readonly column: 'owner' | 'fingerprint';
  readonly of: string;
  readonly kind: WriteKind;
  readonly since: Date;
  /** Maximum number of writes to count. */
  readonly limit: number;
}

async function pastWrites(
  trx: Trx,
  { column, of, kind, since, limit }: WindowOfWrites,
): Promise<readonly PastWrites[]> {
  const { rows } = await sql<PastWrites>`
    select count(*) as count, min(at) as oldest from (
      select at from forum.writes where ${sql.ref(column)} = ${of} and kind = ${kind} and at > ${since}
      order by at desc limit ${limit}
    ) as counted`.execute(trx);
  return rows;
}

export type WriteLimiter = ReturnType<typeof createWriteLimiter>;

/**
 * Locks the row of an owner, so that its writes are counted one after the other, by any number of processes. Bans and erasures
 * of the owner, and bans of its keys, wait for them, too.
 *
 * @returns the time of the owner's first write or ban
 */
export async function lockOwner(trx: Trx, owner: string, at: Date): Promise<Date> {
  const since = await lockedOwner(trx, owner);
  if (since !== undefined) return since;
  await trx
    .insertInto('forum.owners')
    .values({ owner, first_seen: at })
    .onConflict((conflict) => conflict.column('owner').doNothing())
    .execute();
  return (await lockedOwner(trx, owner)) ?? at;
}

/** Locks the row of an owner. @returns undefined when there is none */
export async function lockedOwner(trx: Trx, owner: string): Promise<Date | undefined> {
  const row = await trx
    .selectFrom('forum.owners')
    .select('first_seen')
    .where('owner', '=', owner)
    .forUpdate()
    .executeTakeFirst();
  return row?.first_seen;
}

/** Deletes writes that no window counts any more. @returns the number of deleted rows */
export const deleteCountedWrites = (db: Kysely<ForumDatabase>, now: Date, limit: number): Promise<number> =>
  deleteFound(db, {
    table: 'forum.writes',
    key: ['owner', 'kind', 'at', 'id'],
    condition: sql`found.at <= ${new Date(now.getTime() - writeWindowMs)}`,
    limit,
  });

/** Lifetime of an Idempotency-Key, milliseconds. */
const lifetime = 24 * 60 * 60 * 1000;

/**
 * Claims a key for a request. A concurrent request with the same key waits for this transaction.
 *
 * @returns the id that an earlier request with the same key and input created; undefined when the key is new. Another
 *   input is refused
 */
export async function claimIdempotencyKey(
  trx: Transaction<ForumDatabase>,
  claim: Idempotency & {
    /** Thumbprint of the agent; its keys are its own. */
    readonly fingerprint: string;
    /** Id of the record that the request creates. */
    readonly id: string;
    readonly at: Date;
  },
): Promise<string | Refusal | undefined> {
  const { fingerprint, key, requestHash, id, at } = claim;
  const row = { request_hash: requestHash, created_id: id, expires_at: new Date(at.getTime() + lifetime) };
  const claimed = await trx
    .insertInto('forum.idempotency_keys')
    .values({ fingerprint, key, ...row })
    .onConflict((conflict) =>
      conflict.columns(['fingerprint', 'key']).doUpdateSet(row).where('forum.idempotency_keys.expires_at', '<=', at),
    )
    .returning('key')
    .executeTakeFirst();
  if (claimed) return undefined;
  const earlier = await trx
    .selectFrom('forum.idempotency_keys')
    .select(['request_hash', 'created_id'])
    .where('fingerprint', '=', fingerprint)
    .where('key', '=', key)
    .executeTakeFirst();
  // The key expired and was deleted between the two statements.
  if (!earlier) return claimIdempotencyKey(trx, claim);
  if (earlier.request_hash !== requestHash) return refuse('idempotencyConflict');
  return earlier.created_id;
}

/** Deletes keys that expired before `now`. @returns the number of deleted rows */
export const deleteExpiredKeys = (db: Kysely<ForumDatabase>, now: Date, limit: number): Promise<number> =>
  deleteFound(db, {
    table: 'forum.idempotency_keys',
    key: ['fingerprint', 'key'],
    condition: sql`expires_at <= ${now}`,
    limit,
  });
