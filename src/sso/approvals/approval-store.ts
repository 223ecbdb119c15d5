import { type Insertable, type Kysely, type RawBuilder, sql } from 'kysely';
import type { OwnerRequestState } from '../../../generated/sso/types.ts';
import { retryOnConflict } from '../../runtime/database/database-errors.ts';
import { inTransaction, newestFirst } from '../../runtime/database/queries.ts';
import { deleteFound } from '../../runtime/database/delete-found.ts';
import type { PageRequest } from '../../runtime/http/page.ts';
import { recorded, type SsoAuditEvent } from '../administration/audit-store.ts';
import type { SubjectType } from '../identity/subjects.ts';
import type { KeyRefusal } from '../sign-in/authorization-request.ts';
import { liveSessions } from '../sessions/session-store.ts';
import { firstInterval, pollState } from '../sign-in/poll-pace.ts';
import type { SsoDatabase } from '../database.ts';
import type { Approval } from './approval.ts';
import { approvalOf, selectApprovals, waits } from './approval-rows.ts';
import { readSoFar, soFar } from './budget-store.ts';
import {
  type ApprovedSession,
  asking,
  type Decision,
  lockAsking,
  newTurn,
  recordDecision,
  redeemApproval,
} from './decision-store.ts';
import type { MandateUse } from './details.ts';
import { consumeMandate, type Mandate } from './mandate-store.ts';

/** A live session of an application, whose owner it may ask unless they paused it. */
export interface AskingSession {
  readonly id: string;
  readonly ownerSub: string;
  readonly pausedAt: Date | null;
}

type NewApproval = Pick<
  Approval,
  | 'id'
  | 'clientAddress'
  | 'ownerSub'
  | 'parentId'
  | 'jkt'
  | 'agentName'
  | 'reach'
  | 'resource'
  | 'bindingMessage'
  | 'details'
  | 'detailSentences'
  | 'requestDigest'
  | 'place'
  | 'createdAt'
  | 'expiresAt'
> & {
  readonly authReqHash: string;
  readonly linkHash: string;
  /** Null in poll mode. */
  readonly sealedNotificationToken: string | null;
  /** What a mandate would have to allow; undefined when only the person can decide. */
  readonly use: MandateUse | undefined;
  /** Until when the tokens can be fetched, should a mandate approve it. */
  readonly redeemableUntil: Date;
  /** Recorded when the person is asked. */
  readonly asked: SsoAuditEvent;
};

interface StoredApproval {
  /** Id of the audit event whose push the owner gets; undefined when a mandate or the budget decided. */
  readonly eventId?: number | undefined;
}

interface RequestList extends PageRequest {
  readonly ownerSub: string;
  readonly state: OwnerRequestState | undefined;
  readonly at: Date;
}

/** Reads and writes what agents ask their owners. */
export function createApprovalStore(db: Kysely<SsoDatabase>) {
  const by = async (column: 'id' | 'link_hash' | 'auth_req_hash', hash: string): Promise<Approval | undefined> => {
    const row = await selectApprovals(db).where(`request.${column}`, '=', hash).executeTakeFirst();
    return row && approvalOf(row);
  };

  return {
    byAuthReq: (hash: string) => by('auth_req_hash', hash),
    byLink: (hash: string) => by('link_hash', hash),
    byId: (id: string) => by('id', id),

    /** Lists live sessions of an owner with an application that may ask, the newest first. */
    async askingSessions({
      clientAddress,
      sub,
      subjectType,
      jkt,
      at,
    }: {
      readonly clientAddress: string;
      /** Whom the application asks, by the `sub` that its tokens carry. */
      readonly sub: string;
      readonly subjectType: SubjectType;
      /** Thumbprint of the proof. */
      readonly jkt: string | undefined;
      readonly at: Date;
    }): Promise<readonly AskingSession[]> {
      return liveSessions(db, at)
        .select(['session.id', 'session.owner_sub as ownerSub', 'session.paused_at as pausedAt'])
        .where('session.client_address', '=', clientAddress)
        .where('session.parent_id', 'is', null)
        .where(subjectType === 'public' ? 'session.owner_sub' : 'session.pairwise_sub', '=', sub)
        .$if(jkt !== undefined, (query) => query.where('session.jkt', '=', jkt ?? ''))
        .orderBy('session.created_at', 'desc')
        .limit(1_000)
        .execute();
    },

    /**
     * Stores a request: decided by a mandate, ended by the budget, or waiting for the owner. The lock on the owner makes
     * requests of one owner wait for each other, so that neither budget nor mandate is exceeded.
     *
     * @returns undefined when the session of the agent ended or was paused meanwhile
     */
    create: (asked: NewApproval): Promise<StoredApproval | undefined> =>
      // Repeated after a deadlock with what ends the sessions of an owner.
      retryOnConflict(async () => {
        const eventId = await askWithinBudget(db, asked);
        if (eventId !== undefined) return { eventId };
        return inTransaction(db, async (trx) => {
          const { use, createdAt: at } = asked;
          if (!(await lockAsking(trx, { ...asked, at }))) return undefined;
          const { within, hasMandates } = await readSoFar(trx, asked, at);
          const mandate = use && hasMandates ? await consumeMandate(trx, asked, use, at) : undefined;
          const row = requestRow(asked);
          if (mandate || !within) {
            await trx
              .insertInto('sso.approval_requests')
              .values({ ...row, ...decidedAtOnce(asked, mandate) })
              .execute();
            return {};
          }
          const asks = trx
            .insertInto('sso.approval_requests')
            .values({ ...row, status: 'pending' })
            .returning('id');
          return { eventId: await eventOf(trx, sql`with asked as (${asks}) ${recorded(sql`asked`, asked.asked)}`) };
        });
      }),

    /**
     * Records the decision of a person, once.
     *
     * @returns whether it was undecided, had not expired, and the session of its agent is active
     */
    decide: (decision: Decision): Promise<boolean> => retryOnConflict(() => recordDecision(db, decision)),

    /** Records a poll. @returns whether it came too early; then the interval grows */
    polledEarly: ({ id, ownerSub }: Pick<Approval, 'id' | 'ownerSub'>, at: Date): Promise<boolean> =>
      inTransaction(db, async (trx) => {
        const row = await trx
          .selectFrom('sso.approval_requests')
          .select(['interval_seconds as interval', 'polled_at as polledAt'])
          .where('id', '=', id)
          .where('owner_sub', '=', ownerSub)
          .forUpdate()
          .executeTakeFirst();
        if (!row) return false;
        const { early, interval } = pollState(row, at);
        await trx
          .updateTable('sso.approval_requests')
          .set({ polled_at: at, interval_seconds: interval })
          .where('id', '=', id)
          .where('owner_sub', '=', ownerSub)
          .execute();
        return early;
      }),

    /**
     * Starts the session of an approval below that of the agent, once.
     *
     * @returns false when it was redeemed before or too late, or the agent's session ended or is paused; the refusal of the key
     */
    redeem: (session: ApprovedSession): Promise<boolean | KeyRefusal> =>
      retryOnConflict(() => redeemApproval(db, session)),

    /** Lists what agents asked an owner, the newest first. */
    async list({ ownerSub, state, at, ...page }: RequestList): Promise<readonly Approval[]> {
      const rows = await selectApprovals(db)
        .where('request.owner_sub', '=', ownerSub)
        .$if(state === 'pending', (query) => query.where(waits(at)))
        .$if(state === 'expired', (query) =>
          query.where('request.status', 'in', ['pending', 'expired']).where((eb) => eb.not(waits(at))),
        )
        .$if(state === 'approved' || state === 'rejected', (query) =>
          query.where('request.status', '=', state ?? 'pending'),
        )
        .$call(newestFirst('request.created_at', 'request.id', page))
        .execute();
      return rows.map(approvalOf);
    },

    /** Deletes up to `limit` requests that expired before `before`. */
    deleteExpired: (before: Date, limit: number): Promise<number> =>
      deleteFound(db, { table: 'sso.approval_requests', key: ['id'], condition: sql`expires_at < ${before}`, limit }),
  };
}

/**
 * Stores a request that the owner is asked, in one statement. It counts before it locks the owner, so that it stores nothing
 * when another one was counted meanwhile.
 *
 * @returns the id of the audit event; undefined when nothing was stored, and a transaction must find out why
 */
async function askWithinBudget(db: Kysely<SsoDatabase>, asked: NewApproval): Promise<number | undefined> {
  const { createdAt: at, ownerSub } = asked;
  const condition = sql`owner.asks = (select asks from before)
    and exists (select from so_far where within and not has_mandates)`;
  const columns = Object.entries({ ...requestRow(asked), status: 'pending' });
  return eventOf(
    db,
    sql`
    with before as (select asks from sso.owners where sub = ${ownerSub}),
    ${soFar(asked, at)}, ${asking({ ...asked, at }, newTurn(asked, condition))}, asked as (
      insert into sso.approval_requests (${sql.join(columns.map(([name]) => sql.id(name)))})
      select ${sql.join(columns.map(([name, value]) => sql`${value}::${sql.raw(typeOf(name))}`))} from asking
      returning id
    )
    ${recorded(sql`asked`, asked.asked)}`,
  );
}

/** Executes a statement that returns the event which it recorded, if it did. */
async function eventOf(db: Kysely<SsoDatabase>, statement: RawBuilder<unknown>): Promise<number | undefined> {
  const { rows } = await statement.$castTo<{ readonly id: number }>().execute(db);
  return rows[0]?.id;
}

/** Types of the columns of `requestRow` that are no text. */
const columnTypes: Readonly<Record<string, string>> = {
  id: 'uuid',
  parent_id: 'uuid',
  details: 'jsonb',
  detail_sentences: 'jsonb',
  created_at: 'timestamptz',
  expires_at: 'timestamptz',
  interval_seconds: 'integer',
};
const typeOf = (column: string): string => columnTypes[column] ?? 'text';

const requestRow = (asked: NewApproval) => ({
  id: asked.id,
  auth_req_hash: asked.authReqHash,
  link_hash: asked.linkHash,
  client_address: asked.clientAddress,
  owner_sub: asked.ownerSub,
  parent_id: asked.parentId,
  jkt: asked.jkt,
  agent_name: asked.agentName,
  reach: asked.reach,
  resource: asked.resource,
  binding_message: asked.bindingMessage,
  details: JSON.stringify(asked.details),
  detail_sentences: asked.detailSentences.length === 0 ? null : JSON.stringify(asked.detailSentences),
  request_digest: asked.requestDigest,
  requester_ip: asked.place.ip,
  requester_user_agent: asked.place.userAgent,
  created_at: asked.createdAt,
  expires_at: asked.expiresAt,
  interval_seconds: firstInterval,
  sealed_notification_token: asked.sealedNotificationToken,
});

type DecisionColumns = Pick<
  Insertable<SsoDatabase['sso.approval_requests']>,
  | 'status'
  | 'decided_by'
  | 'decided_at'
  | 'mandate_id'
  | 'amr'
  | 'auth_time'
  | 'redeemable_until'
  | 'next_notification_at'
>;

/** Returns the columns of a request that a mandate approves, or that the budget ends without one. */
function decidedAtOnce(asked: NewApproval, mandate: Mandate | undefined): DecisionColumns {
  const { createdAt: at, sealedNotificationToken: token } = asked;
  const decided = { decided_at: at, next_notification_at: token === null ? null : at };
  if (!mandate) return { ...decided, status: 'expired', decided_by: 'budget' };
  return {
    ...decided,
    status: 'approved',
    decided_by: 'mandate',
    mandate_id: mandate.id,
    amr: [...mandate.amr],
    auth_time: mandate.authTime,
    redeemable_until: asked.redeemableUntil,
  };
}
