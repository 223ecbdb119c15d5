import type { Kysely } from 'kysely';
import type { WebhookDeliveryStore } from '../../runtime/webhook-delivery/delivery-store.ts';
import type { NotificationsDatabase } from '../database.ts';
import { type ClaimedDelivery, createDeliveryQueue } from './delivery-queue.ts';
import { createDeliveryResults } from './delivery-results.ts';

/** Creates the outbox of status webhooks. */
export function createDeliveryOutbox(db: Kysely<NotificationsDatabase>): WebhookDeliveryStore<ClaimedDelivery> {
  return { ...createDeliveryQueue(db), ...createDeliveryResults(db) };
}
