import type { Kysely } from 'kysely';
import { newestFirst } from '../../runtime/newest-first.ts';
import type { PagePosition } from '../../runtime/page.ts';
import type { SsoDatabase } from '../database.ts';
import type { SsoSecurityEvent } from './audit-events.ts';

/** Events that an owner sees. Others concern operators, or name an administrator. */
const ownerEvents: readonly SsoSecurityEvent[] = [
  'browser_signed_in',
  'browser_signed_out',
  'sign_in_approved',
  'sign_in_rejected',
  'tokens_issued',
  'session_revoked',
  'key_compromised',
  'session_renamed',
  'delegation_accepted',
  'delegation_revoked',
  'access_token_revoked',
  'code_reused',
  'refresh_token_reused',
  'passkey_registered',
  'passkey_renamed',
  'passkey_removed',
  'passkey_refused',
  'device_enrolled',
  'device_renamed',
  'device_removed',
  'device_link_created',
  'profile_updated',
  'recovery_codes_created',
  'recovery_confirmed',
  'owner_recovered',
];

/** An event on record, as its owner sees it. */
export interface ActivityRecord {
  readonly id: string;
  readonly at: Date;
  readonly event: string;
  /** The application concerned; null without one. */
  readonly client: { readonly address: string; readonly name: string } | null;
  readonly ip: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface ActivityQuery {
  readonly sub: string;
  readonly limit: number;
  /** Last event of the previous page. */
  readonly after?: PagePosition | undefined;
}

export function createOwnerActivityStore(db: Kysely<SsoDatabase>) {
  return {
    /** Lists the events of an owner, the newest first. */
    async list({ sub, limit, after }: ActivityQuery): Promise<readonly ActivityRecord[]> {
      const rows = await db
        .selectFrom('sso.audit_events as event')
        .leftJoin('sso.clients as client', 'client.address', 'event.client_address')
        .select([
          'event.id',
          'event.at',
          'event.event',
          'event.ip',
          'event.details',
          'event.client_address as clientAddress',
          'client.name as clientName',
        ])
        .where('event.owner_sub', '=', sub)
        .where('event.event', 'in', ownerEvents)
        .$call(newestFirst('event.at', 'event.id', { limit, after }))
        .execute();
      return rows.map(({ id, at, event, ip, details, clientAddress, clientName }) => ({
        id: String(id),
        at,
        event,
        ip,
        details,
        client: clientAddress === null || clientName === null ? null : { address: clientAddress, name: clientName },
      }));
    },
  };
}
