import { type Kysely, sql } from 'kysely';
import type { SsoDatabase } from '../database.ts';

/** What happened that somebody may have to account for. What is routine is not: an attempt begun, a token expired. */
export type SecurityEvent =
  | 'sign_in_approved'
  | 'sign_in_rejected'
  | 'tokens_issued'
  | 'code_reused'
  | 'refresh_token_reused'
  /** A DPoP proof that is malformed, used before, or by another key than the one that a grant or a token is bound to. */
  | 'proof_refused'
  | 'session_revoked'
  | 'access_token_revoked'
  | 'signing_key_created'
  | 'signing_key_withdrawn'
  | 'device_enrolled'
  | 'device_refused'
  | 'passkey_registered'
  | 'passkey_removed'
  | 'passkey_refused'
  | 'browser_signed_in'
  | 'browser_signed_out'
  /** A browser's session was used from another origin's page. */
  | 'origin_refused'
  | 'owner_deleted'
  | 'admin_refused'
  | 'provider_created'
  | 'provider_updated'
  | 'provider_disabled';

export interface AuditEvent {
  readonly event: SecurityEvent;
  readonly at: Date;
  /** Of the request that caused it; `system` for what nobody asked for. */
  readonly requestId: string;
  readonly ownerSub?: string | null;
  readonly clientAddress?: string | null;
  readonly ip?: string | null;
  /** Facts for people; never a secret. */
  readonly details?: Readonly<Record<string, unknown>>;
}

export type AuditStore = ReturnType<typeof createAuditStore>;

/** Appended to only: the database refuses changes, and lets rows go a year after they were written (migration 0001). */
export function createAuditStore(db: Kysely<SsoDatabase>) {
  return {
    async record(event: AuditEvent): Promise<void> {
      await db.insertInto('sso.audit_events').values(auditRow(event)).execute();
    },

    /** Deletes up to `limit` events from before a moment, of those that the database lets go. */
    async prune(before: Date, limit: number): Promise<number> {
      const { numAffectedRows } = await sql`
        delete from sso.audit_events where id in (
          select id from sso.audit_events
          where at < ${before} and at < (select max(at) from sso.audit_events) - interval '365 days' limit ${limit}
        )`.execute(db);
      return Number(numAffectedRows ?? 0n);
    },
  };
}

/** An event as its row, for statements that put it on record together with what happened. */
export function auditRow({ event, at, requestId, ownerSub, clientAddress, ip, details }: AuditEvent) {
  return {
    event,
    at,
    request_id: requestId,
    owner_sub: ownerSub ?? null,
    client_address: clientAddress ?? null,
    ip: ip ?? null,
    details: JSON.stringify(details ?? {}),
  };
}
