// Written by `npm run generate` from the migrations. Do not edit.

import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Tables of the schema `sso`, as its migrations create them. */
export interface SsoTables {
  'sso.owners': {
    sub: string;
    created_at: Date;
    /** Time of a recovery that the owner has not confirmed; null otherwise. */
    recovered_at: Date | null;
    suspended_at: Date | null;
    suspension_reason: string | null;
    /** The claim name; null for none. */
    display_name: string | null;
    /** The claim picture; null for none. */
    picture_url: string | null;
    /** The newest event of the audit that the owner has seen; null: none since the first. */
    notices_seen_through: number | null;
    /** Counts what agents asked, so that of two at once one notices the other. */
    asks: Generated<number>;
  };
  /** A picture that an owner uploaded. */
  'sso.pictures': {
    owner_sub: string;
    /** SHA-256 of the content, base64url. */
    digest: string;
    type: 'image/png' | 'image/jpeg';
    content: Uint8Array;
  };
  /** A device key of an owner: a software phone or a native app. */
  'sso.devices': {
    jkt: string;
    owner_sub: string;
    public_jwk: ColumnType<unknown, string, string>;
    name: string;
    created_at: Date;
    last_used_at: Date | null;
  };
  'sso.passkeys': {
    credential_id: string;
    owner_sub: string;
    /** COSE key, base64url. */
    public_key: string;
    sign_count: number;
    transports: string[];
    name: string;
    created_at: Date;
    last_used_at: Date | null;
  };
  /** An open WebAuthn challenge; single use. */
  'sso.passkey_challenges': {
    challenge_hash: string;
    kind: 'registration' | 'sign_in' | 'assertion';
    /** Owner of the passkey to register; may not exist yet. Null for a sign-in. */
    owner_sub: string | null;
    /** Whether the owner is created with the passkey. */
    new_owner: boolean | null;
    /** Name of the passkey to register; null for a sign-in. */
    name: string | null;
    /** Canonical form of the action that an assertion confirms; null for other kinds. */
    action: string | null;
    /** Hash of the invite that a new owner uses. */
    invite_hash: string | null;
    /** Recovery code that authorises the registration; null without one. */
    recovery_code_hash: string | null;
    /** Link that authorises the registration; null without one. */
    device_link_hash: string | null;
    /** What opened the challenge; null for a sign-in, and when a link or a recovery code did. */
    authenticator: string | null;
    expires_at: Date;
  };
  /** A signed-in browser of an owner. */
  'sso.browser_sessions': {
    token_hash: string;
    /** Public id. */
    id: string;
    owner_sub: string;
    created_at: Date;
    last_used_at: Date;
    expires_at: Date;
    /** Last passkey ceremony after the sign-in; null when there was none. */
    authenticated_at: Date | null;
    /** The passkey that started it; null when it is not known. */
    authenticator: string | null;
    /** Place of the last use; null when it was not recorded. */
    ip: string | null;
    /** User-Agent header, truncated to 256 characters. */
    user_agent: string | null;
  };
  /** A recovery code of an owner, single use. */
  'sso.recovery_codes': {
    /** HMAC of the code under a key that is not in the database. */
    code_hash: string;
    owner_sub: string;
    created_at: Date;
    used_at: Date | null;
  };
  /** A link with which one further device joins an owner. */
  'sso.device_links': {
    id: string;
    link_hash: string;
    owner_sub: string;
    /** What created the link. */
    authenticator: string | null;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
    /** The device that joined; null while the link is open, and when a passkey joined. */
    device_jkt: string | null;
    /** The passkey that joined; null while the link is open, and when a device joined. */
    credential_id: string | null;
  };
  /** An application; address is its client_id. */
  'sso.clients': {
    address: string;
    name: string;
    kind: Generated<'own' | 'application'>;
    registration: Generated<'administrator' | 'owner' | 'metadata' | 'dynamic'>;
    /** Until when the metadata document is fresh; null without one. */
    metadata_fresh_until: Date | null;
    redirect_uris: string[];
    post_logout_redirect_uris: Generated<string[]>;
    allowed_origins: string[];
    reach: Generated<'sign-in' | 'platform'>;
    /** Whether an approver on another device must pick the comparison code. */
    comparison: Generated<'required' | 'optional'>;
    token_endpoint_auth_method: Generated<'none' | 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt'>;
    assertion_audience: Generated<'issuer' | 'token_endpoint'>;
    secrets: ColumnType<unknown, string | undefined, string>;
    /** Keys of a client that signs assertions; null for all others. */
    jwks: ColumnType<unknown, string | null, string | null>;
    /** Where the keys are published, of which jwks is a copy. */
    jwks_uri: string | null;
    jwks_fresh_until: Date | null;
    jwks_tried_at: Date | null;
    /** False: a confidential client may sign people in without PKCE. */
    require_pkce: Generated<boolean>;
    /** False: such a sign-in may also go without a nonce. */
    require_nonce: Generated<boolean>;
    /** Whether its access tokens are always bound to a key. */
    dpop_bound_access_tokens: Generated<boolean>;
    sector_identifier_uri: string | null;
    /** Applications that share it know a person by one pairwise subject; null with public subjects. */
    pairwise_sector: string | null;
    /** Whether it may ask for a made-up e-mail address. */
    email_pseudonym: Generated<boolean>;
    /** Where logout tokens are sent; null for an application that receives none. */
    backchannel_logout_uri: string | null;
    backchannel_logout_session_required: Generated<boolean>;
    policy_uri: string | null;
    tos_uri: string | null;
    /** Part of the icon's URL, which changes with the icon; null without one. */
    icon_version: string | null;
    /** Receives the notifications of decisions in ping mode (CIBA Core §10.2); null in poll mode. */
    backchannel_client_notification_endpoint: string | null;
    created_at: Date;
    disabled_at: Date | null;
  };
  /** Used client assertions, kept until they would have expired. */
  'sso.client_assertions': {
    client_address: string;
    jti_hash: string;
    expires_at: Date;
  };
  /** Attempts of a network within a minute, which all processes count together. */
  'sso.attempts': {
    kind: string;
    network: string;
    since: Date;
    count: number;
  };
  /** Owners that approved one of the platform's own applications before. */
  'sso.consents': {
    owner_sub: string;
    client_address: string;
    granted_at: Date;
  };
  /** Hosts that an owner saw before a self-registered application redirected them there. */
  'sso.seen_redirects': {
    owner_sub: string;
    client_address: string;
    host: string;
    seen_at: Date;
  };
  /** An owner who works on an application. */
  'sso.application_members': {
    client_address: string;
    owner_sub: string;
    role: 'owner' | 'member';
    added_at: Date;
  };
  /** An open invite; it is deleted when it is used or revoked. */
  'sso.application_invites': {
    id: string;
    client_address: string;
    code_hash: string;
    role: 'owner' | 'member';
    /** The only person who can use it; null for anyone with the code. */
    invited_sub: string | null;
    created_by: string;
    created_at: Date;
    expires_at: Date;
  };
  'sso.application_icons': {
    client_address: string;
    media_type: 'image/png' | 'image/jpeg' | 'image/webp';
    image: Uint8Array;
  };
  /** A request for the reach platform. */
  'sso.reach_requests': {
    id: string;
    client_address: string;
    /** Null when the owner was erased. */
    requested_by: string | null;
    reason: string;
    status: Generated<'pending' | 'approved' | 'declined' | 'withdrawn'>;
    created_at: Date;
    decided_at: Date | null;
    /** Name of the administrator. */
    decided_by: string | null;
    decision_reason: string | null;
  };
  /** An https origin whose metadata names the issuer and the application (RFC 9728). */
  'sso.application_resources': {
    id: string;
    origin: string;
    client_address: string;
    status: 'proven' | 'warned' | 'suspended';
    requires_dpop: boolean;
    created_at: Date;
    proven_at: Date;
    checked_at: Date;
    next_check_at: Date;
    failing_since: Date | null;
    /** Why the last check failed, as the end of a sentence about the URL of the metadata. */
    failure: string | null;
  };
  /** One sign-in attempt, from authorize until its code is redeemed or it expires. */
  'sso.authorization_requests': {
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
    response_mode: 'json' | 'query' | 'form_post';
    /** Granted scope; asked_scope is the requested one. */
    scope: string;
    asked_scope: string;
    reach: 'sign-in' | 'platform';
    /** resource of the request (RFC 8707). */
    resource: string | null;
    state: string | null;
    nonce: string | null;
    prompt: string | null;
    /** Seconds. */
    max_age: number | null;
    /** The action that the request asks a ceremony for (acr_values, RFC 9470). */
    acr: string | null;
    /** authorization_details of the request (RFC 9396); null without them. */
    details: ColumnType<unknown, string | null, string | null>;
    /** What details of registered types ask, in the order of the details; null when none is of a registered type. */
    detail_sentences: ColumnType<unknown, string | null, string | null>;
    /** Subject of id_token_hint. */
    hinted_sub: string | null;
    redirect_uri: string | null;
    dpop_jkt: string | null;
    /** Whether the person must click: the navigation to an own application began on another site. */
    click_required: Generated<boolean>;
    /** Whether a device sent the request (RFC 8628); then the comparison code is its user code. */
    device_flow: Generated<boolean>;
    comparison_code: string;
    /** Wrong codes that an approver on another device sees beside the comparison code. */
    decoy_codes: Generated<string[]>;
    asked_from_ip: string;
    /** User-Agent header, truncated to 256 characters. */
    asked_from_user_agent: string | null;
    /** Hash of the cookie of the browser that sent the request; null for response_mode=json. */
    browser_hash: string | null;
    /** What the agent calls itself; null when it gave no name. */
    agent_name: string | null;
    status: 'pending' | 'approved' | 'rejected';
    /** Why the provider rejected the request instead of its approver; null otherwise. */
    rejection_reason: string | null;
    owner_sub: string | null;
    /** Browser session that approved its own request; null when another device did. */
    browser_session_id: string | null;
    /** What approved it; null while undecided. */
    authenticator: string | null;
    /** How the approver authenticated (RFC 8176); null while undecided. */
    amr: string[] | null;
    /** Time of the ceremony; null when it was the decision. */
    auth_time: Date | null;
    created_at: Date;
    expires_at: Date;
    decided_at: Date | null;
    /** Expiry of the authorization code. */
    code_expires_at: Date | null;
    redeemed_at: Date | null;
  };
  /** Used code challenges; each is accepted once. */
  'sso.code_challenges': {
    bucket: number;
    code_challenge: string;
    seen_at: Date;
  };
  /** A device code (RFC 8628) of an authorization request. */
  'sso.device_codes': {
    /** That of the request. */
    bucket: number;
    code_hash: string;
    request_id: string;
    /** Seconds between polls; grows when the device polls faster. */
    interval_seconds: number;
    polled_at: Date | null;
  };
  /** A pushed authorization request (RFC 9126), until it is used. */
  'sso.pushed_requests': {
    /** Bucket that the secret in the request_uri carries. */
    bucket: number;
    /** Hash of the secret in the request_uri. */
    uri_hash: string;
    client_address: string;
    /** JSON. */
    parameters: string;
    expires_at: Date;
  };
  'sso.signing_keys': {
    kid: string;
    /** PKCS#8, sealed under the master key; null after the publication ended. */
    sealed_private_key: string | null;
    public_jwk: ColumnType<unknown, string, string>;
    created_at: Date;
    /** Start of signing; the key is published from its creation. */
    activates_at: Date;
    /** End of signing. */
    retired_at: Date | null;
    /** End of publication in the key set. */
    published_until: Date | null;
    /** When an administrator revoked the key; null for a key that was rotated. */
    withdrawn_at: Date | null;
  };
  'sso.derived_keys': {
    purpose: string;
    /** 32 bytes, sealed under the master key. */
    sealed_key: string;
    created_at: Date;
  };
  /** Keys that sessions were ever bound to, by thumbprint. */
  'sso.agent_keys': {
    jkt: string;
    /** The Ed25519 key; null for other keys, and until the agent's next token request. */
    public_jwk: ColumnType<unknown, string | null, string | null>;
    /** Owner of the first session, or the pseudonym of an erased one; no other owner can bind the key. */
    owner_sub: string | null;
    first_seen_at: Date;
    /** Last revocation of a session with the key. */
    revoked_at: Date | null;
    revoked_reason: string | null;
    /** Set for good when the owner reports the key stolen: what it signed since then is not trusted. */
    compromised_since: Date | null;
  };
  'sso.dpop_proofs': {
    jkt: string;
    jti_hash: string;
    expires_at: Date;
  };
  /** Marks of revoked and paused sessions, deleted ones included. Kept while their access tokens can be live. */
  'sso.session_revocations': {
    status_index: number;
    revoked_at: Date;
  };
  /** Epochs of status lists; server is a database server with its timeline. */
  'sso.status_list_epochs': {
    epoch: GeneratedAlways<number>;
    server: string;
  };
  /** Session of one application and one owner: a family of refresh tokens, started by redeeming a code. */
  'sso.sessions': {
    /** That of id. */
    bucket: number;
    id: string;
    /** Null for the session of a helper. */
    request_id: string | null;
    /** Session of the agent that a helper helps; null for one that the owner approved. */
    parent_id: string | null;
    /** Keys of helper and agents, the current one first; empty for a session that the owner approved. */
    chain: Generated<string[]>;
    client_address: string;
    owner_sub: string;
    /** The pairwise sub by which the application knows the owner; null with public subjects, and for helpers and
     * approvals. */
    pairwise_sub: string | null;
    /** Browser session in which the sign-in was approved; null when another device approved it. */
    browser_session_id: string | null;
    /** What approved the sign-in; null for a helper, and when it is not known. */
    authenticator: string | null;
    scope: string;
    reach: 'sign-in' | 'platform';
    resource: string | null;
    /** Thumbprint of the key that the tokens are bound to; null for Bearer tokens. */
    jkt: string | null;
    /** Index in the status lists. A trigger changes it when the session is paused. */
    status_index: Generated<number>;
    auth_time: Date;
    /** How the owner authenticated at auth_time (RFC 8176); null when it is not known. */
    amr: string[] | null;
    /** The action that the sign-in was a ceremony for; null for any other sign-in. */
    acr: string | null;
    /** Name that the agent gave itself in the request; null when it gave no name. */
    agent_name: string | null;
    /** What the owner calls this connection; null unless renamed. */
    name: string | null;
    /** Place of the last exchange or refresh; null when it was not recorded. */
    last_ip: string | null;
    last_user_agent: string | null;
    created_at: Date;
    last_used_at: Date;
    /** Moves with every refresh, until ends_at. */
    expires_at: Date;
    /** Day of expires_at in UTC, by which expired sessions are found. */
    expiry_day: GeneratedAlways<string>;
    /** No refresh moves it. */
    ends_at: Date;
    /** Since when its owner has paused it, or the agent that it helps. */
    paused_at: Date | null;
    /** The session that the owner paused: this one, or one above it; null unless paused. */
    paused_by: string | null;
    revoked_at: Date | null;
    revoked_reason: 'reuse' | 'code_reuse' | 'owner' | 'client' | 'provider_disabled' | 'owner_suspended' | 'owner_deleted' | 'logout' | 'rotated' | 'administrator' | 'browser_signed_out' | 'authenticator_deleted' | 'recovery' | 'ended' | 'parent_ended' | 'reach_narrowed' | 'compromised' | null;
  };
  /** A refresh token of a session. It is spent when its successor exists. */
  'sso.refresh_tokens': {
    /** That of the session, which the token carries too. */
    bucket: number;
    token_hash: string;
    session_id: string;
    created_at: Date;
    expires_at: Date;
    spent_at: Date | null;
  };
  /** Delegations that a helper used or that were revoked, by the agent's key and jti. */
  'sso.delegations': {
    parent_jkt: string;
    jti: string;
    owner_sub: string;
    /** SHA-256 of the delegation; null when it was revoked before a helper used it. */
    token_hash: string | null;
    session_id: string | null;
    session_bucket: number | null;
    created_at: Date;
    expires_at: Date;
    revoked_at: Date | null;
  };
  /** Logout tokens to send. */
  'sso.logout_notices': {
    bucket: number;
    id: Generated<string>;
    client_address: string;
    owner_sub: string;
    session_id: string;
    attempts: Generated<number>;
    next_attempt_at: Date;
  };
  /** What an agent may do without asking, up to a limit. */
  'sso.mandates': {
    id: string;
    owner_sub: string;
    client_address: string;
    jkt: string | null;
    /** What the limit is about, as canonical JSON. */
    subject: string;
    detail: ColumnType<unknown, string, string>;
    /** Drivers return numeric columns as text. */
    ceiling: number | string;
    period: 'day' | 'week' | 'month' | 'once';
    period_start: Date;
    used: number | string;
    amr: string[];
    auth_time: Date;
    created_at: Date;
    ends_at: Date;
    revoked_at: Date | null;
  };
  /** A request of an agent to its owner (CIBA). */
  'sso.approval_requests': {
    id: string;
    auth_req_hash: string;
    link_hash: string;
    client_address: string;
    owner_sub: string;
    /** Session of the agent that asks. */
    parent_id: string;
    /** Thumbprint of the asking key; null for a confidential client without one. */
    jkt: string | null;
    agent_name: string | null;
    reach: 'sign-in' | 'platform';
    resource: string | null;
    binding_message: string | null;
    details: ColumnType<unknown, string, string>;
    /** What details of registered types ask, in the order of the details; null when none is of a registered type. */
    detail_sentences: ColumnType<unknown, string | null, string | null>;
    /** SHA-256 of the request as canonical JSON. */
    request_digest: string;
    requester_ip: string;
    requester_user_agent: string | null;
    /** expired is one that asked nobody; one that nobody decided stays pending. */
    status: 'pending' | 'approved' | 'rejected' | 'expired';
    decided_by: 'person' | 'mandate' | 'budget' | null;
    mandate_id: string | null;
    amr: string[] | null;
    auth_time: Date | null;
    /** Until when the owner wants no further request of this agent. */
    quiet_until: Date | null;
    created_at: Date;
    expires_at: Date;
    decided_at: Date | null;
    redeemable_until: Date | null;
    redeemed_at: Date | null;
    interval_seconds: number;
    polled_at: Date | null;
    /** Bearer token of the notification in ping mode, sealed under the master key; null in poll mode. */
    sealed_notification_token: string | null;
    /** Attempts to notify. */
    notifications: Generated<number>;
    next_notification_at: Date | null;
  };
  /** A type of authorization details that an application registered. */
  'sso.detail_types': {
    client_address: string;
    name: string;
    schema: ColumnType<unknown, string, string>;
    sentences: ColumnType<unknown, string, string>;
    used_once: boolean;
    created_at: Date;
  };
  /** How often each agent may ask an owner; owners without a row have the default. */
  'sso.request_budgets': {
    owner_sub: string;
    per_hour: number;
    per_day: number;
  };
  /** A named administrator; rows are never deleted. */
  'sso.administrators': {
    id: string;
    name: string;
    key_hash: string;
    scopes: string[];
    created_at: Date;
    expires_at: Date;
    revoked_at: Date | null;
  };
  /** Allows one new owner to enrol; code_hash is the hash of its code. */
  'sso.invites': {
    id: string;
    code_hash: string;
    note: string | null;
    /** Name of the administrator. */
    created_by: string;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
    revoked_at: Date | null;
  };
  /** What an owner may do in the operator console. */
  'sso.console_grants': {
    owner_sub: string;
    id: string;
    /** Whom audit events name. */
    name: string;
    scopes: string[];
    /** Name of the administrator. */
    granted_by: string;
    granted_at: Date;
    expires_at: Date;
  };
  /** A key of the operator console; key_hash is its hash. */
  'sso.console_sessions': {
    key_hash: string;
    owner_sub: string;
    /** The sign-in whose access token opened the console. */
    session_id: string;
    created_at: Date;
    /** Time of the ceremony that opened it. */
    confirmed_at: Date;
    expires_at: Date;
  };
  /** Append-only record of security events. */
  'sso.audit_events': {
    bucket: number;
    id: GeneratedAlways<number>;
    at: Date;
    event: string;
    request_id: string;
    owner_sub: string | null;
    client_address: string | null;
    administrator_id: string | null;
    /** Name of the administrator who acted; null for everybody else. */
    administrator_name: string | null;
    ip: string | null;
    details: ColumnType<unknown, string, string>;
  };
  /** A push of the platform that waits for the notification service; triggers of the audit fill it. */
  'sso.system_pushes': {
    bucket: number;
    owner_sub: string;
    event_id: number;
    event: string;
    /** The request of an agent that the event is about; null for other events. */
    approval_request: string | null;
    attempts: Generated<number>;
    next_attempt_at: Date;
  };
}
