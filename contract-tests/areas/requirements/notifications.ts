import type { WrittenSection } from './section.ts';

/** Area E of the interface document. */
export const notificationsRequirements: readonly WrittenSection[] = [
  {
    section: 'What the service does',
    serves: ['notifications.sendNotification'],
    rows: [
      {
        says: "Notification service. A mini-app backend sends one push to one recipient (a session address) using a secret API key. The service checks the recipient's consent, queues the push and later posts signed status webhooks reporting the outcome. A test mode simulates outcomes. Consent is obtained on the client through a host permission prompt.",
        provenBy: [
          'notifications send: a valid send gets 202 with an ntf_ id and status queued',
          'permission prompts: three in 24 hours, then rate_limited; a granted consent needs none',
        ],
      },
    ],
  },
  {
    section: 'Resources and their fields / Notification resources',
    serves: ['notifications.sendNotification'],
    rows: [
      {
        says: 'sessionAddress | string | yes | recipient, at most 64 characters; must be taken from the sub claim of the verified user token, never from the client',
        provenBy: ['notifications send: sessionAddress is required, at most 64 characters'],
      },
      {
        says: "body | string | yes | 1 to 178 characters; the push title is always the mini app's name",
        provenBy: ['notifications send: body is required, 1 to 178 characters'],
      },
      {
        says: 'startParam | string | no | deep-link payload, at most 256 UTF-8 bytes',
        provenBy: ['notifications send: startParam is optional, at most 256 UTF-8 bytes'],
      },
      {
        says: 'test | string | no | test scenario, see Events',
        provenBy: ['notifications send: test is an optional string that names a scenario'],
      },
      {
        says: 'notificationId (string, ntf_<id> for real sends, ntf_test_<id> for test sends), status (always the string queued).',
        provenBy: [
          'notifications send: the response has notificationId (ntf_<id>, or ntf_test_<id> for test sends) and status queued',
        ],
      },
      {
        says: 'Consent record: sessionAddress (string), status (prompt, granted, denied). Prompt means no consent is recorded.',
        serves: ['notifications.getConsent', 'notifications.setConsent'],
        provenBy: [
          'notifications consent: the response has sessionAddress and status granted or denied',
          'notifications consent: the status of an unknown user is prompt, not 404',
        ],
      },
      {
        says: 'API key: format ank_ followed by 26 characters.',
        serves: ['notifications.createApiKey'],
        provenBy: ['notifications API key: it has the prefix ank_ and 26 characters'],
      },
      {
        says: 'Webhook public key: Ed25519, hex.',
        serves: ['notifications.setWebhook'],
        provenBy: ['status webhook: after a rotation the new key pair signs at once'],
      },
      {
        says: 'Error envelope: code (integer), message (string), details (object, optional; details.retryAfterSeconds only on 429).',
        serves: ['notifications'],
        provenBy: [
          'notifications errors: an unknown path gets the same error format',
          'notifications errors: only a 429 has details.retryAfterSeconds',
        ],
      },
    ],
  },
  {
    section: 'States and transitions',
    serves: ['notifications.deliverNotificationStatus'],
    rows: [
      {
        says: 'prompt (no record) | client requestPermission | user allows in the host prompt | granted | host records consent for the mini app',
        serves: ['notifications.requestPermission', 'notifications.setConsent'],
        provenBy: ['permission prompts: three in 24 hours, then rate_limited; a granted consent needs none'],
      },
      {
        says: 'prompt | client requestPermission | user dismisses the prompt | denied',
        serves: ['notifications.requestPermission', 'notifications.setConsent'],
        provenBy: ['notifications consent: the response has sessionAddress and status granted or denied'],
      },
      {
        says: 'any | client requestPermission | prompt budget exhausted | unchanged | result status rate_limited; no prompt shown',
        serves: ['notifications.requestPermission'],
        provenBy: [
          'permission prompts: three in 24 hours, then rate_limited; a granted consent needs none',
          'notifications: of twenty concurrent prompts three are shown',
        ],
      },
      {
        says: 'no notification | send | consent granted, checks pass | queued | 202 returned; one outcome webhook follows later',
        serves: ['notifications.sendNotification'],
        provenBy: ['status webhook: a real notification has exactly one outcome webhook'],
      },
      {
        says: 'queued | outcome | delivered to device | delivered | webhook delivered',
        serves: ['notifications.createReceipt', 'notifications.deliverNotificationStatus'],
        provenBy: [
          'push stream: a push is one event, repeated on each connection until its receipt',
          'push receipts: clicked implies delivered, and only the recipient can report it',
        ],
      },
      {
        says: 'delivered | user taps | | clicked | webhook clicked, sent in addition to delivered',
        serves: ['notifications.createReceipt', 'notifications.deliverNotificationStatus'],
        provenBy: ['push receipts: clicked implies delivered, and only the recipient can report it'],
      },
      {
        says: 'queued | outcome | user was inside the mini app | suppressed_user_in_app | webhook',
        provenBy: [
          'notification outcome: it is suppressed_user_in_app only while the person has this app open, at most 60 seconds',
        ],
      },
      {
        says: 'queued | outcome | user turned notifications off | dropped_permission_revoked | webhook',
        provenBy: [
          'notification outcome: denying consent while it waits makes it dropped_permission_revoked immediately',
        ],
      },
      {
        says: 'queued | outcome | no deliverable device | dropped_device_unreachable | webhook',
        provenBy: ['notification outcome: without a device it is dropped_device_unreachable, exactly once'],
      },
    ],
  },
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
  {
    section: 'Authentication',
    rows: [
      {
        says: 'E send and consent | X-Platform-Notifications-Key: <API_KEY>; no Authorization header allowed',
        serves: ['notifications.sendNotification', 'notifications.getConsent'],
        provenBy: [
          'notifications consent: it requires a valid X-Platform-Notifications-Key and no Authorization header',
        ],
      },
      {
        says: 'E webhooks to the developer | X-Platform-Signature and X-Platform-Timestamp, see Events',
        serves: ['notifications.deliverNotificationStatus'],
        provenBy: ['status webhook: X-Platform-Signature is lowercase hex and X-Platform-Timestamp is Unix seconds'],
      },
      {
        says: 'The notification API key format is the prefix ank_ followed by 26 characters.',
        serves: ['notifications.createApiKey'],
        provenBy: ['notifications API key: it has the prefix ank_ and 26 characters'],
      },
      {
        says: 'It is shown once, kept server-side only, and is rotated in the developer portal: the new key works at once and the old one keeps working 7 days.',
        serves: ['notifications.createApiKey'],
        provenBy: [
          'notifications API key: it is returned once, a new key works at once, and the old one keeps working 7 days',
        ],
      },
    ],
  },
  {
    section: "Events / Notification status webhook (service to the developer's backend)",
    serves: ['notifications.deliverNotificationStatus'],
    rows: [
      {
        says: 'The developer registers one webhook URL in the developer portal: public HTTPS, at most 2048 characters; private, loopback and link-local addresses are refused.',
        serves: ['notifications.setWebhook'],
        provenBy: ['status webhook: a URL that is not public HTTPS or exceeds 2048 characters is refused'],
      },
      {
        says: 'The public key (Ed25519, hex) is displayed only at creation and after a key rotation.',
        serves: ['notifications.setWebhook', 'notifications.rotateWebhookKey'],
        provenBy: ['status webhook: the public key is not returned after creation and rotation'],
      },
      {
        says: 'Request: POST, JSON body.',
        provenBy: ['status webhook: it is a POST with a JSON body'],
      },
      {
        says: 'notificationId | string | ntf_<id> or ntf_test_<id>',
        provenBy: [
          'status webhook: the payload has exactly notificationId, status, sessionAddress, test and timestamp',
        ],
      },
      {
        says: 'status | string | see below',
        provenBy: [
          'status webhook: the payload has exactly notificationId, status, sessionAddress, test and timestamp',
        ],
      },
      {
        says: 'sessionAddress | string | recipient',
        provenBy: [
          'status webhook: the payload has exactly notificationId, status, sessionAddress, test and timestamp',
        ],
      },
      {
        says: 'test | boolean | true for test-mode sends',
        provenBy: [
          'status webhook: the payload has exactly notificationId, status, sessionAddress, test and timestamp',
        ],
      },
      {
        says: 'timestamp | string | RFC 3339, stamped per delivery attempt',
        provenBy: [
          'status webhook: the payload has exactly notificationId, status, sessionAddress, test and timestamp',
        ],
      },
      {
        says: 'Headers: X-Platform-Signature (lowercase hex Ed25519 signature), X-Platform-Timestamp (Unix seconds, decimal string).',
        provenBy: ['status webhook: X-Platform-Signature is lowercase hex and X-Platform-Timestamp is Unix seconds'],
      },
      {
        says: 'Verification: read the raw body as UTF-8 before parsing; signing input is the X-Platform-Timestamp value, a dot, and the raw body; verify the signature over it with the public key;',
        serves: ['webhooks:verifyWebhook'],
        provenBy: ['status webhook: the signature covers the X-Platform-Timestamp value, a dot and the raw body'],
      },
      {
        says: 'reject with 401 when a header is missing or the signature is invalid.',
        serves: ['webhooks:verifyWebhook'],
        provenBy: [
          'notification webhook: a signed webhook verifies with its body as text or bytes',
          'notification webhook: a body with any byte changed is rejected, and any header text is rejected with a code',
        ],
      },
      {
        says: 'During key rotation verify with the new key first, then the previous key (previousPublicKey).',
        serves: ['webhooks:verifyWebhook'],
        provenBy: ['notification webhook: during a rotation the current key is tried first, then the previous one'],
      },
      {
        says: 'delivered | the push reached the device',
        provenBy: ['push stream: a push is one event, repeated on each connection until its receipt'],
      },
      {
        says: 'clicked | the user tapped it; sent in addition to delivered',
        provenBy: ['push receipts: clicked implies delivered, and only the recipient can report it'],
      },
      {
        says: 'suppressed_user_in_app | the user was inside the mini app, banner suppressed',
        provenBy: [
          'notification outcome: it is suppressed_user_in_app only while the person has this app open, at most 60 seconds',
        ],
      },
      {
        says: 'dropped_permission_revoked | the user turned notifications off',
        provenBy: [
          'notification outcome: denying consent while it waits makes it dropped_permission_revoked immediately',
        ],
      },
      {
        says: 'dropped_device_unreachable | no deliverable device',
        provenBy: ['notification outcome: without a device it is dropped_device_unreachable, exactly once'],
      },
      {
        says: 'the status set is open and receivers must tolerate unknown values;',
        provenBy: [],
        because: 'what receivers do; the helper hands every status over',
      },
      {
        says: 'at most one webhook per (notificationId, status);',
        provenBy: ['notifications: forty concurrent receipts cause one webhook per status, delivered before clicked'],
      },
      {
        says: 'a delivery succeeds on any 2xx response;',
        provenBy: ['deliverNotificationStatus: status %d is a success and ends the delivery'],
      },
      {
        says: 'otherwise it is retried with exponential backoff (base 5 s, doubling, capped at 5 minutes, with jitter) for at most 8 attempts, then dropped;',
        provenBy: [
          'webhook delivery: %s is retried after 5, 10, 20, 40, 80, 160 and 300 s, then dropped after 8 attempts',
        ],
      },
      {
        says: 'a retried delivery can arrive after the event was already handled, so handling must be idempotent.',
        provenBy: [],
        because: 'what receivers do',
      },
      {
        says: 'The send operation emits exactly one outcome webhook per real notification after the 202.',
        serves: ['notifications.sendNotification', 'notifications.deliverNotificationStatus'],
        provenBy: ['status webhook: a real notification has exactly one outcome webhook'],
      },
      {
        says: 'Rotating the webhook key makes a new keypair sign at once.',
        serves: ['notifications.rotateWebhookKey'],
        provenBy: ['status webhook: after a rotation the new key pair signs at once'],
      },
    ],
  },
  {
    section: "Events / Notification status webhook (service to the developer's backend) / Test mode",
    serves: ['notifications.sendNotification'],
    rows: [
      {
        says: 'test sends skip the consent, rate-limit and duplicate-body checks, return an ntf_test_ id, and emit real signed webhooks with test true.',
        provenBy: [
          'notifications test mode: test sends skip consent, rate and duplicate checks, and emit signed webhooks with test true',
        ],
      },
      {
        says: 'delivered | webhook delivered',
        provenBy: ['notifications test mode: scenario delivered emits the webhook delivered'],
      },
      {
        says: 'clicked | webhooks delivered, then clicked',
        provenBy: ['notifications test mode: scenario clicked emits the webhooks delivered, then clicked'],
      },
      {
        says: 'suppressed_user_in_app | that webhook',
        provenBy: ['notifications test mode: scenario suppressed_user_in_app emits that webhook'],
      },
      {
        says: 'dropped_permission_revoked | that webhook',
        provenBy: ['notifications test mode: scenario dropped_permission_revoked emits that webhook'],
      },
      {
        says: 'dropped_device_unreachable | that webhook',
        provenBy: ['notifications test mode: scenario dropped_device_unreachable emits that webhook'],
      },
      {
        says: 'error:permission_denied | 403 code 1004, no push, no webhook',
        provenBy: [
          'notifications test mode: scenario error:permission_denied gets 403 with code 1004 and emits no webhook',
        ],
      },
      {
        says: 'error:duplicate_body | 400 code 1002',
        provenBy: ['notifications test mode: scenario error:duplicate_body gets 400 with code 1002'],
      },
      {
        says: 'error:rate_limited | 429 with retryAfterSeconds',
        provenBy: ['notifications test mode: scenario error:rate_limited gets 429 with retryAfterSeconds'],
      },
      {
        says: 'error:session_address_not_found | 404 code 1005',
        provenBy: ['notifications test mode: scenario error:session_address_not_found gets 404 with code 1005'],
      },
      {
        says: 'error:unknown | 500',
        provenBy: ['notifications test mode: scenario error:unknown gets 500'],
      },
      {
        says: 'Any other test value is treated as a normal real send; it is not rejected.',
        provenBy: ['notifications test mode: an unknown scenario is a real send and is not rejected'],
      },
    ],
  },
  {
    section: 'Errors / Notification service',
    serves: ['notifications.sendNotification'],
    rows: [
      {
        says: 'Every error body is {code, message, details?}.',
        serves: ['notifications'],
        provenBy: ['notifications errors: an unknown path gets the same error format'],
      },
      {
        says: '400 | 1001 | invalid request payload | fix the failing field',
        provenBy: ['notifications errors: an invalid payload gets 400 with code 1001'],
      },
      {
        says: '400 | 1002 | duplicate body within 24 h | vary the text',
        provenBy: ['notifications send: an identical body to the same user within 24 hours gets 400 with code 1002'],
      },
      {
        says: '401 | 401 | missing or invalid key, or an Authorization header sent | send a valid key and no bearer token',
        provenBy: ['notifications errors: an invalid key or an Authorization header gets 401 with code 401'],
      },
      {
        says: '403 | 1004 | consent recorded but not granted | do not retry',
        provenBy: ['notifications send: denied consent gets 403 with code 1004'],
      },
      {
        says: '404 | 1005 | no consent recorded for the pair | prompt the user in the app first',
        provenBy: ['notifications send: no recorded consent gets 404 with code 1005'],
      },
      {
        says: '409 | 1003 | Idempotency-Key reused with a different payload | use a fresh key',
        provenBy: ['notifications send: the same Idempotency-Key with a different payload gets 409 with code 1003'],
      },
      {
        says: '413 | 413 | body over 178 characters or startParam over 256 bytes | shorten',
        provenBy: [
          'notifications errors: a body over 178 characters or a startParam over 256 bytes gets 413 with code 413',
        ],
      },
      {
        says: '429 | 429 | send rate limit exceeded; details.retryAfterSeconds present | retry after that many seconds',
        provenBy: ['notifications errors: an exceeded send rate gets 429 with details.retryAfterSeconds'],
      },
      {
        says: '500 | 500 | internal error | retry later',
        provenBy: ['notifications test mode: scenario error:unknown gets 500'],
      },
    ],
  },
  {
    section: 'Limits',
    serves: ['notifications.sendNotification'],
    rows: [
      {
        says: 'sessionAddress | at most 64 characters | E send',
        provenBy: ['notifications send: sessionAddress is required, at most 64 characters'],
      },
      {
        says: 'body | 1 to 178 characters | E send',
        provenBy: ['notifications send: body is required, 1 to 178 characters'],
      },
      {
        says: 'startParam | at most 256 UTF-8 bytes | E send',
        provenBy: ['notifications send: startParam is optional, at most 256 UTF-8 bytes'],
      },
      {
        says: 'send rate | 1 per hour and 3 per day per (app, session address) | E send',
        provenBy: [
          'notifications send limits: 1 per hour and 3 per day, rolling: %s',
          'notifications: of a hundred concurrent sends to one user exactly one is accepted',
        ],
      },
      {
        says: 'duplicate-body window | 24 hours | E send',
        provenBy: [
          'notifications send limits: an identical body within 24 hours is a duplicate, regardless of the rate',
        ],
      },
      {
        says: 'idempotency window | 24 hours per (app, key) | E send',
        provenBy: ['notifications idempotency: a key expires exactly 24 hours after its send'],
      },
      {
        says: 'permission prompts | at most 3 per rolling 24 hours per (session address, app) | E client; the stored consent stays unchanged when exhausted',
        serves: ['notifications.requestPermission'],
        provenBy: [
          'permission prompts: three in succession, the fourth exactly 24 hours after the first',
          'permission prompts: three in 24 hours, then rate_limited; a granted consent needs none',
        ],
      },
      {
        says: 'permission timeout | 120000 ms hook default; 30000 ms raw bridge default | E client',
        serves: ['miniapp-react:useNotificationPermission', 'miniapp-bridge:createBridge'],
        provenBy: [
          'mini-app hooks: the default timeout is 120,000 ms',
          'mini-app bridge: the default timeout is 30 seconds',
        ],
      },
      {
        says: 'webhook URL | at most 2048 characters | E',
        serves: ['notifications.setWebhook'],
        provenBy: ['status webhook: a URL that is not public HTTPS or exceeds 2048 characters is refused'],
      },
      {
        says: 'webhook retries | 8 attempts, backoff base 5 s doubling, cap 5 minutes | E',
        serves: ['notifications.deliverNotificationStatus'],
        provenBy: [
          'webhook delivery: %s is retried after 5, 10, 20, 40, 80, 160 and 300 s, then dropped after 8 attempts',
        ],
      },
      {
        says: 'old API key grace | 7 days | E',
        serves: ['notifications.createApiKey'],
        provenBy: [
          'portal API keys: a new key of ank_ and 26 characters works at once, and each older one for its own 7 days',
        ],
      },
    ],
  },
  {
    section: 'Versioning',
    serves: ['notifications'],
    rows: [
      {
        says: 'E: the notification contract is available since version 1.5.0; paths carry the prefix /api/v1/.',
        provenBy: [
          'notifications: paths without the prefix /api/v1/ do not exist',
          'mini-app contract version: %s is at least %s: %s',
        ],
      },
    ],
  },
];
