import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { components } from '../../generated/backend/types.ts';
import { decodeBase64url } from '../protocol/base64url.ts';
import { encodeHex } from '../protocol/hex.ts';
import type { Ed25519Sign } from '../protocol/proof-jwt.ts';
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

/** PKCS#8 header of an Ed25519 seed (RFC 8410 §7). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Creates the hook with the key pair that is derived from the master key, so that every process has the same. */
export function createSettledHook(url: string, masterKey: Pick<MasterKey, 'derive'>): SettledHook {
  const seed = masterKey.derive('settled hook key');
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return {
    url,
    publicKey: encodeHex(decodeBase64url(x) ?? new Uint8Array()),
    sign: async (message) => new Uint8Array(sign(null, message, key)),
  };
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
