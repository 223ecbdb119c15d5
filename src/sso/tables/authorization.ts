import type { ColumnType } from 'kysely';
import type { AuthorizationDetail, DetailSentences } from '../../../generated/sso/types.ts';
import type { KeyRefusal, ResponseMode, SignInAction } from '../sign-in/authorization-request.ts';
import type { Authenticator } from '../owners/authenticator.ts';
import type { Reach } from '../settings.ts';
import type { Timestamp, OptionalTimestamp } from '../../runtime/database/queries.ts';

/** A pushed authorization request (RFC 9126), until it is used. */
export interface PushedRequestTable {
  /** Bucket that the secret in the `request_uri` carries. */
  bucket: number;
  /** Hash of the secret in the `request_uri`. */
  uri_hash: string;
  client_address: string;
  /** JSON. */
  parameters: string;
  expires_at: Timestamp;
}

/** A device code (RFC 8628) of an authorization request. */
export interface DeviceCodeTable {
  /** That of the request. */
  bucket: number;
  code_hash: string;
  request_id: string;
  /** Seconds between polls; grows when the device polls faster. */
  interval_seconds: number;
  polled_at: OptionalTimestamp;
}

/** One sign-in attempt, from authorize until its code is redeemed or it expires. */
export interface AuthorizationRequestTable {
  /** Bucket that the id and each secret of the request carry: that of the code challenge, if it has one. */
  bucket: number;
  id: string;
  /** Hash of the secret in the deep link. */
  link_hash: string;
  polling_code_hash: string;
  /** Hash of the authorization code, which is derived from the polling code or the link secret and never stored. */
  code_hash: string;
  /** Null for a confidential client that uses no PKCE. */
  code_challenge: string | null;
  client_address: string;
  response_mode: ResponseMode;
  /** Granted scope; `asked_scope` is the requested one. */
  scope: string;
  asked_scope: string;
  reach: ColumnType<Reach, Reach, Reach>;
  /** `resource` of the request (RFC 8707). */
  resource: string | null;
  state: string | null;
  nonce: string | null;
  prompt: ColumnType<string | null, string | null | undefined, never>;
  /** Seconds. */
  max_age: ColumnType<number | null, number | null | undefined, never>;
  /** The action that the request asks a ceremony for (`acr_values`, RFC 9470). */
  acr: ColumnType<SignInAction | null, SignInAction | null | undefined, never>;
  /** `authorization_details` of the request (RFC 9396); null without them. */
  details: ColumnType<readonly AuthorizationDetail[] | null, string | null | undefined, never>;
  /** What details of registered types ask, in the order of the details; null when none is of a registered type. */
  detail_sentences: ColumnType<readonly DetailSentences[] | null, string | null | undefined, never>;
  /** Subject of `id_token_hint`. */
  hinted_sub: ColumnType<string | null, string | null | undefined, never>;
  redirect_uri: string | null;
  dpop_jkt: string | null;
  /** Whether the person must click: the navigation to an own application began on another site. */
  click_required: ColumnType<boolean, boolean | undefined, never>;
  /** Whether a device sent the request (RFC 8628); then the comparison code is its user code. */
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
  /** Why the provider rejected the request instead of its approver; null otherwise. */
  rejection_reason: ColumnType<KeyRefusal | null, never, KeyRefusal | null>;
  owner_sub: string | null;
  created_at: Timestamp;
  expires_at: Timestamp;
  decided_at: OptionalTimestamp;
  /** Time of the ceremony; null when it was the decision. */
  auth_time: OptionalTimestamp;
  /** Expiry of the authorization code. */
  code_expires_at: OptionalTimestamp;
  redeemed_at: OptionalTimestamp;
  /** Browser session that approved its own request; null when another device did. */
  browser_session_id: ColumnType<string | null, string | null | undefined, string | null>;
  /** What approved it; null while undecided. */
  authenticator: ColumnType<Authenticator | null, Authenticator | null | undefined, Authenticator | null>;
}

/** Owners that approved one of the platform's own applications before. */
export interface ApplicationConsentTable {
  owner_sub: string;
  client_address: string;
  granted_at: Timestamp;
}

/** Hosts that an owner saw before a self-registered application redirected them there. */
export interface SeenRedirectTable {
  owner_sub: string;
  client_address: string;
  host: string;
  seen_at: Timestamp;
}

/** Used code challenges; each is accepted once. */
export interface CodeChallengeTable {
  bucket: number;
  code_challenge: string;
  seen_at: Timestamp;
}
