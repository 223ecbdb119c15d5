import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AuthorizationDetail } from '../../../generated/sso/types.ts';
import type { SsoDatabase } from '../database.ts';
import type { Approval } from './approval.ts';

/** Named, so that a connection prepares the statements that select them. */
const columns = [
  'request.id',
  'request.client_address',
  'request.owner_sub',
  'request.parent_id',
  'request.jkt',
  'request.agent_name',
  'request.reach',
  'request.resource',
  'request.binding_message',
  'request.details',
  'request.detail_sentences',
  'request.request_digest',
  'request.requester_ip',
  'request.requester_user_agent',
  'request.status',
  'request.decided_by',
  'request.mandate_id',
  'request.amr',
  'request.auth_time',
  'request.created_at',
  'request.expires_at',
  'request.decided_at',
  'request.redeemable_until',
  'request.redeemed_at',
  'client.name',
  'client.icon_version',
  'client.registration',
  'session.expires_at as session_expires_at',
  'session.paused_at as session_paused_at',
] as const;

/** Selects requests with their applications and the end of the sessions that ask: a request ends with its session. */
export function selectApprovals(db: Kysely<SsoDatabase>) {
  return db
    .selectFrom('sso.approval_requests as request')
    .innerJoin('sso.sessions as session', 'session.id', 'request.parent_id')
    .innerJoin('sso.clients as client', 'client.address', 'request.client_address')
    .select(columns)
    .select(sql<Date | null>`least(session.revoked_at, client.disabled_at)`.as('session_ended_at'));
}

/** Whether a request of `selectApprovals` waits for its owner, as `approvalState` tells of one. */
export const waits = (at: Date): RawBuilder<boolean> => sql<boolean>`(
  request.status = 'pending' and request.expires_at > ${at} and session.expires_at > ${at}
  and session.revoked_at is null and client.disabled_at is null)`;

type ApprovalRow = Awaited<ReturnType<ReturnType<typeof selectApprovals>['executeTakeFirstOrThrow']>>;

export function approvalOf(row: ApprovalRow): Approval {
  const details: readonly AuthorizationDetail[] = row.details;
  return {
    id: row.id,
    clientAddress: row.client_address,
    application: { name: row.name, iconVersion: row.icon_version, registration: row.registration },
    ownerSub: row.owner_sub,
    parentId: row.parent_id,
    jkt: row.jkt,
    agentName: row.agent_name,
    reach: row.reach,
    resource: row.resource,
    bindingMessage: row.binding_message,
    details,
    detailSentences: row.detail_sentences ?? [],
    requestDigest: row.request_digest,
    place: { ip: row.requester_ip, userAgent: row.requester_user_agent },
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    sessionExpiresAt: row.session_expires_at,
    sessionEndedAt: row.session_ended_at,
    sessionPausedAt: row.session_paused_at,
    decision: row.status,
    decidedBy: row.decided_by,
    mandateId: row.mandate_id,
    amr: row.amr,
    authTime: row.auth_time,
    decidedAt: row.decided_at,
    redeemableUntil: row.redeemable_until,
    redeemedAt: row.redeemed_at,
  };
}
