import webPush from 'web-push';
import type { MasterKey } from '../../runtime/start/master-key.ts';
import type { NewPushKey, PushKeyStore } from './push-key-store.ts';
import type { VapidKey } from './web-push-transport.ts';

export const vapidKeyPurpose = 'vapid key';

/** VAPID keys of the service: browsers subscribe with the current one, and each device keeps the one it subscribed with. */
export interface VapidKeyring {
  /** Returns the public key that browsers subscribe with, base64url. It changes when an operator rotates it. */
  readonly currentPublicKey: () => Promise<string>;
  /** @returns undefined when the key has ended */
  readonly find: (id: string) => Promise<VapidKey | undefined>;
}

function newVapidKey(masterKey: MasterKey): NewPushKey {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  return { publicKey, sealedPrivateKey: masterKey.seal(Buffer.from(privateKey), vapidKeyPurpose) };
}

/**
 * Opens the VAPID keys of the service, and creates one on first use. All processes share them.
 *
 * @throws SealedDataError when the master key does not open the current key
 */
export async function openVapidKeyring(store: PushKeyStore, masterKey: MasterKey, now: Date): Promise<VapidKeyring> {
  const currentKey = async () => {
    const current = await store.current();
    if (current === undefined) throw new Error('The database has no current VAPID key.');
    return current;
  };
  const openKey = ({ publicKey, sealedPrivateKey }: NewPushKey): VapidKey => ({
    publicKey,
    privateKey: Buffer.from(masterKey.open(sealedPrivateKey, vapidKeyPurpose)).toString(),
  });
  if ((await store.current()) === undefined) await store.createFirst(newVapidKey(masterKey), now);
  const first = await currentKey();
  // The key pair of an id never changes.
  const opened = new Map([[first.id, openKey(first)]]);
  return {
    currentPublicKey: async () => (await currentKey()).publicKey,
    find: async (id) => {
      const known = opened.get(id);
      if (known) return known;
      const stored = await store.find(id);
      if (stored === undefined) return undefined;
      const key = openKey(stored);
      opened.set(id, key);
      return key;
    },
  };
}

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
