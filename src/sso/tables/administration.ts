import type { ColumnType, Generated } from 'kysely';
import type { AdministratorScope } from '../administration/administrator.ts';
import type { Timestamp, OptionalTimestamp } from '../../runtime/database/queries.ts';

/** Allows one new owner to enrol; `code_hash` is the hash of its code. */
export interface InviteTable {
  id: string;
  code_hash: string;
  note: string | null;
  /** Name of the administrator. */
  created_by: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  used_at: OptionalTimestamp;
  revoked_at: OptionalTimestamp;
}

/** What an owner may do in the operator console. */
export interface ConsoleGrantTable {
  owner_sub: string;
  id: string;
  /** Whom audit events name. */
  name: string;
  scopes: AdministratorScope[];
  /** Name of the administrator. */
  granted_by: string;
  granted_at: Timestamp;
  expires_at: Timestamp;
}

/** A key of the operator console; `key_hash` is its hash. */
export interface ConsoleSessionTable {
  key_hash: string;
  owner_sub: string;
  /** The sign-in whose access token opened the console. */
  session_id: string;
  created_at: Timestamp;
  /** Time of the ceremony that opened it. */
  confirmed_at: Timestamp;
  expires_at: Timestamp;
}

/** A named administrator; rows are never deleted. */
export interface AdministratorTable {
  id: string;
  name: string;
  key_hash: string;
  scopes: AdministratorScope[];
  created_at: Timestamp;
  expires_at: Timestamp;
  revoked_at: OptionalTimestamp;
}

/** Append-only record of security events. */
export interface SsoAuditEventTable {
  bucket: number;
  id: Generated<number>;
  at: Timestamp;
  event: string;
  request_id: string;
  owner_sub: string | null;
  client_address: string | null;
  ip: string | null;
  details: ColumnType<Record<string, unknown>, string, string>;
  administrator_id: string | null;
  /** Name of the administrator who acted; null for everybody else. */
  administrator_name: string | null;
}
