import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { AuthorizationDetail } from '../../../generated/sso/types.ts';
import type { SsoDatabase } from '../database.ts';
import type { ApprovalRequestTable } from '../tables/approvals.ts';
import type { ClientTable } from '../tables/clients.ts';
import type { Approval } from './approval.ts';

type ApprovalRow = Selectable<ApprovalRequestTable & Pick<ClientTable, 'name' | 'icon_version' | 'registration'>> & {
  readonly session_expires_at: Date;
  readonly session_ended_at: Date | null;
  readonly session_paused_at: Date | null;
};

/** Selects requests with their applications and the end of the sessions that ask: a request ends with its session. */
export function selectApprovals(db: Kysely<SsoDatabase>) {
  return db
    .selectFrom('sso.approval_requests as request')
    .innerJoin('sso.sessions as session', 'session.id', 'request.parent_id')
    .innerJoin('sso.clients as client', 'client.address', 'request.client_address')
    .selectAll('request')
    .select(['client.name', 'client.icon_version', 'client.registration'])
    .select(['session.expires_at as session_expires_at', 'session.paused_at as session_paused_at'])
    .select(sql<Date | null>`least(session.revoked_at, client.disabled_at)`.as('session_ended_at'));
}

/** Whether a request of `selectApprovals` waits for its owner, as `approvalState` tells of one. */
export const waits = (at: Date): RawBuilder<boolean> => sql<boolean>`(
  request.status = 'pending' and request.expires_at > ${at} and session.expires_at > ${at}
  and session.revoked_at is null and client.disabled_at is null)`;

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
