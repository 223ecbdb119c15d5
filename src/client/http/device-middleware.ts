import type { Middleware } from '../../typed-contract/client.ts';
import { signDeviceProof } from '../../protocol/device-proof.ts';
import { type DpopKeypair, createKeypairSigner } from '../dpop/dpop-keypair.ts';

export interface DeviceOptions {
  /** Key of a device that approves for its owner. */
  readonly keypair: DpopKeypair;
  /** Milliseconds since 1970. Default: the system clock. */
  readonly now?: () => number;
  /** Returns a unique jti. Default: a random UUID. */
  readonly newJti?: () => string;
}

/**
 * Creates middleware that signs every request, body included, as a device of an owner (security scheme `device` of the
 * sign-in contract).
 */
export function deviceMiddleware({
  keypair,
  now = Date.now,
  newJti = () => crypto.randomUUID(),
}: DeviceOptions): Middleware {
  return {
    onRequest: async ({ request }) => {
      const proof = await signDeviceProof({
        htm: request.method,
        htu: request.url,
        jwk: keypair.publicJwk,
        sign: createKeypairSigner(keypair),
        now: Math.floor(now() / 1000),
        jti: newJti(),
        body: new Uint8Array(await request.clone().arrayBuffer()),
      });
      request.headers.set('authorization', `Device ${proof}`);
      return request;
    },
  };
}
