import type { ColumnType, Generated } from 'kysely';
import type { Ed25519Jwk, Thumbprint } from '../../protocol/jwk-thumbprint.ts';
import type { SignInAction } from '../sign-in/authorization-request.ts';
import type { Authenticator } from '../owners/authenticator.ts';
import type { Reach } from '../settings.ts';
import type { SessionEnd } from '../sessions/session.ts';
import type { Timestamp, OptionalTimestamp } from '../../runtime/database/queries.ts';

/** Session of one application and one owner: a family of refresh tokens, started by redeeming a code. */
export interface SessionTable {
  /** That of `id`. */
  bucket: number;
  id: string;
  /** Null for the session of a helper. */
  request_id: string | null;
  client_address: string;
  owner_sub: string;
  /** The pairwise `sub` by which the application knows the owner; null with public subjects, and for helpers and approvals. */
  pairwise_sub: ColumnType<string | null, string | null | undefined, never>;
  scope: string;
  /** Thumbprint of the key that the tokens are bound to; null for Bearer tokens. */
  jkt: string | null;
  auth_time: Timestamp;
  /** How the owner authenticated at `auth_time` (RFC 8176); null when it is not known. */
  amr: ColumnType<string[] | null, string[] | null | undefined, string[] | null>;
  /** The action that the sign-in was a ceremony for; null for any other sign-in. */
  acr: ColumnType<SignInAction | null, SignInAction | null | undefined, never>;
  /** Name that the agent gave itself in the request; null when it gave no name. */
  agent_name: ColumnType<string | null, string | null | undefined, never>;
  /** What the owner calls this connection; null unless renamed. */
  name: ColumnType<string | null, string | null | undefined, string | null>;
  /** Place of the last exchange or refresh; null when it was not recorded. */
  last_ip: ColumnType<string | null, string | null | undefined, string | null>;
  last_user_agent: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Timestamp;
  last_used_at: Timestamp;
  /** Moves with every refresh, until `ends_at`. */
  expires_at: Timestamp;
  /** Day of `expires_at` in UTC, by which expired sessions are found. */
  expiry_day: ColumnType<Date, never, never>;
  /** No refresh moves it. */
  ends_at: ColumnType<Date, Date, never>;
  /** Since when its owner has paused it, or the agent that it helps. */
  paused_at: OptionalTimestamp;
  /** The session that the owner paused: this one, or one above it; null unless paused. */
  paused_by: ColumnType<string | null, string | null | undefined, string | null>;
  revoked_at: OptionalTimestamp;
  revoked_reason: SessionEnd | null;
  /** Index in the status lists. A trigger changes it when the session is paused. */
  status_index: Generated<number>;
  reach: ColumnType<Reach, Reach, never>;
  resource: string | null;
  /** Browser session in which the sign-in was approved; null when another device approved it. */
  browser_session_id: ColumnType<string | null, string | null | undefined, string | null>;
  /** What approved the sign-in; null for a helper, and when it is not known. */
  authenticator: ColumnType<Authenticator | null, Authenticator | null | undefined, never>;
  /** Session of the agent that a helper helps; null for one that the owner approved. */
  parent_id: ColumnType<string | null, string | null | undefined, never>;
  /** Keys of helper and agents, the current one first; empty for a session that the owner approved. */
  chain: ColumnType<Thumbprint[], Thumbprint[] | undefined, never>;
}

/** Delegations that a helper used or that were revoked, by the agent's key and jti. */
export interface DelegationTable {
  parent_jkt: string;
  jti: string;
  owner_sub: string;
  /** SHA-256 of the delegation; null when it was revoked before a helper used it. */
  token_hash: ColumnType<string | null, string | null | undefined, never>;
  session_id: ColumnType<string | null, string | null | undefined, never>;
  session_bucket: ColumnType<number | null, number | null | undefined, never>;
  created_at: Timestamp;
  expires_at: Timestamp;
  revoked_at: OptionalTimestamp;
}

/** Logout tokens to send. They outlive session and owner. */
export interface LogoutNoticeTable {
  bucket: number;
  id: Generated<string>;
  client_address: string;
  owner_sub: string;
  session_id: string;
  attempts: Generated<number>;
  next_attempt_at: Timestamp;
}

/** Revoked sessions, deleted ones included; triggers fill it. Kept while their access tokens can be live. */
export interface SessionRevocationTable {
  /** That of the session. */
  bucket: number;
  status_index: number;
  revoked_at: Timestamp;
}

/** Epochs of status lists; `server` is a database server with its timeline. */
export interface StatusListEpochTable {
  epoch: Generated<number>;
  server: string;
}

/** Keys that sessions were ever bound to, by thumbprint. */
export interface AgentKeyTable {
  jkt: string;
  first_seen_at: Timestamp;
  /** Last revocation of a session with the key. */
  revoked_at: OptionalTimestamp;
  revoked_reason: SessionEnd | null;
  /** The Ed25519 key; null for other keys, and until the agent's next token request. */
  public_jwk: ColumnType<Ed25519Jwk | null, string | null | undefined, string>;
  /** Owner of the first session, or the pseudonym of an erased one; no other owner can bind the key. */
  owner_sub: ColumnType<string | null, never, string>;
  /** Set for good when the owner reports the key stolen: what it signed since then is not trusted. */
  compromised_since: OptionalTimestamp;
}

/** A refresh token of a session. It is spent when its successor exists. */
export interface RefreshTokenTable {
  /** That of the session, which the token carries too. */
  bucket: number;
  token_hash: string;
  session_id: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  spent_at: OptionalTimestamp;
}

export interface DerivedKeyTable {
  purpose: string;
  /** 32 bytes, sealed under the master key. */
  sealed_key: string;
  created_at: Date;
}

export interface SigningKeyTable {
  kid: string;
  /** PKCS#8, sealed under the master key; null after the publication ended. */
  sealed_private_key: string | null;
  public_jwk: ColumnType<Record<string, unknown>, string, string>;
  created_at: Timestamp;
  /** Start of signing; the key is published from its creation. */
  activates_at: Timestamp;
  /** End of signing. */
  retired_at: OptionalTimestamp;
  /** End of publication in the key set. */
  published_until: OptionalTimestamp;
  /** When an administrator revoked the key; null for a key that was rotated. */
  withdrawn_at: OptionalTimestamp;
}

export interface SsoProofTable {
  jkt: string;
  jti_hash: string;
  expires_at: Timestamp;
}
