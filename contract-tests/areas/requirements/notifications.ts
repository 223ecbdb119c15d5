import type { WrittenSection } from './section.ts';

/** Area E of the interface document. */
export const notificationsRequirements: readonly WrittenSection[] = [
  {
    section: 'What the service does',
    rows: [
      {
        says: "Notification service. A mini-app backend sends one push to one recipient (a session address) using a secret API key. The service checks the recipient's consent, queues the push and later posts signed status webhooks reporting the outcome. A test mode simulates outcomes. Consent is obtained on the client through a host permission prompt.",
        provenBy: [
          'a send without fault answers 202 with an ntf_ id and queued',
          'three prompts in 24 hours, then rate_limited; granted needs no prompt',
        ],
      },
    ],
  },
  {
    section: 'Resources and their fields / Notification resources',
    rows: [
      {
        says: 'sessionAddress | string | yes | recipient, at most 64 characters; must be taken from the sub claim of the verified user token, never from the client',
        provenBy: ['sessionAddress | string | yes | recipient, at most 64 characters'],
      },
      {
        says: "body | string | yes | 1 to 178 characters; the push title is always the mini app's name",
        provenBy: ['body | string | yes | 1 to 178 characters'],
      },
      'startParam | string | no | deep-link payload, at most 256 UTF-8 bytes',
      'test | string | no | test scenario, see Events',
      'notificationId (string, ntf_<id> for real sends, ntf_test_<id> for test sends), status (always the string queued).',
      {
        says: 'Consent record: sessionAddress (string), status (prompt, granted, denied). Prompt means no consent is recorded.',
        provenBy: [
          'sessionAddress (string), status (prompt, granted, denied).',
          'The consent check returns prompt for an unknown user, never 404.',
        ],
      },
      {
        says: 'API key: format ank_ followed by 26 characters.',
        provenBy: ['The notification API key format is the prefix ank_ followed by 26 characters.'],
      },
      {
        says: 'Webhook public key: Ed25519, hex.',
        provenBy: ['Rotating the webhook key makes a new keypair sign at once.'],
      },
      {
        says: 'Error envelope: code (integer), message (string), details (object, optional; details.retryAfterSeconds only on 429).',
        provenBy: ['no path of the service answers in another form', 'details.retryAfterSeconds only on 429'],
      },
    ],
  },
  {
    section: 'States and transitions',
    rows: [
      {
        says: 'prompt (no record) | client requestPermission | user allows in the host prompt | granted | host records consent for the mini app',
        provenBy: ['three prompts in 24 hours, then rate_limited; granted needs no prompt'],
      },
      {
        says: 'prompt | client requestPermission | user dismisses the prompt | denied',
        provenBy: ['sessionAddress (string), status (prompt, granted, denied).'],
      },
      {
        says: 'any | client requestPermission | prompt budget exhausted | unchanged | result status rate_limited; no prompt shown',
        provenBy: [
          'three prompts in 24 hours, then rate_limited; granted needs no prompt',
          'notifications: twenty prompts at once show three',
        ],
      },
      {
        says: 'no notification | send | consent granted, checks pass | queued | 202 returned; one outcome webhook follows later',
        provenBy: ['The send operation emits exactly one outcome webhook per real notification after the 202.'],
      },
      {
        says: 'queued | outcome | delivered to device | delivered | webhook delivered',
        provenBy: [
          'a push comes as one event, and again on the next connection until its receipt',
          'a tap alone says delivered and clicked; only the recipient can say it',
        ],
      },
      {
        says: 'delivered | user taps | | clicked | webhook clicked, sent in addition to delivered',
        provenBy: ['a tap alone says delivered and clicked; only the recipient can say it'],
      },
      {
        says: 'queued | outcome | user was inside the mini app | suppressed_user_in_app | webhook',
        provenBy: ['inside the app: suppressed_user_in_app; inside another one, or after 60 seconds, not'],
      },
      {
        says: 'queued | outcome | user turned notifications off | dropped_permission_revoked | webhook',
        provenBy: ['turned off while it waits: dropped_permission_revoked, at once'],
      },
      {
        says: 'queued | outcome | no deliverable device | dropped_device_unreachable | webhook',
        provenBy: ['no device: dropped_device_unreachable, exactly once'],
      },
    ],
  },
  {
    section: 'Endpoints / Notification service (base {notifications_base_url})',
    rows: [
      {
        says: 'POST | /api/v1/notifications/send | X-Platform-Notifications-Key (required); Content-Type: application/json; Idempotency-Key (optional) | send request body | 202 {notificationId, status: queued}',
        provenBy: [
          'notificationId (string, ntf_<id> for real sends, ntf_test_<id> for test sends), status (always the string queued).',
        ],
      },
      {
        says: 'GET | /api/v1/notifications/consent | X-Platform-Notifications-Key | query sessionAddress | 200 {sessionAddress, status}',
        provenBy: ['sessionAddress (string), status (prompt, granted, denied).'],
      },
      'A request carrying any Authorization header is rejected with 401; the API key is the only accepted credential.',
      'A send needs consent granted for the pair (sessionAddress, app).',
      'No record: 404 code 1005.',
      'Recorded but denied: 403 code 1004.',
      'An identical body to the same user within 24 hours: 400 code 1002.',
      {
        says: 'Idempotency-Key is scoped to (app, key) for 24 hours: same key and same payload gives 202 replaying the original notificationId with no second push;',
        provenBy: [
          'Idempotency-Key is scoped to (app, key) for 24 hours: same key and same payload gives 202 replaying the original notificationId with no second push',
        ],
      },
      'same key and different payload gives 409 code 1003.',
      'Failed sends do not consume send quota.',
      'The consent check returns prompt for an unknown user, never 404.',
    ],
  },
  {
    section: 'Endpoints / Notification service (base {notifications_base_url}) / Client permission call',
    rows: [
      {
        says: 'Client permission call (host bridge, for non-React clients): request method notifications:permission.request with an empty payload, awaiting notifications:permission.response whose payload is {reqId: string, status: granted, denied or rate_limited}.',
        provenBy: [
          'mini-app bridge: a permission request is JSON with type, name and a payload of reqId only',
          'mini-app bridge: permission status %j is an error',
        ],
      },
      {
        says: 'The raw bridge default timeout is 30 seconds;',
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
        provenBy: ['X-Platform-Notifications-Key: <API_KEY>; no Authorization header allowed'],
      },
      {
        says: 'E webhooks to the developer | X-Platform-Signature and X-Platform-Timestamp, see Events',
        provenBy: [
          'X-Platform-Signature (lowercase hex Ed25519 signature), X-Platform-Timestamp (Unix seconds, decimal string).',
        ],
      },
      'The notification API key format is the prefix ank_ followed by 26 characters.',
      'It is shown once, kept server-side only, and is rotated in the developer portal: the new key works at once and the old one keeps working 7 days.',
    ],
  },
  {
    section: "Events / Notification status webhook (service to the developer's backend)",
    rows: [
      {
        says: 'The developer registers one webhook URL in the developer portal: public HTTPS, at most 2048 characters; private, loopback and link-local addresses are refused.',
        provenBy: ['public HTTPS, at most 2048 characters; private, loopback and link-local addresses are refused.'],
      },
      'The public key (Ed25519, hex) is displayed only at creation and after a key rotation.',
      'Request: POST, JSON body.',
      {
        says: 'notificationId | string | ntf_<id> or ntf_test_<id>',
        provenBy: ['notificationId, status, sessionAddress, test, timestamp: exactly the fields of the payload'],
      },
      {
        says: 'status | string | see below',
        provenBy: ['notificationId, status, sessionAddress, test, timestamp: exactly the fields of the payload'],
      },
      {
        says: 'sessionAddress | string | recipient',
        provenBy: ['notificationId, status, sessionAddress, test, timestamp: exactly the fields of the payload'],
      },
      {
        says: 'test | boolean | true for test-mode sends',
        provenBy: ['notificationId, status, sessionAddress, test, timestamp: exactly the fields of the payload'],
      },
      {
        says: 'timestamp | string | RFC 3339, stamped per delivery attempt',
        provenBy: ['notificationId, status, sessionAddress, test, timestamp: exactly the fields of the payload'],
      },
      {
        says: 'Headers: X-Platform-Signature (lowercase hex Ed25519 signature), X-Platform-Timestamp (Unix seconds, decimal string).',
        provenBy: [
          'X-Platform-Signature (lowercase hex Ed25519 signature), X-Platform-Timestamp (Unix seconds, decimal string).',
        ],
      },
      {
        says: 'Verification: read the raw body as UTF-8 before parsing; signing input is the X-Platform-Timestamp value, a dot, and the raw body; verify the signature over it with the public key;',
        provenBy: ['signing input is the X-Platform-Timestamp value, a dot, and the raw body'],
      },
      {
        says: 'reject with 401 when a header is missing or the signature is invalid.',
        provenBy: [
          'notification webhook: a signed webhook verifies with its body as text or bytes',
          'notification webhook: a body with any byte changed is rejected, and any header text is rejected with a code',
        ],
      },
      {
        says: 'During key rotation verify with the new key first, then the previous key (previousPublicKey).',
        provenBy: ['notification webhook: during a rotation the current key is tried first, then the previous one'],
      },
      {
        says: 'delivered | the push reached the device',
        provenBy: ['a push comes as one event, and again on the next connection until its receipt'],
      },
      {
        says: 'clicked | the user tapped it; sent in addition to delivered',
        provenBy: ['a tap alone says delivered and clicked; only the recipient can say it'],
      },
      {
        says: 'suppressed_user_in_app | the user was inside the mini app, banner suppressed',
        provenBy: ['inside the app: suppressed_user_in_app; inside another one, or after 60 seconds, not'],
      },
      {
        says: 'dropped_permission_revoked | the user turned notifications off',
        provenBy: ['turned off while it waits: dropped_permission_revoked, at once'],
      },
      {
        says: 'dropped_device_unreachable | no deliverable device',
        provenBy: ['no device: dropped_device_unreachable, exactly once'],
      },
      {
        says: 'the status set is open and receivers must tolerate unknown values;',
        provenBy: [],
        because: 'what receivers do; the helper hands every status over',
      },
      {
        says: 'at most one webhook per (notificationId, status);',
        provenBy: ['notifications: forty receipts at once are one webhook per status, delivered before clicked'],
      },
      {
        says: 'a delivery succeeds on any 2xx response;',
        provenBy: ['a delivery succeeds on %d and is not sent again'],
      },
      {
        says: 'otherwise it is retried with exponential backoff (base 5 s, doubling, capped at 5 minutes, with jitter) for at most 8 attempts, then dropped;',
        provenBy: ['retries on %s: 5, 10, 20, 40, 80, 160, 300 s, then dropped after 8 attempts'],
      },
      {
        says: 'a retried delivery can arrive after the event was already handled, so handling must be idempotent.',
        provenBy: [],
        because: 'what receivers do',
      },
      'The send operation emits exactly one outcome webhook per real notification after the 202.',
      'Rotating the webhook key makes a new keypair sign at once.',
    ],
  },
  {
    section: "Events / Notification status webhook (service to the developer's backend) / Test mode",
    rows: [
      'test sends skip the consent, rate-limit and duplicate-body checks, return an ntf_test_ id, and emit real signed webhooks with test true.',
      'delivered | webhook delivered',
      'clicked | webhooks delivered, then clicked',
      'suppressed_user_in_app | that webhook',
      'dropped_permission_revoked | that webhook',
      'dropped_device_unreachable | that webhook',
      'error:permission_denied | 403 code 1004, no push, no webhook',
      'error:duplicate_body | 400 code 1002',
      'error:rate_limited | 429 with retryAfterSeconds',
      'error:session_address_not_found | 404 code 1005',
      'error:unknown | 500',
      'Any other test value is treated as a normal real send; it is not rejected.',
    ],
  },
  {
    section: 'Errors / Notification service',
    rows: [
      {
        says: 'Every error body is {code, message, details?}.',
        provenBy: ['no path of the service answers in another form'],
      },
      {
        says: '400 | 1001 | invalid request payload | fix the failing field',
        provenBy: ['400 | 1001 | invalid request payload'],
      },
      {
        says: '400 | 1002 | duplicate body within 24 h | vary the text',
        provenBy: ['An identical body to the same user within 24 hours: 400 code 1002.'],
      },
      {
        says: '401 | 401 | missing or invalid key, or an Authorization header sent | send a valid key and no bearer token',
        provenBy: ['401 | 401 | missing or invalid key, or an Authorization header sent'],
      },
      {
        says: '403 | 1004 | consent recorded but not granted | do not retry',
        provenBy: ['Recorded but denied: 403 code 1004.'],
      },
      {
        says: '404 | 1005 | no consent recorded for the pair | prompt the user in the app first',
        provenBy: ['No record: 404 code 1005.'],
      },
      {
        says: '409 | 1003 | Idempotency-Key reused with a different payload | use a fresh key',
        provenBy: ['same key and different payload gives 409 code 1003.'],
      },
      {
        says: '413 | 413 | body over 178 characters or startParam over 256 bytes | shorten',
        provenBy: ['413 | 413 | body over 178 characters or startParam over 256 bytes'],
      },
      {
        says: '429 | 429 | send rate limit exceeded; details.retryAfterSeconds present | retry after that many seconds',
        provenBy: ['429 | 429 | send rate limit exceeded; details.retryAfterSeconds present'],
      },
      { says: '500 | 500 | internal error | retry later', provenBy: ['error:unknown | 500'] },
    ],
  },
  {
    section: 'Limits',
    rows: [
      {
        says: 'sessionAddress | at most 64 characters | E send',
        provenBy: ['sessionAddress | string | yes | recipient, at most 64 characters'],
      },
      { says: 'body | 1 to 178 characters | E send', provenBy: ['body | string | yes | 1 to 178 characters'] },
      {
        says: 'startParam | at most 256 UTF-8 bytes | E send',
        provenBy: ['startParam | string | no | deep-link payload, at most 256 UTF-8 bytes'],
      },
      {
        says: 'send rate | 1 per hour and 3 per day per (app, session address) | E send',
        provenBy: [
          'send rate 1 per hour and 3 per day, rolling: %s',
          'notifications: of a hundred parallel sends to one person exactly one is accepted',
        ],
      },
      {
        says: 'duplicate-body window | 24 hours | E send',
        provenBy: ['an identical body within 24 hours is a duplicate, whether or not the rate would allow it'],
      },
      {
        says: 'idempotency window | 24 hours per (app, key) | E send',
        provenBy: ['a key is forgotten after 24 hours, and not a moment before'],
      },
      {
        says: 'permission prompts | at most 3 per rolling 24 hours per (session address, app) | E client; the stored consent stays unchanged when exhausted',
        provenBy: [
          'permission prompts: three at once, the fourth when the first is exactly 24 hours old',
          'three prompts in 24 hours, then rate_limited; granted needs no prompt',
        ],
      },
      {
        says: 'permission timeout | 120000 ms hook default; 30000 ms raw bridge default | E client',
        provenBy: [
          'mini-app hooks: the default timeout is 120,000 ms',
          'mini-app bridge: the default timeout is 30 seconds',
        ],
      },
      {
        says: 'webhook URL | at most 2048 characters | E',
        provenBy: ['public HTTPS, at most 2048 characters; private, loopback and link-local addresses are refused.'],
      },
      {
        says: 'webhook retries | 8 attempts, backoff base 5 s doubling, cap 5 minutes | E',
        provenBy: ['retries on %s: 5, 10, 20, 40, 80, 160, 300 s, then dropped after 8 attempts'],
      },
      {
        says: 'old API key grace | 7 days | E',
        provenBy: ['ank_ and 26 characters; the new key works at once, each older one for its own 7 days'],
      },
    ],
  },
  {
    section: 'Versioning',
    rows: [
      {
        says: 'E: the notification contract is available since version 1.5.0; paths carry the prefix /api/v1/.',
        provenBy: ['paths carry the prefix /api/v1/.', 'mini-app contract version: %s is at least %s: %s'],
      },
    ],
  },
];
