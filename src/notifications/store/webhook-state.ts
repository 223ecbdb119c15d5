import type { Transaction } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';

/** Locks the webhook of an app against pausing, resuming and deletion. @returns its state */
export async function webhookState(
  trx: Transaction<NotificationsDatabase>,
  appId: string,
): Promise<'active' | 'no_webhook' | 'webhook_paused'> {
  const webhook = await trx
    .selectFrom('notifications.webhooks')
    .select('paused_at')
    .where('app_id', '=', appId)
    .forShare()
    .executeTakeFirst();
  if (!webhook) return 'no_webhook';
  return webhook.paused_at === null ? 'active' : 'webhook_paused';
}
