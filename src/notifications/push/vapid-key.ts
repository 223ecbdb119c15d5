import webPush from 'web-push';
import type { MasterKey } from '../../runtime/master-key.ts';
import type { PushKeyStore } from '../store/push-keys.ts';
import type { VapidKey } from './web-push-transport.ts';

const purpose = 'vapid key';

/** The service's VAPID key pair, made on first use and the same in every process. */
export async function loadVapidKey(store: PushKeyStore, masterKey: MasterKey, now: Date): Promise<VapidKey> {
  const fresh = webPush.generateVAPIDKeys();
  const sealedPrivateKey = masterKey.seal(Buffer.from(fresh.privateKey), purpose);
  const kept = await store.keep({ publicKey: fresh.publicKey, sealedPrivateKey }, now);
  return {
    publicKey: kept.publicKey,
    privateKey: Buffer.from(masterKey.open(kept.sealedPrivateKey, purpose)).toString(),
  };
}
