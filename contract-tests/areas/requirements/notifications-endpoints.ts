import type { WrittenSection } from './section.ts';

/** Area E of the interface document: its endpoints. */
export const notificationsEndpointRequirements: readonly WrittenSection[] = [
  {
    section: 'Endpoints / Notification service (base {notifications_base_url})',
    serves: ['notifications.sendNotification'],
    rows: [
      {
        says: 'POST | /api/v1/notifications/send | X-Platform-Notifications-Key (required); Content-Type: application/json; Idempotency-Key (optional) | send request body | 202 {notificationId, status: queued}',
        provenBy: [
          'notifications send: the response has notificationId (ntf_<id>, or ntf_test_<id> for test sends) and status queued',
        ],
      },
      {
        says: 'GET | /api/v1/notifications/consent | X-Platform-Notifications-Key | query sessionAddress | 200 {sessionAddress, status}',
        serves: ['notifications.getConsent'],
        provenBy: ['notifications consent: the response has sessionAddress and status granted or denied'],
      },
      {
        says: 'A request carrying any Authorization header is rejected with 401; the API key is the only accepted credential.',
        serves: ['notifications.sendNotification', 'notifications.getConsent'],
        provenBy: ['notifications send: any Authorization header gets 401, because the API key is the only credential'],
      },
      {
        says: 'A send needs consent granted for the pair (sessionAddress, app).',
        provenBy: ['notifications send: consent given to another app does not count'],
      },
      {
        says: 'No record: 404 code 1005.',
        provenBy: ['notifications send: no recorded consent gets 404 with code 1005'],
      },
      {
        says: 'Recorded but denied: 403 code 1004.',
        provenBy: ['notifications send: denied consent gets 403 with code 1004'],
      },
      {
        says: 'An identical body to the same user within 24 hours: 400 code 1002.',
        provenBy: ['notifications send: an identical body to the same user within 24 hours gets 400 with code 1002'],
      },
      {
        says: 'Idempotency-Key is scoped to (app, key) for 24 hours: same key and same payload gives 202 replaying the original notificationId with no second push;',
        provenBy: [
          'notifications send: the same Idempotency-Key and payload replay the original notificationId without a second push',
        ],
      },
      {
        says: 'same key and different payload gives 409 code 1003.',
        provenBy: ['notifications send: the same Idempotency-Key with a different payload gets 409 with code 1003'],
      },
      {
        says: 'Failed sends do not consume send quota.',
        provenBy: [
          'notifications send: failed sends do not consume the send quota',
          'notifications send: failed sends consume no quota',
        ],
      },
      {
        says: 'The consent check returns prompt for an unknown user, never 404.',
        serves: ['notifications.getConsent'],
        provenBy: ['notifications consent: the status of an unknown user is prompt, not 404'],
      },
    ],
  },
  {
    section: 'Endpoints / Notification service (base {notifications_base_url}) / Client permission call',
    serves: ['miniapp-react:useNotificationPermission'],
    rows: [
      {
        says: 'Client permission call (host bridge, for non-React clients): request method notifications:permission.request with an empty payload, awaiting notifications:permission.response whose payload is {reqId: string, status: granted, denied or rate_limited}.',
        serves: ['miniapp-bridge:createBridge'],
        provenBy: [
          'mini-app bridge: a permission request is JSON with type, name and a payload of reqId only',
          'mini-app bridge: permission status %j is an error',
        ],
      },
      {
        says: 'The raw bridge default timeout is 30 seconds;',
        serves: ['miniapp-bridge:createBridge'],
        provenBy: ['mini-app bridge: the default timeout is 30 seconds'],
      },
      {
        says: 'a 120000 ms timeout is passed explicitly for this call. The React hook useNotificationPermission takes option timeout (number, ms, default 120000) and returns requestPermission, status (last status or null), isLoading, error, callable (host supports the method).',
        provenBy: [
          'mini-app hooks: the default timeout is 120,000 ms',
          'mini-app hooks: before the first call there is no status and no error, and the hook is callable',
        ],
      },
      {
        says: 'requestPermission resolves {ok: true, status} or {ok: false, error}.',
        provenBy: [
          'mini-app hooks: the last status is kept while the next call is pending and when it fails',
          'mini-app hooks: without a host not callable, and a call fails immediately',
        ],
      },
      {
        says: 'A call made while one is pending resolves at once with {ok: false, error} (a busy error) and changes nothing.',
        provenBy: [
          'mini-app hooks: a call during a pending one resolves immediately with BridgeBusyError and changes no state',
        ],
      },
      {
        says: 'Start param on the client: the host injects startParam as a launch param when the mini app is opened from a notification tap; launch params are set once at boot and there is no in-session event for a new value.',
        serves: ['miniapp-bridge:createBridge'],
        provenBy: [
          'mini-app launch params: read once at boot and frozen',
          'mini-app launch params: a 256-byte startParam of any script is unchanged',
        ],
      },
    ],
  },
];
