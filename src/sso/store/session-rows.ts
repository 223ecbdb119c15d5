import type { Kysely, Selectable } from 'kysely';
import type { SessionTable } from '../tables/sessions.ts';
import type { SsoDatabase } from '../database.ts';
import type { Reach } from '../reach/protected-resource.ts';
import type { ConnectedSessionRecord } from '../session.ts';

/** Selects the sessions that are neither revoked nor expired, of enabled applications. */
export function liveSessions(db: Kysely<SsoDatabase>, at: Date) {
  return db
    .selectFrom('sso.sessions as session')
    .innerJoin('sso.clients as client', 'client.address', 'session.client_address')
    .where('client.disabled_at', 'is', null)
    .where('session.revoked_at', 'is', null)
    .where('session.expires_at', '>', at);
}

/** Maps a row joined with its application, whose restriction restricts the session. */
export function reachedSession(
  row: Selectable<SessionTable> & { readonly clientReach: Reach },
): ConnectedSessionRecord {
  return { ...sessionOf(row), ...(row.clientReach === 'sign-in' && { reach: row.clientReach }) };
}

export function sessionOf(row: Selectable<SessionTable>): ConnectedSessionRecord {
  return {
    id: row.id,
    statusIndex: row.status_index,
    clientAddress: row.client_address,
    ownerSub: row.owner_sub,
    scope: row.scope,
    reach: row.reach,
    resource: row.resource,
    jkt: row.jkt,
    authTime: row.auth_time,
    amr: row.amr,
    acr: row.acr,
    agentName: row.agent_name,
    name: row.name,
    lastPlace: row.last_ip === null ? null : { ip: row.last_ip, userAgent: row.last_user_agent },
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    endsAt: row.ends_at,
    revokedAt: row.revoked_at,
    browserSessionId: row.browser_session_id,
    parentId: row.parent_id,
    chain: row.chain,
  };
}
