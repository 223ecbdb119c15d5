import type { Middleware } from '../../typed-contract/client.ts';
import { signDeviceProof } from '../../protocol/device-proof.ts';
import { createKeypairSigner, type DpopKeypair } from '../dpop/dpop-keypair.ts';

/** Creates middleware that sends an unbound access token as Bearer (RFC 6750 §2.1). */
export function bearerMiddleware(accessToken: () => string | undefined | Promise<string | undefined>): Middleware {
  return {
    onRequest: async ({ request }) => {
      const token = await accessToken();
      if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`);
      return request;
    },
  };
}

/**
 * Creates middleware that adds an Idempotency-Key to every POST without one, so that the client's `retries` repeat it
 * with the same key. A caller that retries after a process restart passes its own key in `headers`.
 */
export function idempotencyMiddleware(newKey: () => string = () => crypto.randomUUID()): Middleware {
  return {
    onRequest: ({ request }) => {
      if (request.method === 'POST' && !request.headers.has('idempotency-key'))
        request.headers.set('idempotency-key', newKey());
      return request;
    },
  };
}

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
