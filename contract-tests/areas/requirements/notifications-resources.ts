import type { WrittenSection } from './section.ts';

/** Area E of the interface document: what it is, its resources and their states. */
export const notificationsResourceRequirements: readonly WrittenSection[] = [
  {
    section: 'What the service does',
    serves: ['notifications.sendNotification'],
    rows: [
      {
        says: "Notification service. A mini-app backend sends one push to one recipient (a session address) using a secret API key. The service checks the recipient's consent, queues the push and later posts signed status webhooks reporting the outcome. A test mode simulates outcomes. Consent is obtained on the client through a host permission prompt.",
        provenBy: [
          'notifications send: a valid send gets 202 with an ntf_ id, status queued and what is left of the quota',
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
];
