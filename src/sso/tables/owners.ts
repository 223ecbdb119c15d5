import type { ColumnType, Generated } from 'kysely';
import type { Authenticator } from '../owners/authenticator.ts';
import type { Timestamp, OptionalTimestamp } from '../../runtime/database/queries.ts';

export interface OwnerTable {
  sub: string;
  created_at: Timestamp;
  /** Time of a recovery that the owner has not confirmed; null otherwise. */
  recovered_at: OptionalTimestamp;
  suspended_at: OptionalTimestamp;
  suspension_reason: ColumnType<string | null, string | null | undefined, string | null>;
  /** The claim `name`; null for none. */
  display_name: ColumnType<string | null, never, string | null>;
  /** The claim `picture`; null for none. */
  picture_url: ColumnType<string | null, never, string | null>;
  /** The newest event of the audit that the owner has seen; null: none since the first. */
  notices_seen_through: ColumnType<string | null, never, string>;
  /** Counts what agents asked, so that of two at once one notices the other. A bigint, which drivers return as text. */
  asks: ColumnType<string, never, never>;
}

/** A picture that an owner uploaded. */
export interface PictureTable {
  owner_sub: string;
  /** SHA-256 of the content, base64url. */
  digest: string;
  type: 'image/png' | 'image/jpeg';
  content: ColumnType<Uint8Array, Uint8Array>;
}

/** A device key of an owner: a software phone or a native app. */
export interface OwnerDeviceTable {
  jkt: string;
  owner_sub: string;
  public_jwk: ColumnType<Record<string, unknown>, string, string>;
  name: string;
  created_at: Timestamp;
  last_used_at: OptionalTimestamp;
}

export interface PasskeyTable {
  credential_id: string;
  owner_sub: string;
  /** COSE key, base64url. */
  public_key: string;
  sign_count: number;
  transports: string[];
  name: string;
  created_at: Timestamp;
  last_used_at: OptionalTimestamp;
}

/** An open WebAuthn challenge; single use. */
export interface PasskeyChallengeTable {
  challenge_hash: string;
  kind: 'registration' | 'sign_in' | 'assertion';
  /** Owner of the passkey to register; may not exist yet. Null for a sign-in. */
  owner_sub: string | null;
  /** Name of the passkey to register; null for a sign-in. */
  name: string | null;
  /** Canonical form of the action that an assertion confirms; null for other kinds. */
  action: ColumnType<string | null, string | null | undefined, never>;
  /** Hash of the invite that a new owner uses. */
  invite_hash: ColumnType<string | null, string | null | undefined, never>;
  /** Whether the owner is created with the passkey. */
  new_owner: boolean | null;
  /** Recovery code that authorises the registration; null without one. */
  recovery_code_hash: ColumnType<string | null, string | null | undefined, never>;
  /** Link that authorises the registration; null without one. */
  device_link_hash: ColumnType<string | null, string | null | undefined, never>;
  /** What opened the challenge; null for a sign-in, and when a link or a recovery code did. */
  authenticator: ColumnType<Authenticator | null, Authenticator | null | undefined, never>;
  expires_at: Timestamp;
}

/** A signed-in browser of an owner. */
export interface BrowserSessionTable {
  token_hash: string;
  /** Public id. */
  id: string;
  owner_sub: string;
  created_at: Timestamp;
  last_used_at: Timestamp;
  expires_at: Timestamp;
  /** Place of the last use; null when it was not recorded. */
  ip: string | null;
  /** User-Agent header, truncated to 256 characters. */
  user_agent: string | null;
  /** Last passkey ceremony after the sign-in; null when there was none. */
  authenticated_at: OptionalTimestamp;
  /** The passkey that started it; null when it is not known. */
  authenticator: ColumnType<Authenticator | null, Authenticator | null | undefined, never>;
}

/** A recovery code of an owner, single use. */
export interface RecoveryCodeTable {
  /** HMAC of the code under a key that is not in the database. */
  code_hash: string;
  owner_sub: string;
  created_at: Timestamp;
  used_at: OptionalTimestamp;
}

/** A link with which one further device joins an owner. */
export interface DeviceLinkTable {
  id: string;
  link_hash: string;
  owner_sub: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  used_at: OptionalTimestamp;
  /** The device that joined; null while the link is open, and when a passkey joined. */
  device_jkt: string | null;
  /** The passkey that joined; null while the link is open, and when a device joined. */
  credential_id: string | null;
  /** What created the link. */
  authenticator: ColumnType<Authenticator | null, Authenticator | null | undefined, never>;
}

/** A push of the platform that waits for the notification service; triggers of the audit fill it. */
export interface SystemPushTable {
  bucket: number;
  owner_sub: string;
  /** A bigint, which drivers return as text. */
  event_id: string;
  event: string;
  /** The request of an agent that the event is about; null for other events. */
  approval_request: string | null;
  attempts: Generated<number>;
  next_attempt_at: Timestamp;
}
