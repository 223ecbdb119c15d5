import type { WrittenSection } from './section.ts';

/** What a developer relies on when a server receives webhooks. */
export const sdkWebhookRequirements: readonly WrittenSection[] = [
  {
    section: 'SDK / Webhooks: status events',
    serves: ['webhooks:verifyWebhook'],
    rows: [
      {
        says: 'The published vectors verify, by both header forms.',
        serves: ['webhooks:verifyWebhook', 'webhooks:verifyStandardHeaders'],
        provenBy: [
          'SDK webhooks: published vector: $name',
          'SDK webhooks: the headers of Standard Webhooks verify in the same way: $name',
          'webhook vectors: a receiver in another language agrees on every vector by both header forms',
        ],
      },
      {
        says: 'Body and headers are accepted as every server hands them over.',
        provenBy: [
          'SDK webhooks: body as bytes or text, headers of fetch or Node in any case are accepted',
          'SDK webhooks: a repeated signature header is malformed however the server joins it',
        ],
      },
      {
        says: 'An object instead of raw bytes is named as the mistake.',
        provenBy: ['SDK webhooks: the body %j instead of raw bytes throws an error that says how to read it'],
      },
      {
        says: 'The time of an event counts within a tolerance.',
        provenBy: ['SDK webhooks: the tolerance is configurable and the default clock is the system clock'],
      },
      {
        says: 'A body with any byte changed is rejected, and any header text has a code.',
        provenBy: [
          'notification webhook: a body with any byte changed is rejected, and any header text is rejected with a code',
        ],
      },
      {
        says: 'Previous and next keys are accepted during a rotation.',
        provenBy: ['notification webhook: during a rotation the current key is tried first, then the previous one'],
      },
      {
        says: 'An invalid public key is a configuration error.',
        provenBy: ['SDK webhooks: the public key %j throws as a configuration error'],
      },
      {
        says: 'Messages contain neither key nor signature.',
        provenBy: ['SDK webhooks: messages contain neither key nor signature'],
      },
      {
        says: 'Recipes for Express, Fastify, Next and Hono accept genuine webhooks, refuse others and limit the body.',
        provenBy: [
          'docs/sdk/webhooks.md: has receivers for Express, Fastify and Hono',
          'docs/sdk/webhooks.md: %s accepts genuine webhooks, refuses others and limits the body',
          'docs/examples: the webhook route of Next.js accepts genuine webhooks, refuses others and limits the body',
        ],
      },
    ],
  },
  {
    section: 'SDK / Webhooks: payments',
    serves: ['webhooks:verifyPaymentWebhook'],
    rows: [
      {
        says: 'verifyPaymentWebhook returns the typed event.',
        provenBy: ['SDK payment webhook: a signed body yields its typed event'],
      },
      {
        says: 'Events are an open set: unknown statuses and members are accepted.',
        provenBy: ['SDK payment webhook: an unknown status and further members are accepted'],
      },
      {
        says: 'previousPublicKey and nextPublicKey are accepted and named.',
        provenBy: [
          'SDK payment webhook: previous and next keys are accepted and named',
          'SDK payment webhook: an invalid %s throws as a configuration error',
        ],
      },
      {
        says: 'A missing or false signature and a changed body are rejected.',
        provenBy: [
          'SDK payment webhook: %s is rejected',
          'SDK payment webhook: a changed body is rejected',
          'SDK payment webhook: the signature is hex in either case',
        ],
      },
      {
        says: 'A signed body that is no payment event is malformed.',
        provenBy: ['SDK payment webhook: the signed body %s is malformed'],
      },
      {
        says: 'A parsed body throws an error that says how to read it.',
        provenBy: ['SDK payment webhook: a parsed body throws an error that says how to read it'],
      },
    ],
  },
];
