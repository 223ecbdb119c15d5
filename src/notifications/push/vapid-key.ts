import webPush from 'web-push';
import type { MasterKey } from '../../runtime/master-key.ts';
import type { PushKeyStore } from '../store/push-keys.ts';
import type { VapidKey } from './web-push-transport.ts';

export const vapidKeyPurpose = 'vapid key';

/** Loads the VAPID key pair of the service, and creates it on first use. All processes share it. */
export async function loadVapidKey(store: PushKeyStore, masterKey: MasterKey, now: Date): Promise<VapidKey> {
  const created = webPush.generateVAPIDKeys();
  const sealedPrivateKey = masterKey.seal(Buffer.from(created.privateKey), vapidKeyPurpose);
  const stored = await store.findOrCreate({ publicKey: created.publicKey, sealedPrivateKey }, now);
  return {
    publicKey: stored.publicKey,
    privateKey: Buffer.from(masterKey.open(stored.sealedPrivateKey, vapidKeyPurpose)).toString(),
  };
}
