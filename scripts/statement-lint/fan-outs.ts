import type { Area } from '../../src/typed-contract/areas.ts';

/** Areas whose request paths ask one node, but for the exceptions below. */
export const keyedAreas: readonly Area[] = ['sso', 'forum', 'backend', 'notifications'];

/** A request path with statements that ask all nodes, where the rows of their area are spread. */
export interface FanOut {
  /** `METHOD /path`. */
  readonly path: string;
  /** Tables whose key these statements do not name; `distribution` has the reason of each. */
  readonly tables: readonly string[];
  /** How often the path asks all nodes. */
  readonly rate: string;
}

const ofRequests = 'sso.authorization_requests';
const inSso = (...tables: readonly string[]) => tables.map((table) => `sso.${table}`);
const authenticators = inSso('devices', 'passkeys');

/** People are known by their session address; these are looked for by what signs in, by a secret alone, or in lists of all. */
const ofPeople: readonly FanOut[] = [
  { path: 'GET /api/v1/owner', tables: authenticators, rate: 'when a person opens their account' },
  {
    path: 'POST /api/v1/owner/passkeys/assertion-options',
    tables: inSso('passkeys', 'sessions'),
    rate: 'when a person confirms with a passkey',
  },
  {
    path: 'POST /api/v1/owner/passkeys/registration-options',
    tables: inSso('device_links', 'passkeys'),
    rate: 'when a person adds a passkey',
  },
  {
    path: 'POST /api/v1/owner/devices',
    tables: inSso('device_links', 'devices'),
    rate: 'when a person adds a device',
  },
  {
    path: 'POST /api/v1/owner/recovery/options',
    tables: inSso('passkeys', 'recovery_codes'),
    rate: 'when a person uses a recovery code',
  },
  {
    path: 'GET /link/:link',
    tables: inSso('device_links'),
    rate: 'when a person opens the page of a link for another device',
  },
  { path: 'GET /pictures/:digest', tables: inSso('pictures'), rate: 'when a picture is not in the cache of a browser' },
  {
    path: 'GET /api/v1/owners',
    tables: ['sso.owners', ...authenticators],
    rate: 'when an operator searches people',
  },
  ...['GET /api/v1/owners/:sub', 'POST /api/v1/owners/:sub/resume', 'PUT /api/v1/owners/:sub/console-scopes'].map(
    (path) => ({
      path,
      tables: ['sso.sessions', ...authenticators],
      rate: 'when an operator opens or changes a person',
    }),
  ),
  ...['POST /api/v1/owner/passkeys', 'POST /api/v1/owner/recovery'].map((path) => ({
    path,
    tables: inSso('authorization_requests', 'passkeys', 'sessions'),
    rate: 'when a person adds a passkey, or uses a recovery code',
  })),
  {
    path: 'POST /api/v1/owners/:sub/suspend',
    tables: [ofRequests, 'sso.sessions', ...authenticators],
    rate: 'when an operator suspends a person',
  },
  ...['GET /api/v1/audit', 'GET /api/v1/audit/export'].map((path) => ({
    path,
    tables: inSso('audit_events'),
    rate: 'when an operator reads or exports events on record: once a page',
  })),
  { path: 'GET /api/v1/console-grants', tables: inSso('console_grants'), rate: 'when an operator opens the list' },
];

/** Sign-ins of the last minutes carry the bucket of their code challenge, not that of who or what approved them. */
const requestsOf: readonly (readonly [rate: string, paths: readonly string[]])[] = [
  [
    'when a person signs out of a browser or of all',
    [
      'DELETE /api/v1/owner/session',
      'DELETE /api/v1/owner/browser-sessions',
      'DELETE /api/v1/owner/browser-sessions/:browserSessionId',
      'GET /oauth/end_session',
      'POST /oauth/end_session/confirm',
    ],
  ],
  ['when a person signs in again in a browser', ['POST /api/v1/owner/session']],
  ['when a person disconnects an application', ['DELETE /api/v1/owner/clients/:clientId']],
  ['when an operator signs a person out', ['POST /api/v1/owners/:sub/sessions/revoke']],
  [
    'when an application is restricted, disabled or deleted',
    [
      'PATCH /api/v1/providers/:providerAddress',
      'POST /api/v1/providers/:providerAddress/disable',
      'DELETE /api/v1/owner/applications/:clientId',
    ],
  ],
];

/** Sessions carry a bucket of their own, not that of their person, application or key. */
const bySession: readonly (readonly [path: string, rate: string])[] = [
  ['GET /api/v1/owner/sessions', 'when a person opens the list of what is connected'],
  ['GET /api/v1/owners/:sub/sessions', 'when an operator opens the list of what a person connected'],
  ['GET /api/v1/owner/end-preview', 'before a person ends something'],
  ['POST /api/v1/owner/keys/:jkt/compromise', 'when a person reports a stolen key'],
  ['GET /oauth/keys/:jkt', 'when somebody asks for the status of a key that is in no cache'],
  ['GET /agents/:jkt', 'when somebody asks for the card of an agent that is in no cache'],
  [
    'GET /agents/:jkt/.well-known/http-message-signatures-directory',
    'when somebody asks for the key of an agent that is in no cache',
  ],
  ['POST /oauth/bc-authorize', 'when an agent asks its owner'],
  ['GET /api/v1/owner/requests', 'when a person opens the inbox'],
  ['GET /api/v1/owner/requests/:requestId', 'when a person opens a request of an agent'],
  ['POST /api/v1/owner/requests/:requestId/decision', 'when a person decides a request of an agent'],
];

const ofSso: readonly FanOut[] = [
  ...ofPeople,
  ...requestsOf.flatMap(([rate, paths]) => paths.map((path) => ({ path, tables: [ofRequests, 'sso.sessions'], rate }))),
  ...['DELETE /api/v1/owner/devices/:jkt', 'DELETE /api/v1/owner/passkeys/:credentialId'].map((path) => ({
    path,
    tables: [ofRequests, 'sso.sessions', ...authenticators, 'sso.passkey_challenges'],
    rate: 'when a person removes a way to sign in',
  })),
  // What one part found and another inserts is known to the engine only, which tells all nodes.
  {
    path: 'POST /oauth/token',
    tables: inSso('sessions'),
    rate: 'the insertions of an exchange of a code, the first exchange of a delegation, a poll of an approval, and a code that is used again',
  },
  ...bySession.map(([path, rate]) => ({ path, tables: inSso('sessions'), rate })),
  ...['DELETE /api/v1/owner', 'DELETE /api/v1/owners/:sub'].map((path) => ({
    path,
    tables: [ofRequests, 'sso.delegations', 'sso.sessions', ...authenticators, 'sso.agent_keys'],
    rate: 'when a person is deleted',
  })),
];

const inForum = (...tables: readonly string[]) => tables.map((table) => `forum.${table}`);

/** Lists over many posts merge the first rows of each node. */
const ofForum: readonly FanOut[] = [
  { path: 'GET /api/posts', tables: inForum('posts'), rate: 'one merge a page of a list' },
  { path: 'GET /api/forums', tables: inForum('forums'), rate: 'when somebody opens the list of communities' },
  { path: 'GET /api/agents/:fingerprint', tables: inForum('comments', 'posts'), rate: 'when somebody opens a profile' },
  {
    path: 'GET /api/owners/:owner',
    tables: inForum('agents', 'comments', 'posts'),
    rate: 'when somebody opens the page of an owner',
  },
  { path: 'GET /api/moderation/log', tables: inForum('moderation_actions'), rate: 'when somebody opens the log' },
  {
    path: 'GET /api/reports',
    tables: inForum('comments', 'posts', 'reports'),
    rate: 'when a moderator opens the queue',
  },
  { path: 'POST /api/moderation/actions', tables: inForum('posts'), rate: 'when a moderator pins a post' },
  {
    path: 'DELETE /api/owners/:owner',
    tables: inForum(
      'agents',
      'comments',
      'forums',
      'idempotency_keys',
      'moderation_actions',
      'moderators',
      'posts',
      'reports',
      'votes',
    ),
    rate: 'when an operator erases a person',
  },
];

const ofPerson = ['apps', 'app_members', 'consents', 'deliveries', 'member_names', 'notifications', 'prompt_budgets'];
const inNotifications = (...tables: readonly string[]) => tables.map((table) => `notifications.${table}`);

/** Lists of a developer or of all apps have rows on each node. */
const ofNotifications: readonly FanOut[] = [
  {
    path: 'POST /api/v1/host/devices',
    tables: inNotifications('devices'),
    rate: 'when a browser subscribes, and when it signs in',
  },
  {
    path: 'POST /api/v1/system/devices',
    tables: inNotifications('devices'),
    rate: 'when a browser subscribes at the provider',
  },
  {
    path: 'GET /api/v1/portal/apps',
    tables: inNotifications('apps', 'app_members', 'webhooks'),
    rate: 'when a developer opens the portal',
  },
  { path: 'GET /api/v1/statistics', tables: inNotifications('apps'), rate: 'when the start page is not in a cache' },
  {
    path: 'GET /metrics',
    tables: inNotifications('deliveries', 'notifications', 'webhooks'),
    rate: 'one scrape of each process, four a minute as a rule',
  },
  {
    path: 'GET /api/v1/admin/apps',
    tables: inNotifications('apps', 'member_names', 'webhooks'),
    rate: 'when an operator opens the list of apps',
  },
  {
    path: 'GET /api/v1/admin/users/:sub',
    tables: inNotifications('audit_events', ...ofPerson),
    rate: 'when an operator exports the data of a person',
  },
  {
    path: 'DELETE /api/v1/admin/users/:sub',
    tables: inNotifications('activity_seen', 'api_keys', 'idempotency_keys', 'outcomes', ...ofPerson),
    rate: 'when an operator erases a person',
  },
  // It names its keys, as the exchange of a code does.
  {
    path: 'POST /api/v1/host/notifications/:notificationId/receipts',
    tables: [],
    rate: 'one insertion a receipt that settles a notification',
  },
  { path: 'POST /api/v1/system/pushes', tables: [], rate: 'one insertion a push of the platform' },
];

const ofBackend: readonly FanOut[] = [
  {
    path: 'GET /api/v1/admin/contradictions',
    tables: ['backend.contradictions'],
    rate: 'when an operator opens the list of contradictions',
  },
  // These name their keys, as above.
  { path: 'POST /api/webhooks/payment', tables: [], rate: 'one insertion a payment, on the nodes of payer and hash' },
  {
    path: 'POST /api/v1/admin/contradictions/:id/resolve',
    tables: [],
    rate: 'when an operator settles a contradiction',
  },
];

/** The named exceptions. */
export const fanOuts: readonly FanOut[] = [...ofSso, ...ofForum, ...ofBackend, ...ofNotifications];
