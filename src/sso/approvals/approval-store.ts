import { type Insertable, type Kysely, sql } from 'kysely';
import type { OwnerRequestState } from '../../../generated/sso/types.ts';
import { retryOnConflict } from '../../runtime/database/database-errors.ts';
import { inTransaction, newestFirst } from '../../runtime/database/queries.ts';
import type { PageRequest } from '../../runtime/http/page.ts';
import { type SsoAuditEvent, auditRow } from '../administration/audit-store.ts';
import type { SsoDatabase } from '../database.ts';
import { type KeyRefusal, keyRefusalOf } from '../keys/agent-key.ts';
import { lockActiveOwner, lockOwnerInTurn } from '../owners/lock-owner-store.ts';
import type { Place } from '../sessions/place.ts';
import { activeSessions, liveSessions } from '../sessions/session-store.ts';
import { firstInterval, pollState } from '../sign-in/poll-pace.ts';
import type { ApprovalRequestTable } from '../tables/approvals.ts';
import { type Approval, withinBudget } from './approval.ts';
import { approvalOf, selectApprovals, waits } from './approval-rows.ts';
import { askedSoFar, readBudget } from './budget-store.ts';
import type { MandateUse } from './details.ts';
import { consumeMandate, insertMandate, type Mandate, type NewMandate } from './mandate-store.ts';
import { deleteFound } from '../../runtime/database/delete-found.ts';

/** A live session of an application, whose owner it may ask unless they paused it. */
export interface AskingSession {
  readonly id: string;
  readonly ownerSub: string;
  readonly pausedAt: Date | null;
}

interface SessionQuery {
  readonly clientAddress: string;
  /** Undefined where the application knows its people by pairwise subjects. */
  readonly ownerSub: string | undefined;
  /** Thumbprint of the proof. */
  readonly jkt: string | undefined;
  readonly at: Date;
}

export type NewApproval = Pick<
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

export interface Decision {
  readonly id: string;
  /** Session of the agent that asks. */
  readonly parentId: string;
  readonly ownerSub: string;
  readonly decision: 'approved' | 'rejected';
  readonly amr: readonly string[];
  readonly authTime: Date;
  readonly at: Date;
  readonly redeemableUntil: Date;
  readonly quietUntil: Date | null;
  readonly mandate: NewMandate | undefined;
  readonly decided: SsoAuditEvent;
}

export interface ApprovedSession {
  readonly approval: Approval;
  readonly sessionId: string;
  readonly statusIndex: number;
  readonly scope: string;
  readonly at: Date;
  readonly endsAt: Date;
  readonly place: Place;
  readonly issued: SsoAuditEvent;
}

interface RequestList extends PageRequest {
  readonly ownerSub: string;
  readonly state: OwnerRequestState | undefined;
  readonly at: Date;
}

/** Reads and writes what agents ask their owners. */
export function createApprovalStore(db: Kysely<SsoDatabase>) {
  const by = async (column: 'id' | 'auth_req_hash' | 'link_hash', hash: string): Promise<Approval | undefined> => {
    const row = await selectApprovals(db).where(`request.${column}`, '=', hash).executeTakeFirst();
    return row && approvalOf(row);
  };

  // Repeated after a deadlock with what ends the sessions of an owner.
  const repeatedly = (work: (trx: Kysely<SsoDatabase>) => Promise<boolean>): Promise<boolean> =>
    retryOnConflict(() => inTransaction(db, work));

  return {
    byAuthReqId: (hash: string) => by('auth_req_hash', hash),
    byLink: (hash: string) => by('link_hash', hash),
    byId: (id: string) => by('id', id),

    /** Lists live sessions that the owner approved and that may ask, the newest first. */
    async askingSessions({ clientAddress, ownerSub, jkt, at }: SessionQuery): Promise<readonly AskingSession[]> {
      return liveSessions(db, at)
        .select(['session.id', 'session.owner_sub as ownerSub', 'session.paused_at as pausedAt'])
        .where('session.client_address', '=', clientAddress)
        .where('session.parent_id', 'is', null)
        .$if(ownerSub !== undefined, (query) => query.where('session.owner_sub', '=', ownerSub ?? ''))
        .$if(jkt !== undefined, (query) => query.where('session.jkt', '=', jkt ?? ''))
        .orderBy('session.created_at', 'desc')
        .limit(1_000)
        .execute();
    },

    /**
     * Stores a request: decided by a mandate, ended by the budget, or waiting for the owner. The lock on the owner makes
     * requests of one owner wait for each other, so that neither budget nor mandate is exceeded.
     *
     * @returns false when the session of the agent ended or was paused meanwhile
     */
    create: (asked: NewApproval): Promise<boolean> =>
      repeatedly(async (trx) => {
        const { id, ownerSub, parentId, use, createdAt: at } = asked;
        if (!(await lockOwnerInTurn(trx, ownerSub))) return false;
        if (!(await lockAsking(trx, parentId, at))) return false;
        const mandate = use && (await consumeMandate(trx, asked, use, at));
        const asks = !mandate && withinBudget(await readBudget(trx, ownerSub), await askedSoFar(trx, asked, at));
        await trx
          .insertInto('sso.approval_requests')
          .values({
            id,
            auth_req_hash: asked.authReqHash,
            link_hash: asked.linkHash,
            client_address: asked.clientAddress,
            owner_sub: ownerSub,
            parent_id: parentId,
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
            created_at: at,
            expires_at: asked.expiresAt,
            interval_seconds: firstInterval,
            sealed_notification_token: asked.sealedNotificationToken,
            ...(asks ? { status: 'pending' } : decidedAtOnce(asked, mandate)),
          })
          .execute();
        if (asks) await trx.insertInto('sso.audit_events').values(auditRow(asked.asked)).execute();
        return true;
      }),

    /**
     * Records the decision of a person, once.
     *
     * @returns whether it was undecided, had not expired, and the session of its agent is active
     */
    decide: ({ id, parentId, ownerSub, decision, at, mandate, decided, ...given }: Decision): Promise<boolean> =>
      repeatedly(async (trx) => {
        if (!(await lockOwnerInTurn(trx, ownerSub)) || !(await lockAsking(trx, parentId, at))) return false;
        const approves = decision === 'approved';
        if (mandate) await insertMandate(trx, mandate);
        const row = await trx
          .updateTable('sso.approval_requests')
          .set({
            status: decision,
            decided_by: 'person',
            decided_at: at,
            amr: [...given.amr],
            auth_time: given.authTime,
            redeemable_until: approves ? given.redeemableUntil : null,
            quiet_until: given.quietUntil,
            mandate_id: mandate?.id ?? null,
            next_notification_at: sql<Date | null>`case when sealed_notification_token is null then null else ${at}::timestamptz end`,
          })
          .where('id', '=', id)
          .where('status', '=', 'pending')
          .where('expires_at', '>', at)
          .returning('id')
          .executeTakeFirst();
        // The transaction ends without the mandate too.
        if (!row && mandate) throw new LateDecision();
        if (row) await trx.insertInto('sso.audit_events').values(auditRow(decided)).execute();
        return row !== undefined;
      }).catch((error: unknown) => {
        if (error instanceof LateDecision) return false;
        throw error;
      }),

    /** Records a poll. @returns whether it came too early; then the interval grows */
    polledEarly: (id: string, at: Date): Promise<boolean> =>
      inTransaction(db, async (trx) => {
        const row = await trx
          .selectFrom('sso.approval_requests')
          .select(['interval_seconds as interval', 'polled_at as polledAt'])
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        if (!row) return false;
        const { early, interval } = pollState(row, at);
        await trx
          .updateTable('sso.approval_requests')
          .set({ polled_at: at, interval_seconds: interval })
          .where('id', '=', id)
          .execute();
        return early;
      }),

    /**
     * Starts the session of an approval below that of the agent, once.
     *
     * @returns false when it was redeemed before or too late, or the agent's session ended or is paused; the refusal of the key
     */
    redeem({ approval, sessionId, at, ...session }: ApprovedSession): Promise<boolean | KeyRefusal> {
      const redeeming = inTransaction(db, async (trx): Promise<boolean> => {
        if (!(await lockActiveOwner(trx, approval.ownerSub))) return false;
        if (!(await lockAsking(trx, approval.parentId, at))) return false;
        const redeemed = await trx
          .updateTable('sso.approval_requests')
          .set({ redeemed_at: at })
          .where('id', '=', approval.id)
          .where('redeemed_at', 'is', null)
          .where('redeemable_until', '>', at)
          .returning(['auth_time', 'amr'])
          .executeTakeFirst();
        if (!redeemed) return false;
        await trx
          .insertInto('sso.sessions')
          .values({
            id: sessionId,
            request_id: null,
            parent_id: approval.parentId,
            client_address: approval.clientAddress,
            owner_sub: approval.ownerSub,
            scope: session.scope,
            resource: approval.resource,
            reach: approval.reach,
            jkt: approval.jkt,
            auth_time: redeemed.auth_time ?? at,
            amr: redeemed.amr,
            agent_name: approval.agentName,
            status_index: session.statusIndex,
            last_ip: session.place.ip,
            last_user_agent: session.place.userAgent,
            created_at: at,
            last_used_at: at,
            expires_at: session.endsAt,
            ends_at: session.endsAt,
            revoked_reason: null,
          })
          .execute();
        await trx.insertInto('sso.audit_events').values(auditRow(session.issued)).execute();
        return true;
      });
      return redeeming.catch((error: unknown) => keyRefusalOf(error) ?? Promise.reject(error));
    },

    /** Lists what agents asked an owner, the newest first. */
    async list({ ownerSub, state, at, ...page }: RequestList) {
      const rows = await selectApprovals(db)
        .select(['client.name as applicationName', 'client.icon_version as iconVersion'])
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
      return rows.map(({ applicationName, iconVersion, ...row }) => ({
        ...approvalOf(row),
        applicationName,
        iconVersion,
      }));
    },

    /** Deletes up to `limit` requests that expired before `before`. */
    deleteExpired: (before: Date, limit: number): Promise<number> =>
      deleteFound(db, { table: 'sso.approval_requests', key: ['id'], condition: sql`expires_at < ${before}`, limit }),
  };
}

/** Keeps the session of an agent from ending, and from a pause, until the transaction ends. @returns false when it is not active */
async function lockAsking(trx: Kysely<SsoDatabase>, parentId: string, at: Date): Promise<boolean> {
  const session = await activeSessions(trx, at)
    .select('session.id')
    .where('session.id', '=', parentId)
    .forShare('session')
    .executeTakeFirst();
  return session !== undefined;
}

/** Rolls a transaction back whose request was decided concurrently. */
class LateDecision extends Error {
  constructor() {
    super('The request was decided before, or has expired.');
    this.name = 'LateDecision';
  }
}

type DecisionColumns = Pick<
  Insertable<ApprovalRequestTable>,
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
