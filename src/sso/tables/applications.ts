import type { ColumnType } from 'kysely';
import type { OptionalTimestamp, Timestamp } from '../../runtime/database/queries.ts';

/** `member`: may change the application, but neither delete it nor change who works on it. */
export type ApplicationRole = 'owner' | 'member';

/** An owner who works on an application. */
export interface ApplicationMemberTable {
  client_address: string;
  owner_sub: string;
  role: ApplicationRole;
  added_at: Timestamp;
}

/** An open invite; it is deleted when it is used or revoked. */
export interface ApplicationInviteTable {
  id: string;
  client_address: string;
  code_hash: string;
  role: ApplicationRole;
  /** The only person who can use it; null for anyone with the code. */
  invited_sub: string | null;
  created_by: string;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface ApplicationIconTable {
  client_address: string;
  media_type: 'image/png' | 'image/jpeg' | 'image/webp';
  image: ColumnType<Uint8Array, Uint8Array, Uint8Array>;
}

export type ReachRequestStatus = 'pending' | 'approved' | 'declined' | 'withdrawn';

/** A request for the reach `platform`. */
export interface ReachRequestTable {
  id: string;
  client_address: string;
  /** Null when the owner was erased. */
  requested_by: string | null;
  reason: string;
  status: ColumnType<ReachRequestStatus, ReachRequestStatus | undefined, ReachRequestStatus>;
  created_at: Timestamp;
  decided_at: OptionalTimestamp;
  /** Name of the administrator. */
  decided_by: ColumnType<string | null, string | null | undefined, string | null>;
  decision_reason: ColumnType<string | null, string | null | undefined, string | null>;
}

/** `warned`: its metadata lacks the proof, and tokens are still issued. `suspended`: no longer. */
export type ResourceStatus = 'proven' | 'warned' | 'suspended';

/** An https origin whose metadata names the issuer and the application (RFC 9728). */
export interface ApplicationResourceTable {
  id: string;
  origin: string;
  client_address: string;
  status: ResourceStatus;
  requires_dpop: boolean;
  created_at: Timestamp;
  proven_at: Timestamp;
  checked_at: Timestamp;
  next_check_at: Timestamp;
  failing_since: OptionalTimestamp;
  /** Why the last check failed, as the end of a sentence about the URL of the metadata. */
  failure: ColumnType<string | null, string | null | undefined, string | null>;
}
