import type { MasterKey } from '../../runtime/master-key.ts';
import type { PushKeyStore } from '../store/push-keys.ts';
import { newVapidKey } from './vapid-key.ts';

/**
 * Creates a VAPID key that browsers subscribe with from now on. Running processes publish it with the next request, and
 * sign for each device with the key that it subscribed with.
 *
 * @throws Error when the service never started on this database, or another rotation was faster
 */
export async function rotateVapidKey(
  store: PushKeyStore,
  { masterKey, id, now }: { readonly masterKey: MasterKey; readonly id: string; readonly now: Date },
): Promise<void> {
  if (!(await store.replaceCurrent({ id, ...newVapidKey(masterKey) }, now)))
    throw new Error(
      'No key was replaced: the notification service never started on this database, or another rotation runs.',
    );
}
