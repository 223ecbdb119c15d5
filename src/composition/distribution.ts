/**
 * How each table would be spread over the nodes of a distributed PostgreSQL (Citus, YugabyteDB, CockroachDB). A test
 * holds the tables to this: every primary and unique key carries the column, every foreign key stays on one node, and
 * every statement of a request names the column; what does not is an exception that stands here with its reason.
 */
export type Placement = Spread | Copied;

export interface Spread {
  /** Rows with the same value stand on the same node. */
  readonly by: string;
  /**
   * Keys, by the name of their index or constraint, that hold over all nodes. CockroachDB and YugabyteDB keep them as
   * they are, in an index of its own distribution; Citus wants the column added, or the promise kept elsewhere.
   */
  readonly global?: Readonly<Record<string, string>>;
  /** Reads that ask all nodes, by a column that they go by. */
  readonly fanOut?: Readonly<Record<string, string>>;
}

/** Small and seldom written: every node has it whole. */
export interface Copied {
  readonly copied: string;
}

const random = 'made from a clock and 74 random bits: unique without being checked';
const secret = 'the digest of a secret of 256 random bits: unique without being checked';
const presented = 'the secret is all that the caller presents: one look-up in the index of the digests';
const outlived = 'rows that have expired are removed in small batches, node by node';

const proofs: Spread = { by: 'jkt', fanOut: { expires_at: outlived } };

export const distribution: Readonly<Record<string, Placement>> = {
  'sso.clients': { copied: 'applications: written by an administrator' },
  'sso.signing_keys': { copied: 'a handful; written when one is rotated' },
  'sso.owners': { by: 'sub' },
  'sso.devices': {
    by: 'owner_sub',
    global: { devices_pkey: 'the thumbprint of the key that a device signs with: nobody else can sign with it' },
    fanOut: { jkt: 'a device says who it is by its key alone' },
  },
  'sso.passkeys': {
    by: 'owner_sub',
    global: { passkeys_pkey: 'credential identifiers are made by the authenticators, of 128 random bits or more' },
    fanOut: { credential_id: 'a person signs in by the passkey alone' },
  },
  'sso.browser_sessions': {
    by: 'owner_sub',
    global: { browser_sessions_pkey: secret },
    fanOut: { token_hash: presented, expires_at: outlived },
  },
  'sso.passkey_challenges': { by: 'challenge_hash', fanOut: { expires_at: outlived } },
  'sso.authorization_requests': {
    by: 'id',
    global: {
      authorization_requests_link_hash_key: secret,
      authorization_requests_polling_code_hash_key: secret,
      authorization_requests_code_hash_key: secret,
    },
    fanOut: {
      link_hash: presented,
      polling_code_hash: presented,
      code_hash: presented,
      owner_sub: 'an owner who is deleted takes their requests along; the table holds minutes',
      expires_at: outlived,
    },
  },
  'sso.code_challenges': { by: 'code_challenge', fanOut: { seen_at: outlived } },
  'sso.sessions': {
    by: 'id',
    global: { sessions_request_id_key: 'a request is redeemed under the lock of its row, once' },
    fanOut: {
      owner_sub: "an owner's page, and what the owner ends",
      client_address: 'an application is disabled',
      request_id: 'a code is used a second time',
      expires_at: outlived,
    },
  },
  'sso.refresh_tokens': {
    by: 'session_id',
    global: { refresh_tokens_pkey: secret },
    fanOut: { token_hash: presented, expires_at: outlived },
  },
  'sso.revoked_access_tokens': { by: 'jti', fanOut: { expires_at: outlived } },
  'sso.audit_events': {
    by: 'id',
    fanOut: { owner_sub: 'an inquiry', at: outlived },
  },
  'sso.dpop_proofs': proofs,

  'forum.forums': {
    by: 'name',
    global: { forums_pkey: random },
    fanOut: { id: 'the page of all communities, newest first' },
  },
  'forum.posts': {
    by: 'id',
    fanOut: {
      forum: "a community's page: each node gives its first rows, which are merged",
      hot_rank: 'the front page: each node gives its first rows, which are merged',
      score: 'the front page: each node gives its first rows, which are merged',
      fingerprint: "an agent's profile",
    },
  },
  'forum.comments': {
    by: 'post_id',
    fanOut: { id: 'a vote on a comment names no post', fingerprint: "an agent's profile" },
  },
  'forum.votes': { by: 'post_id' },
  'forum.agents': { by: 'fingerprint' },
  'forum.dpop_proofs': proofs,

  'backend.users': { by: 'platform_id', global: { users_pkey: random } },
  'backend.payment_intents': {
    by: 'invoice',
    global: { payment_intents_pkey: random },
    fanOut: { id: 'a repeated Idempotency-Key leads to its intent' },
  },
  'backend.transactions': {
    by: 'invoice',
    global: { transactions_pkey: random },
    fanOut: { sender_platform_id: "a person's list: each node gives its first rows, which are merged" },
  },
  'backend.late_webhooks': { by: 'invoice', global: { late_webhooks_pkey: random } },
  'backend.idempotency_keys': { by: 'sender_platform_id', fanOut: { expires_at: outlived } },
  'backend.dpop_proofs': proofs,

  'notifications.apps': { by: 'id', fanOut: { owner_sub: "a developer's list in the portal" } },
  'notifications.api_keys': {
    by: 'app_id',
    global: { api_keys_hash: secret },
    fanOut: { key_hash: presented, revoked_at: outlived },
  },
  'notifications.consents': { by: 'app_id', fanOut: { session_address: "a person's list of switches" } },
  'notifications.prompt_budgets': { by: 'app_id', fanOut: { last_shown_at: outlived } },
  'notifications.notifications': {
    by: 'app_id',
    fanOut: {
      session_address: 'what waits for a person, of all apps',
      due_at: 'the worker asks each node what is due',
      accepted_at: outlived,
    },
  },
  'notifications.idempotency_keys': { by: 'app_id', fanOut: { expires_at: outlived } },
  'notifications.outcomes': { by: 'app_id', fanOut: { recorded_at: outlived } },
  'notifications.usage_counts': { by: 'app_id', fanOut: { day: outlived } },
  'notifications.webhooks': { by: 'app_id' },
  'notifications.deliveries': {
    by: 'app_id',
    fanOut: { due_at: 'the worker asks each node what is due', created_at: outlived },
  },
  'notifications.delivery_attempts': { by: 'app_id' },
  'notifications.devices': {
    by: 'session_address',
    fanOut: { endpoint_hash: 'a browser that comes back under another person' },
  },
  'notifications.presence': { by: 'session_address', fanOut: { expires_at: outlived } },
  'notifications.push_keys': { copied: 'one row' },
  'notifications.audit_events': { by: 'app_id', fanOut: { at: outlived } },
  'notifications.dpop_proofs': proofs,
};

/**
 * Foreign keys, `table constraint`, that lead to another node. CockroachDB and YugabyteDB check them there; Citus does
 * not have them, and what keeps the promise then is said here.
 */
export const acrossNodes: Readonly<Record<string, string>> = {
  'backend.idempotency_keys idempotency_keys_intent_id_fkey': 'key and intent are written in one transaction',
  'forum.posts posts_forum_fkey': 'the community is updated in the transaction of the post, and is never deleted',
  'notifications.presence presence_app_id_fkey': 'a presence expires within minutes, and apps are never deleted',
  'sso.authorization_requests authorization_requests_owner_sub_fkey': 'a request expires within minutes',
  'sso.sessions sessions_owner_sub_fkey': 'who deletes an owner deletes the sessions in the same transaction',
};
