import type { Kysely } from 'kysely';
import type { WebhookDeliveryStore } from '../../runtime/webhook-delivery/delivery-store.ts';
import type { NotificationsDatabase } from '../database.ts';
import type { ApiKeyEnvironment } from '../api-key-grants.ts';
import { type ClaimedDelivery, createDeliveryQueue } from './delivery-queue.ts';
import { createDeliveryResults } from './delivery-results.ts';

/** Creates the outbox of status webhooks, of real notifications or of test sends. */
export function createDeliveryOutbox(
  db: Kysely<NotificationsDatabase>,
  environment: ApiKeyEnvironment,
): WebhookDeliveryStore<ClaimedDelivery> {
  return { ...createDeliveryQueue(db, environment), ...createDeliveryResults(db) };
}
