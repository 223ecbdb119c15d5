import { type ExpressionBuilder, type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { IncomingRequest } from '../../runtime/http/incoming-request.ts';
import { uuidPattern } from '../../runtime/start/ids.ts';
import type { AdministratorCaller } from './administrator.ts';
import type { SsoDatabase } from '../database.ts';
import { bucketOf } from '../../runtime/database/bucket.ts';
import { deleteOldEvents } from '../../runtime/database/delete-found.ts';

/** Audited security events. Routine events, such as a started sign-in or an expired token, are not audited. */
export type SsoSecurityEvent =
  | 'sign_in_approved'
  | 'sign_in_rejected'
  | 'tokens_issued'
  | 'code_reused'
  | 'refresh_token_reused'
  /** A DPoP proof that is malformed, used before, or by another key than the one that a grant or a token is bound to. */
  | 'proof_refused'
  | 'session_revoked'
  | 'key_compromised'
  | 'access_token_revoked'
  | 'signing_key_created'
  | 'signing_key_revoked'
  | 'device_enrolled'
  | 'device_refused'
  | 'device_renamed'
  | 'profile_updated'
  | 'device_link_created'
  | 'recovery_codes_created'
  | 'recovery_refused'
  | 'recovery_confirmed'
  | 'owner_recovered'
  | 'device_removed'
  | 'passkey_registered'
  | 'passkey_renamed'
  | 'passkey_removed'
  | 'passkey_refused'
  | 'browser_signed_in'
  | 'browser_signed_out'
  | 'session_renamed'
  | 'agent_paused'
  | 'agent_resumed'
  /** An agent asks its owner. */
  | 'approval_requested'
  | 'approval_granted'
  | 'approval_rejected'
  | 'mandate_revoked'
  | 'delegation_accepted'
  | 'delegation_revoked'
  /** A browser session was used from a page of another origin. */
  | 'origin_refused'
  | 'owner_deleted'
  | 'owner_suspended'
  | 'owner_resumed'
  /** A suspended owner tried to sign in or to use a device. */
  | 'suspended_owner_refused'
  | 'console_scopes_set'
  | 'console_opened'
  | 'console_refused'
  | 'console_closed'
  /** A new owner was not admitted (REGISTRATION). */
  | 'registration_refused'
  | 'invite_created'
  | 'invite_revoked'
  | 'audit_exported'
  | 'admin_refused'
  /** A key that is right after wrong ones from the same network. */
  | 'admin_accepted_after_refusals'
  | 'administrator_created'
  | 'administrator_revoked'
  /** A client whose credentials are missing or wrong. */
  | 'client_refused'
  | 'provider_created'
  | 'client_registered'
  | 'provider_updated'
  | 'provider_disabled'
  | 'client_secret_created'
  | 'client_secret_revoked'
  | 'application_deleted'
  | 'application_invite_created'
  | 'application_invite_revoked'
  | 'application_joined'
  | 'application_member_set'
  | 'application_member_removed'
  | 'reach_requested'
  | 'reach_decided'
  | 'detail_type_added'
  | 'detail_type_removed'
  | 'resource_added'
  | 'resource_removed'
  | 'resource_proven'
  | 'resource_warned'
  | 'resource_suspended';

export interface SsoAuditEvent {
  readonly event: SsoSecurityEvent;
  readonly at: Date;
  /** Id of the request that caused the event; `system` for background work. */
  readonly requestId: string;
  readonly ownerSub?: string | null;
  readonly clientAddress?: string | null;
  readonly ip?: string | null;
  /** Who acted with an administrator's key. */
  readonly administrator?: Pick<AdministratorCaller, 'id' | 'name'>;
  /** Facts for people; never a secret. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Returns what an event says of the request that caused it. */
export const ofRequest = ({ id, ip }: Pick<IncomingRequest, 'id' | 'ip'>) => ({ requestId: id, ip });

/** An event as it is stored. */
export interface AuditRecord {
  readonly id: number;
  readonly at: Date;
  readonly event: string;
  readonly requestId: string;
  /** Session address, or the pseudonym of an erased owner. */
  readonly sub: string | null;
  readonly clientId: string | null;
  readonly ip: string | null;
  /** Name of the administrator who acted. */
  readonly administrator: string | null;
  readonly administratorId: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface AuditFilter {
  readonly event?: string | undefined;
  /** Session address and pseudonym of one owner. */
  readonly subs?: readonly string[] | undefined;
  /** Name or id. */
  readonly administrator?: string | undefined;
  /** First time. */
  readonly from?: Date | undefined;
  /** Time after the last one. */
  readonly to?: Date | undefined;
}

export interface AuditPosition {
  readonly at: Date;
  readonly id: number;
}

interface AuditQuery {
  readonly filter: AuditFilter;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  /** Last event of the previous page. */
  readonly after?: AuditPosition | undefined;
}

export type SsoAuditStore = ReturnType<typeof createSsoAuditStore>;

/** Records an event when the query `changed` has a row. */
export const recorded = (changed: RawBuilder<unknown>, audited: SsoAuditEvent): RawBuilder<unknown> =>
  recordedRow(changed, auditRow(audited));

type RecordedColumns = Exclude<keyof ReturnType<typeof auditRow>, `administrator_${string}`>;

/** The same for the row of an event, or what stands for its values in a query that is compiled once. */
export function recordedRow(
  changed: RawBuilder<unknown>,
  event: Readonly<Record<RecordedColumns, unknown>>,
): RawBuilder<unknown> {
  return sql`
    insert into sso.audit_events (bucket, at, event, request_id, owner_sub, client_address, ip, details)
    select ${event.bucket}::smallint, ${event.at}::timestamptz, ${event.event}::text, ${event.request_id}::text, ${event.owner_sub}::text,
      ${event.client_address}::text, ${event.ip}::text, ${event.details}::jsonb
    from ${changed} returning id`;
}

/** Append-only: the database rejects updates, and deletions within a year (migration 0001). */
export function createSsoAuditStore(db: Kysely<SsoDatabase>) {
  return {
    async record(event: SsoAuditEvent): Promise<void> {
      await db.insertInto('sso.audit_events').values(auditRow(event)).execute();
    },

    /**
     * Replaces a deleted owner by a pseudonym; the database removes what is personal, and permits no other update. Throws while
     * the owner exists.
     */
    async eraseOwner(sub: string, pseudonym: string): Promise<void> {
      await sql`select sso.erase_owner_from_audit(${sub}, ${bucketOf(sub)}::smallint, ${pseudonym})`.execute(db);
    },

    /** Lists events in the order of time and id. */
    async list({ filter, order, limit, after }: AuditQuery): Promise<readonly AuditRecord[]> {
      const { event, subs, administrator, from, to } = filter;
      const rows = await db
        .selectFrom('sso.audit_events')
        .selectAll()
        .$if(event !== undefined, (query) => query.where('event', '=', event ?? ''))
        .$if(subs !== undefined, (query) => query.where('owner_sub', 'in', [...(subs ?? [])]))
        .$if(administrator !== undefined, (query) => query.where((eb) => byAdministrator(eb, administrator ?? '')))
        .$if(from !== undefined, (query) => query.where('at', '>=', from ?? new Date(0)))
        .$if(to !== undefined, (query) => query.where('at', '<', to ?? new Date(0)))
        .$if(after !== undefined, (query) =>
          query.where((eb) =>
            eb(
              eb.refTuple('at', 'id'),
              order === 'desc' ? '<' : '>',
              eb.tuple(after?.at ?? new Date(0), after?.id ?? 0),
            ),
          ),
        )
        .orderBy('at', order)
        .orderBy('id', order)
        .limit(limit)
        .execute();
      return rows.map(recordOf);
    },

    /** Deletes up to `limit` events that need not be on record any more. */
    deleteExpired: (now: Date, limit: number): Promise<number> =>
      deleteOldEvents(db, { table: 'sso.audit_events', key: ['bucket', 'id'], now, limit }),
  };
}

function byAdministrator(eb: ExpressionBuilder<SsoDatabase, 'sso.audit_events'>, administrator: string) {
  const named = eb('administrator_name', '=', administrator);
  return uuidPattern.test(administrator) ? eb.or([named, eb('administrator_id', '=', administrator)]) : named;
}

function recordOf(row: Selectable<SsoDatabase['sso.audit_events']>): AuditRecord {
  return {
    id: row.id,
    at: row.at,
    event: row.event,
    requestId: row.request_id,
    sub: row.owner_sub,
    clientId: row.client_address,
    ip: row.ip,
    administrator: row.administrator_name,
    administratorId: row.administrator_id,
    details: row.details,
  };
}

/** Maps an event to its row, for statements that record it atomically with a change. */
export function auditRow({ event, at, requestId, ownerSub, clientAddress, ip, administrator, details }: SsoAuditEvent) {
  return {
    bucket: bucketOf(ownerSub ?? requestId),
    event,
    at,
    request_id: requestId,
    owner_sub: ownerSub ?? null,
    client_address: clientAddress ?? null,
    ip: ip ?? null,
    administrator_id: administrator?.id ?? null,
    administrator_name: administrator?.name ?? null,
    details: JSON.stringify(details ?? {}),
  };
}
