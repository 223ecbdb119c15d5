import type { WrittenSection } from './section.ts';

/** Area E of the interface document: authentication, errors, limits and versions. */
export const notificationsRuleRequirements: readonly WrittenSection[] = [
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
