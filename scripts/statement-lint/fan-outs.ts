import type { Area } from '../../src/typed-contract/areas.ts';

/** Areas whose request paths ask one node, but for the exceptions below. */
export const keyedAreas: readonly Area[] = ['backend', 'notifications'];

/** A request path with statements that ask all nodes, where the rows of their area are spread. */
export interface FanOut {
  /** `METHOD /path`. */
  readonly path: string;
  /** Tables whose key these statements do not name; `distribution` has the reason of each. */
  readonly tables: readonly string[];
  /** How often the path asks all nodes. */
  readonly rate: string;
}

const byKey = ['notifications.api_keys'];
const ofPerson = ['apps', 'app_members', 'consents', 'deliveries', 'member_names', 'notifications', 'prompt_budgets'];
const inNotifications = (...tables: readonly string[]) => tables.map((table) => `notifications.${table}`);

/** The named exceptions. A key of an app says nothing of its node; lists of a person or of all apps have rows on each. */
export const fanOuts: readonly FanOut[] = [
  { path: 'POST /api/v1/notifications/send', tables: byKey, rate: 'one look-up a send' },
  {
    path: 'GET /api/v1/notifications',
    tables: byKey,
    rate: 'one look-up a page; backends that missed webhooks read it',
  },
  { path: 'GET /api/v1/notifications/:notificationId', tables: byKey, rate: 'one look-up a request' },
  { path: 'GET /api/v1/notifications/consent', tables: byKey, rate: 'one look-up a request' },
  {
    path: 'POST /api/v1/host/notifications/:notificationId/receipts',
    tables: inNotifications('notifications'),
    rate: 'one look-up a receipt, of which a push has at most three',
  },
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
    path: 'GET /api/v1/host/pushes',
    tables: inNotifications('apps', 'notifications'),
    rate: 'when the host opens a stream: once a page',
  },
  {
    path: 'GET /api/v1/host/consents',
    tables: inNotifications('apps', 'consents'),
    rate: 'when a person opens the list of their switches',
  },
  {
    path: 'GET /api/v1/portal/apps',
    tables: inNotifications('apps', 'app_members', 'webhooks'),
    rate: 'when a developer opens the portal',
  },
  { path: 'POST /api/v1/portal/apps', tables: inNotifications('apps'), rate: 'when a developer creates an app' },
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
  {
    path: 'GET /api/v1/admin/contradictions',
    tables: ['backend.contradictions'],
    rate: 'when an operator opens the list of contradictions',
  },
  // These name their keys. What one part found and another inserts is known to the engine only, which tells all nodes.
  { path: 'POST /api/v1/system/pushes', tables: [], rate: 'one insertion a push of the platform' },
  { path: 'POST /api/webhooks/payment', tables: [], rate: 'one insertion a payment, on the nodes of payer and hash' },
  {
    path: 'POST /api/v1/admin/contradictions/:id/resolve',
    tables: [],
    rate: 'when an operator settles a contradiction',
  },
];
