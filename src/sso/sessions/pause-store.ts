import { type Kysely, sql } from 'kysely';
import { auditRow, type SsoAuditEvent } from '../administration/audit-store.ts';
import { bucketOfId, bucketsOfIds } from '../../runtime/database/bucket.ts';
import type { SsoDatabase } from '../database.ts';
import { retryOnConflict } from '../../runtime/database/database-errors.ts';
import { inTransaction } from '../../runtime/database/queries.ts';
import { marked } from '../tokens/status-list-store.ts';
import { renewStatusIndexes } from './session-store.ts';

interface PauseChange {
  readonly sessionId: string;
  readonly ownerSub: string;
  readonly at: Date;
  /** Recorded when something changed, with the application of the session. */
  readonly event: SsoAuditEvent;
}

/** `parent_paused`: it was not resumed, because the agent that it helps is paused. */
type PauseOutcome = 'changed' | 'unchanged' | 'parent_paused';

/**
 * Pauses and resumes sessions. A trigger pauses their helpers. A pause ends access tokens for good, so a session that goes on has
 * another index in the status lists. Repeated after a deadlock with what ends the sessions.
 */
export function createPauseStore(db: Kysely<SsoDatabase>) {
  const repeatedly = (work: (trx: Kysely<SsoDatabase>) => Promise<PauseOutcome>): Promise<PauseOutcome> =>
    retryOnConflict(() => inTransaction(db, work));

  return {
    /** Pauses a live session, with the helpers below it. */
    pause: ({ sessionId, ownerSub, at, event }: PauseChange): Promise<PauseOutcome> =>
      repeatedly(async (trx) => {
        const changed = await trx
          .updateTable('sso.sessions')
          .set({ paused_at: at, paused_by: sessionId })
          .where('bucket', '=', bucketOfId(sessionId))
          .where('id', '=', sessionId)
          .where('owner_sub', '=', ownerSub)
          .where('revoked_at', 'is', null)
          .where('expires_at', '>', at)
          .where('paused_at', 'is', null)
          .returning('client_address')
          .executeTakeFirst();
        if (changed) await expireRequests(trx, await markPaused(trx, sessionId, at), at);
        return record(trx, event, changed);
      }),

    /** Resumes a live session, with the helpers that were paused with it. */
    resume: ({ sessionId, ownerSub, at, event }: PauseChange): Promise<PauseOutcome> =>
      repeatedly(async (trx) => {
        // The lock makes a pause of the agent wait, and then see the helper.
        const parent = await trx
          .selectFrom('sso.sessions as helper')
          .innerJoin('sso.sessions as agent', (join) =>
            join.onRef('agent.id', '=', 'helper.parent_id').onRef('agent.bucket', '=', 'helper.bucket'),
          )
          .select('agent.paused_at')
          .where('helper.bucket', '=', bucketOfId(sessionId))
          .where('helper.id', '=', sessionId)
          .where('helper.owner_sub', '=', ownerSub)
          .forShare('agent')
          .executeTakeFirst();
        if (parent?.paused_at) return 'parent_paused';
        // A helper that the owner paused on its own names itself, and stays paused.
        const paused = await trx
          .selectFrom('sso.sessions')
          .select(['id', 'client_address'])
          .where('bucket', '=', bucketOfId(sessionId))
          .where('owner_sub', '=', ownerSub)
          .where('paused_by', '=', sessionId)
          .where('revoked_at', 'is', null)
          .where('expires_at', '>', at)
          .orderBy('id')
          .forUpdate()
          .execute();
        const changed = paused.find(({ id }) => id === sessionId);
        if (changed) await resumeSessions(trx, ownerSub, paused);
        return record(trx, event, changed);
      }),
  };
}

/** Marks a paused session and the helpers that are paused with it in the status lists. @returns their ids */
async function markPaused(trx: Kysely<SsoDatabase>, sessionId: string, at: Date): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    with paused as (
      select id, status_index from sso.sessions where bucket = ${bucketOfId(sessionId)} and paused_by = ${sessionId}
    ), marked as (${marked(sql`paused`, at)})
    select id from paused left join marked using (status_index)`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Ends what sessions asked and nobody decided. */
async function expireRequests(trx: Kysely<SsoDatabase>, sessions: readonly string[], at: Date): Promise<void> {
  await trx
    .updateTable('sso.approval_requests')
    .set({ expires_at: at })
    .where('parent_id', '=', sql<string>`any(${sessions}::uuid[])`)
    .where('status', '=', 'pending')
    .where('expires_at', '>', at)
    .execute();
}

/** The former indexes are marked. */
async function resumeSessions(
  trx: Kysely<SsoDatabase>,
  ownerSub: string,
  paused: readonly { readonly id: string }[],
): Promise<void> {
  const ids = paused.map(({ id }) => id);
  await renewStatusIndexes(trx, ids);
  await trx
    .updateTable('sso.sessions')
    .set({ paused_at: null, paused_by: null })
    .where('bucket', '=', sql<number>`any(${bucketsOfIds(ids)}::smallint[])`)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('owner_sub', '=', ownerSub)
    .execute();
}

async function record(
  trx: Kysely<SsoDatabase>,
  event: SsoAuditEvent,
  changed: { readonly client_address: string } | undefined,
): Promise<PauseOutcome> {
  if (!changed) return 'unchanged';
  const row = auditRow({ ...event, clientAddress: changed.client_address });
  await trx.insertInto('sso.audit_events').values(row).execute();
  return 'changed';
}
