import type { ColumnType } from 'kysely';
import type { AssertionAudience, ClientAuthMethod, ClientKeySet } from '../clients/client-key-set.ts';
import type { Reach } from '../settings.ts';
import type { Timestamp, OptionalTimestamp } from '../../runtime/database/queries.ts';

/** Who registered an application: an administrator, an owner, its metadata document, or itself (RFC 7591). */
export type ClientRegistrationKind = 'administrator' | 'owner' | 'metadata' | 'dynamic';

/** `own`: one of the platform itself, which only settings configure. */
export type ApplicationKind = 'own' | 'application';

/** An application; `address` is its client_id. */
export interface ClientTable {
  address: string;
  name: string;
  redirect_uris: string[];
  /** Whether an approver on another device must pick the comparison code. */
  comparison: ColumnType<'required' | 'optional', 'required' | 'optional' | undefined, 'required' | 'optional'>;
  allowed_origins: string[];
  reach: ColumnType<Reach, Reach | undefined, Reach>;
  kind: ColumnType<ApplicationKind, ApplicationKind | undefined, ApplicationKind>;
  token_endpoint_auth_method: ColumnType<ClientAuthMethod, ClientAuthMethod | undefined, ClientAuthMethod>;
  /** False: a confidential client may sign people in without PKCE. */
  require_pkce: ColumnType<boolean, boolean | undefined, boolean>;
  /** False: such a sign-in may also go without a nonce. */
  require_nonce: ColumnType<boolean, boolean | undefined, boolean>;
  assertion_audience: ColumnType<AssertionAudience, AssertionAudience | undefined, AssertionAudience>;
  /** Whether its access tokens are always bound to a key. */
  dpop_bound_access_tokens: ColumnType<boolean, boolean | undefined, boolean>;
  /** Applications that share it know a person by one pairwise subject; null with public subjects. */
  pairwise_sector: ColumnType<string | null, string | null | undefined, never>;
  sector_identifier_uri: ColumnType<string | null, string | null | undefined, never>;
  /** Whether it may ask for a made-up e-mail address. */
  email_pseudonym: ColumnType<boolean, boolean | undefined, boolean>;
  /** `StoredClientSecret[]`. */
  secrets: ColumnType<readonly StoredClientSecret[], string | undefined, string>;
  post_logout_redirect_uris: ColumnType<string[], string[] | undefined, string[]>;
  /** Where logout tokens are sent; null for an application that receives none. */
  backchannel_logout_uri: ColumnType<string | null, string | null | undefined, string | null>;
  backchannel_logout_session_required: ColumnType<boolean, boolean | undefined, boolean>;
  policy_uri: ColumnType<string | null, string | null | undefined, string | null>;
  tos_uri: ColumnType<string | null, string | null | undefined, string | null>;
  /** Part of the icon's URL, which changes with the icon; null without one. */
  icon_version: ColumnType<string | null, string | null | undefined, string | null>;
  /** Receives the notifications of decisions in ping mode (CIBA Core §10.2); null in poll mode. */
  backchannel_client_notification_endpoint: ColumnType<string | null, string | null | undefined, string | null>;
  /** Keys of a client that signs assertions; null for all others. */
  jwks: ColumnType<ClientKeySet | null, string | null | undefined, string | null>;
  /** Where the keys are published, of which `jwks` is a copy. */
  jwks_uri: ColumnType<string | null, string | null | undefined, string | null>;
  jwks_fresh_until: OptionalTimestamp;
  jwks_tried_at: OptionalTimestamp;
  registration: ColumnType<ClientRegistrationKind, ClientRegistrationKind | undefined, never>;
  /** Until when the metadata document is fresh; null without one. */
  metadata_fresh_until: OptionalTimestamp;
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

/** Attempts of a network within a minute, which all processes count together. */
export interface AttemptTable {
  kind: string;
  network: string;
  since: Timestamp;
  count: number;
}

/** Used client assertions, kept until they would have expired. */
export interface ClientAssertionTable {
  client_address: string;
  jti_hash: string;
  expires_at: Timestamp;
}
