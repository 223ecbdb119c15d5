import type { Transaction } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';
import type { Outcome } from '../outcome.ts';
import { type Recording, recordStatuses } from './record-statuses.ts';

type Settling = Omit<Recording, 'appId'>;

export interface NotificationKey {
  readonly appId: string;
  readonly notificationId: string;
}

/** The text goes with the outcome: it is not needed any more. */
const settledAs = (outcome: Outcome) => ({
  state: 'settled' as const,
  outcome,
  due_at: null,
  leased_by: null,
  body: null,
  start_param: null,
});

/** Gives a real notification its one outcome. @returns false when it has one already. */
export async function settle(
  trx: Transaction<NotificationsDatabase>,
  { appId, notificationId }: NotificationKey,
  outcome: Outcome,
  settling: Settling,
): Promise<boolean> {
  const settled = await trx
    .updateTable('notifications.notifications')
    .set(settledAs(outcome))
    .where('app_id', '=', appId)
    .where('id', '=', notificationId)
    .where('state', '!=', 'settled')
    .returning('session_address')
    .executeTakeFirst();
  if (!settled) return false;
  const event = { notificationId, sessionAddress: settled.session_address, test: false, status: outcome };
  await recordStatuses(trx, [event], { appId, ...settling });
  return true;
}

/** Drops all that waits for a person who turned an app's notifications off. */
export async function settleAll(
  trx: Transaction<NotificationsDatabase>,
  { appId, sessionAddress }: { readonly appId: string; readonly sessionAddress: string },
  settling: Settling,
): Promise<void> {
  const outcome = 'dropped_permission_revoked';
  const dropped = await trx
    .updateTable('notifications.notifications')
    .set(settledAs(outcome))
    .where('app_id', '=', appId)
    .where('session_address', '=', sessionAddress)
    .where('test', '=', false)
    .where('state', '!=', 'settled')
    .returning('id')
    .execute();
  const events = dropped.map(
    ({ id }) => ({ notificationId: id, sessionAddress, test: false, status: outcome }) as const,
  );
  await recordStatuses(trx, events, { appId, ...settling });
}
