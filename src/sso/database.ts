import type { ColumnType, Generated } from 'kysely';
import type { AdministratorScope } from './administrators/administrator.ts';
import type { ClientAuthMethod } from './client-authentication/auth-method.ts';
import type { ClientKeySet } from './client-authentication/client-key-set.ts';
import type { Reach } from './reach/platform-resource.ts';
import type { SessionEnd } from './session.ts';

/** Tables of the sign-in provider, created by `migrations/`. Hashes are SHA-256, base64url, 43 characters. */
export interface SsoDatabase {
  'sso.clients': ClientTable;
  'sso.consents': ApplicationConsentTable;
  'sso.client_assertions': ClientAssertionTable;
  'sso.device_codes': DeviceCodeTable;
  'sso.pushed_requests': PushedRequestTable;
  'sso.authorization_requests': AuthorizationRequestTable;
  'sso.code_challenges': CodeChallengeTable;
  'sso.sessions': SessionTable;
  'sso.refresh_tokens': RefreshTokenTable;
  'sso.session_revocations': SessionRevocationTable;
  'sso.agent_keys': AgentKeyTable;
  'sso.revoked_access_tokens': RevokedAccessTokenTable;
  'sso.signing_keys': SigningKeyTable;
  'sso.owners': OwnerTable;
  'sso.devices': OwnerDeviceTable;
  'sso.passkeys': PasskeyTable;
  'sso.passkey_challenges': PasskeyChallengeTable;
  'sso.browser_sessions': BrowserSessionTable;
  'sso.recovery_codes': RecoveryCodeTable;
  'sso.device_links': DeviceLinkTable;
  'sso.dpop_proofs': SsoProofTable;
  'sso.audit_events': SsoAuditEventTable;
  'sso.administrators': AdministratorTable;
  'sso.console_grants': ConsoleGrantTable;
  'sso.invites': InviteTable;
}

type Timestamp = ColumnType<Date, Date, Date>;
type OptionalTimestamp = ColumnType<Date | null, Date | null | undefined, Date | null>;

/** An application; `address` is its client_id. */
export interface ClientTable {
  address: string;
  name: string;
  redirect_uris: string[];
  /** Whether an approver on another device must pick the comparison code. */
  comparison: ColumnType<'required' | 'optional', 'required' | 'optional' | undefined, 'required' | 'optional'>;
  allowed_origins: string[];
  reach: ColumnType<Reach, Reach | undefined, Reach>;
  /** Whether it is one of the platform's own applications. */
  first_party: ColumnType<boolean, boolean | undefined, boolean>;
  token_endpoint_auth_method: ColumnType<ClientAuthMethod, ClientAuthMethod | undefined, never>;
  /** `StoredClientSecret[]`. */
  secrets: ColumnType<readonly StoredClientSecret[], string | undefined, string>;
  post_logout_redirect_uris: ColumnType<string[], string[] | undefined, string[]>;
  /** Keys of a client that signs assertions; null for all others. */
  jwks: ColumnType<ClientKeySet | null, string | null | undefined, string>;
  created_at: Timestamp;
  disabled_at: OptionalTimestamp;
}

export interface StoredClientSecret {
  readonly id: string;
  /** Hash of the secret. */
  readonly hash: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** A pushed authorization request (RFC 9126), until it is used. */
export interface PushedRequestTable {
  /** Hash of the secret in the `request_uri`. */
  uri_hash: string;
  client_address: string;
  /** JSON. */
  parameters: string;
  expires_at: Timestamp;
}

/** A device code (RFC 8628) of an authorization request. */
export interface DeviceCodeTable {
  code_hash: string;
  request_id: string;
  /** Seconds between polls; grows when the device polls faster. */
  interval_seconds: number;
  polled_at: OptionalTimestamp;
}

/** Used client assertions, kept until they would have expired. */
export interface ClientAssertionTable {
  client_address: string;
  jti_hash: string;
  expires_at: Timestamp;
}

/** One sign-in attempt, from authorize until its code is redeemed or it expires. */
export interface AuthorizationRequestTable {
  id: string;
  /** Hash of the secret in the deep link. */
  link_hash: string;
  polling_code_hash: string;
  /** Hash of the authorization code, which is derived from the polling code or the link secret and never stored. */
  code_hash: string;
  code_challenge: string;
  client_address: string;
  response_mode: 'json' | 'query';
  /** Granted scope; `asked_scope` is the requested one. */
  scope: string;
  asked_scope: string;
  reach: ColumnType<Reach, Reach, never>;
  /** `resource` of the request (RFC 8707). */
  resource: string | null;
  state: string | null;
  nonce: string | null;
  prompt: ColumnType<string | null, string | null | undefined, never>;
  /** Seconds. */
  max_age: ColumnType<number | null, number | null | undefined, never>;
  /** Subject of `id_token_hint`. */
  hinted_sub: ColumnType<string | null, string | null | undefined, never>;
  redirect_uri: string | null;
  dpop_jkt: string | null;
  /** Whether a device asked (RFC 8628); then the comparison code is its user code. */
  device_flow: ColumnType<boolean, boolean | undefined, never>;
  comparison_code: string;
  asked_from_ip: string;
  /** User-Agent header, truncated to 256 characters. */
  asked_from_user_agent: string | null;
  /** Hash of the cookie of the browser that sent the request; null for `response_mode=json`. */
  browser_hash: string | null;
  /** Wrong codes that an approver on another device sees beside the comparison code. */
  decoy_codes: ColumnType<string[], string[] | undefined, string[]>;
  /** What the agent calls itself; null when it gave no name. */
  agent_name: ColumnType<string | null, string | null | undefined, never>;
  /** How the approver authenticated (RFC 8176); null while undecided. */
  amr: ColumnType<string[] | null, string[] | null | undefined, string[] | null>;
  status: 'pending' | 'approved' | 'rejected';
  owner_sub: string | null;
  created_at: Timestamp;
  expires_at: Timestamp;
  decided_at: OptionalTimestamp;
  /** Time of the ceremony; null when it was the decision. */
  auth_time: OptionalTimestamp;
  /** Expiry of the authorization code. */
  code_expires_at: OptionalTimestamp;
  redeemed_at: OptionalTimestamp;
}

/** Owners that approved one of the platform's own applications before. */
export interface ApplicationConsentTable {
  owner_sub: string;
  client_address: string;
  granted_at: Timestamp;
}

/** Used code challenges; each is accepted once. */
export interface CodeChallengeTable {
  code_challenge: string;
  seen_at: Timestamp;
}

/** Session of one application and one owner: a family of refresh tokens, started by redeeming a code. */
export interface SessionTable {
  id: string;
  request_id: string;
  client_address: string;
  owner_sub: string;
  scope: string;
  /** Thumbprint of the key that the tokens are bound to; null for Bearer tokens. */
  jkt: string | null;
  auth_time: Timestamp;
  /** How the owner authenticated at `auth_time` (RFC 8176); null for sessions older than this column. */
  amr: ColumnType<string[] | null, string[] | null | undefined, string[] | null>;
  /** What the agent called itself when it asked; null when it gave no name. */
  agent_name: ColumnType<string | null, string | null | undefined, never>;
  /** What the owner calls this connection; null unless renamed. */
  name: ColumnType<string | null, string | null | undefined, string | null>;
  /** Place of the last exchange or refresh; null for sessions that were not used since this column exists. */
  last_ip: ColumnType<string | null, string | null | undefined, string | null>;
  last_user_agent: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Timestamp;
  last_used_at: Timestamp;
  expires_at: Timestamp;
  revoked_at: OptionalTimestamp;
  revoked_reason: SessionEnd | null;
  /** Index in the status lists. */
  status_index: Generated<number>;
  reach: ColumnType<Reach, Reach, never>;
  resource: string | null;
}

/** Revoked sessions, deleted ones included; triggers fill it. Kept while their access tokens can be live. */
export interface SessionRevocationTable {
  status_index: number;
  revoked_at: Timestamp;
}

/** Keys that sessions were ever bound to, by thumbprint; triggers fill it. */
export interface AgentKeyTable {
  jkt: string;
  first_seen_at: Timestamp;
  /** Last revocation of a session with the key. */
  revoked_at: OptionalTimestamp;
  revoked_reason: SessionEnd | null;
}

/** A refresh token of a session. It is spent when its successor exists. */
export interface RefreshTokenTable {
  token_hash: string;
  session_id: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  spent_at: OptionalTimestamp;
}

/** Access tokens revoked one by one (RFC 7009), kept until they would have expired. */
export interface RevokedAccessTokenTable {
  jti: string;
  expires_at: Timestamp;
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

export interface OwnerTable {
  sub: string;
  created_at: Timestamp;
  /** Time of a recovery that the owner has not confirmed; null otherwise. */
  recovered_at: OptionalTimestamp;
  suspended_at: OptionalTimestamp;
  suspension_reason: ColumnType<string | null, string | null | undefined, string | null>;
}

/** Lets one new owner enrol; `code_hash` is the hash of its code. */
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
  scopes: AdministratorScope[];
  /** Name of the administrator. */
  granted_by: string;
  granted_at: Timestamp;
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
  /** Place of the last use; null for sessions that were not used since this column exists. */
  ip: string | null;
  /** User-Agent header, truncated to 256 characters. */
  user_agent: string | null;
  /** Last passkey ceremony after the sign-in; null when there was none. */
  authenticated_at: OptionalTimestamp;
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
}

export interface SsoProofTable {
  jkt: string;
  jti_hash: string;
  expires_at: Timestamp;
}

/** Append-only record of security events. */
export interface SsoAuditEventTable {
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
