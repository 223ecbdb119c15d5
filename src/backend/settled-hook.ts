import type { components } from '../../generated/backend/types.ts';
import { encodeHex } from '../protocol/hex.ts';
import type { Ed25519Sign } from '../protocol/proof-jwt.ts';
import { ed25519KeyPair } from '../runtime/ed25519-key-pair.ts';
import type { MasterKey } from '../runtime/master-key.ts';
import { type SignedDelivery, signDelivery } from '../runtime/webhook-delivery/signed-delivery.ts';
import type { ClaimedSettledEvent } from './store/settled-events.ts';

/** Server of the app that receives settled payments. */
export interface SettledHook {
  readonly url: string;
  /** Ed25519, hex. */
  readonly publicKey: string;
  readonly sign: Ed25519Sign;
}

/** Creates the hook with the key pair that is derived from the master key, so that every process has the same. */
export function createSettledHook(url: string, masterKey: Pick<MasterKey, 'derive'>): SettledHook {
  const { publicKey, sign } = ed25519KeyPair(masterKey.derive('settled hook key'));
  return { url, publicKey: encodeHex(publicKey), sign };
}

/** Returns the function that signs claimed events. */
export function settledEventSigner({ sign: signBytes }: Pick<SettledHook, 'sign'>) {
  return ({ id, ...event }: ClaimedSettledEvent, attemptedAt: Date): Promise<SignedDelivery> => {
    const payment: components['schemas']['SettledPayment'] = {
      id,
      status: event.status,
      platformId: event.platformId,
      invoice: event.invoice,
      productId: event.productId,
      quantity: event.quantity,
      amount: event.amount,
      token: event.token,
      network: event.network,
      txHash: event.txHash,
      test: event.test,
      createdAt: event.createdAt.toISOString(),
    };
    return signDelivery({ id, body: JSON.stringify(payment), attemptedAt }, signBytes);
  };
}
