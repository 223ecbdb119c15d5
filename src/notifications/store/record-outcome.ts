import type { Transaction } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';
import type { NotificationOutcome } from '../notification-status.ts';
import { type RecordingContext, recordStatuses } from './record-statuses.ts';

type OutcomeContext = Omit<RecordingContext, 'appId'>;

export interface NotificationKey {
  readonly appId: string;
  readonly notificationId: string;
}

/** Column values of a settled notification. Body and start param are deleted with the outcome. */
const settledColumns = (outcome: NotificationOutcome) => ({
  state: 'settled' as const,
  outcome,
  due_at: null,
  leased_by: null,
  body: null,
  start_param: null,
});

/** Records the only outcome of a real notification. @returns false when it already has one */
export async function recordOutcome(
  trx: Transaction<NotificationsDatabase>,
  { appId, notificationId }: NotificationKey,
  outcome: NotificationOutcome,
  context: OutcomeContext,
): Promise<boolean> {
  const settled = await trx
    .updateTable('notifications.notifications')
    .set(settledColumns(outcome))
    .where('app_id', '=', appId)
    .where('id', '=', notificationId)
    .where('state', '!=', 'settled')
    .returning('session_address')
    .executeTakeFirst();
  if (!settled) return false;
  const event = { notificationId, sessionAddress: settled.session_address, test: false, status: outcome };
  await recordStatuses(trx, [event], { appId, ...context });
  return true;
}

/** Drops the waiting notifications of a person who denied consent. */
export async function dropWaitingNotifications(
  trx: Transaction<NotificationsDatabase>,
  { appId, sessionAddress }: { readonly appId: string; readonly sessionAddress: string },
  context: OutcomeContext,
): Promise<void> {
  const outcome = 'dropped_permission_revoked';
  const dropped = await trx
    .updateTable('notifications.notifications')
    .set(settledColumns(outcome))
    .where('app_id', '=', appId)
    .where('session_address', '=', sessionAddress)
    .where('test', '=', false)
    .where('state', '!=', 'settled')
    .returning('id')
    .execute();
  const events = dropped.map(
    ({ id }) => ({ notificationId: id, sessionAddress, test: false, status: outcome }) as const,
  );
  await recordStatuses(trx, events, { appId, ...context });
}
