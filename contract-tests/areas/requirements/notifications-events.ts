import type { WrittenSection } from './section.ts';

/** Area E of the interface document: its events. */
export const notificationsEventRequirements: readonly WrittenSection[] = [
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
];
