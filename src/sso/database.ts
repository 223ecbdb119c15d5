import type { ColumnType, Generated } from 'kysely';
import type { SessionEnd } from './session.ts';

/** Tables of the sign-in provider, as `migrations/` makes them. Hashes are SHA-256, base64url, 43 characters. */
export interface SsoDatabase {
  'sso.clients': ClientTable;
  'sso.authorization_requests': AuthorizationRequestTable;
  'sso.code_challenges': CodeChallengeTable;
  'sso.sessions': SessionTable;
  'sso.refresh_tokens': RefreshTokenTable;
  'sso.revoked_access_tokens': RevokedAccessTokenTable;
  'sso.signing_keys': SigningKeyTable;
  'sso.owners': OwnerTable;
  'sso.devices': DeviceTable;
  'sso.passkeys': PasskeyTable;
  'sso.passkey_challenges': PasskeyChallengeTable;
  'sso.browser_sessions': BrowserSessionTable;
  'sso.dpop_proofs': ProofTable;
  'sso.audit_events': AuditEventTable;
}

type Moment = ColumnType<Date, Date, Date>;
type OptionalMoment = ColumnType<Date | null, Date | null | undefined, Date | null>;

/** An application; `address` is its client_id. */
export interface ClientTable {
  address: string;
  name: string;
  redirect_uris: string[];
  allowed_origins: string[];
  created_at: Moment;
  disabled_at: OptionalMoment;
}

/** One sign-in attempt, from authorize until its code is redeemed or it expires. */
export interface AuthorizationRequestTable {
  id: string;
  /** Of the secret in the deep link. */
  link_hash: string;
  polling_code_hash: string;
  /** Of the authorization code, which is derived from the polling code or the link secret and never stored. */
  code_hash: string;
  code_challenge: string;
  client_address: string;
  response_mode: 'json' | 'query';
  /** What was granted; `asked_scope` is what was asked for. */
  scope: string;
  asked_scope: string;
  state: string;
  nonce: string;
  redirect_uri: string | null;
  dpop_jkt: string | null;
  comparison_code: string;
  asked_from_ip: string;
  /** As it names itself, cut to 256 characters. */
  asked_from_user_agent: string | null;
  status: 'pending' | 'approved' | 'rejected';
  owner_sub: string | null;
  created_at: Moment;
  expires_at: Moment;
  decided_at: OptionalMoment;
  /** Until when the code can be redeemed. */
  code_expires_at: OptionalMoment;
  redeemed_at: OptionalMoment;
}

/** Every code_challenge that was ever seen, for as long as configured. */
export interface CodeChallengeTable {
  code_challenge: string;
  seen_at: Moment;
}

/** What a redeemed code started: the family of refresh tokens of one application and one owner. */
export interface SessionTable {
  id: string;
  request_id: string;
  client_address: string;
  owner_sub: string;
  scope: string;
  /** Thumbprint of the key that the tokens are bound to; null for Bearer tokens. */
  jkt: string | null;
  auth_time: Moment;
  created_at: Moment;
  last_used_at: Moment;
  expires_at: Moment;
  revoked_at: OptionalMoment;
  revoked_reason: SessionEnd | null;
}

/** A link of the rotation chain. A token is spent once its successor exists. */
export interface RefreshTokenTable {
  token_hash: string;
  session_id: string;
  created_at: Moment;
  expires_at: Moment;
  spent_at: OptionalMoment;
}

/** Access tokens revoked one by one (RFC 7009), kept until they would have expired. */
export interface RevokedAccessTokenTable {
  jti: string;
  expires_at: Moment;
}

export interface SigningKeyTable {
  kid: string;
  /** PKCS#8, sealed under the master key. */
  sealed_private_key: string;
  public_jwk: ColumnType<Record<string, unknown>, string, string>;
  created_at: Moment;
  /** When it starts, or started, to sign; it is published from the moment it exists. */
  activates_at: Moment;
  /** When it stopped signing. */
  retired_at: OptionalMoment;
  /** Until when it stays published. */
  published_until: OptionalMoment;
}

export interface OwnerTable {
  sub: string;
  created_at: Moment;
}

/** A key that approves for an owner: a software phone, a native app. */
export interface DeviceTable {
  jkt: string;
  owner_sub: string;
  public_jwk: ColumnType<Record<string, unknown>, string, string>;
  name: string;
  created_at: Moment;
  last_used_at: OptionalMoment;
}

export interface PasskeyTable {
  credential_id: string;
  owner_sub: string;
  /** COSE key, base64url. */
  public_key: string;
  sign_count: number;
  transports: string[];
  name: string;
  created_at: Moment;
  last_used_at: OptionalMoment;
}

/** A WebAuthn ceremony under way; single use. */
export interface PasskeyChallengeTable {
  challenge_hash: string;
  kind: 'registration' | 'sign_in';
  /** The owner that a new passkey will belong to; null for a sign-in. Need not exist yet. */
  owner_sub: string | null;
  /** What the person calls the new passkey; null for a sign-in. */
  name: string | null;
  /** The owner is made together with the passkey. */
  new_owner: boolean | null;
  expires_at: Moment;
}

/** A signed-in browser of an owner. */
export interface BrowserSessionTable {
  token_hash: string;
  owner_sub: string;
  created_at: Moment;
  expires_at: Moment;
}

export interface ProofTable {
  jkt: string;
  jti_hash: string;
  expires_at: Moment;
}

/** Append-only record of security events. */
export interface AuditEventTable {
  id: Generated<number>;
  at: Moment;
  event: string;
  request_id: string;
  owner_sub: string | null;
  client_address: string | null;
  ip: string | null;
  details: ColumnType<Record<string, unknown>, string, string>;
}
