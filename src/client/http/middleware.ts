import type { Middleware } from '../../typed-contract/client.ts';
import { signDeviceProof } from '../../protocol/device-proof.ts';
import { createKeypairSigner, type DpopKeypair } from '../dpop/dpop-keypair.ts';
import { signDpopProof } from '../../protocol/dpop-proof.ts';

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

export interface DpopOptions {
  readonly keypair: DpopKeypair;
  /** Returns the bound access token. Without it the request only proves the key (token endpoint). */
  readonly accessToken?: () => string | undefined | Promise<string | undefined>;
  /** Milliseconds since 1970. Default: the system clock. */
  readonly now?: () => number;
  /** Returns a unique jti. Default: a random UUID. */
  readonly newJti?: () => string;
}

/**
 * Creates middleware that signs every request with a fresh DPoP proof (RFC 9449 §4) and repeats a request once after a
 * nonce challenge (§8). The last nonce of an origin is used for its next requests.
 *
 * @example createForumClient({ baseUrl, middleware: [dpopMiddleware({ keypair, accessToken })] });
 */
export function dpopMiddleware({ accessToken, ...options }: DpopOptions): Middleware {
  const signer = createDpopSigner(options);
  /** Copies of pending requests for the repetition, since a body can be read only once. */
  const repeatable = new Map<string, Request>();
  const sign = async (request: Request) => signer.sign(request, await accessToken?.());
  return {
    onRequest: async ({ request, id }) => {
      repeatable.set(id, request.clone());
      return sign(request);
    },
    onResponse: async ({ request, response, options: { fetch }, id }) => {
      const again = repeatable.get(id);
      repeatable.delete(id);
      if (!(await signer.isNonceChallenge(request, response)) || again === undefined) return undefined;
      // The repeated request keeps headers set by later middleware.
      const repeated = await fetch(await sign(new Request(again, { headers: request.headers })));
      await signer.isNonceChallenge(request, repeated);
      return repeated;
    },
    onError: ({ id }) => {
      repeatable.delete(id);
    },
  };
}

/** Signs requests with DPoP proofs and remembers the last nonce of every origin (RFC 9449 §8). */
export interface DpopSigner {
  /** Adds a fresh proof, and the token under the scheme DPoP; without a token the request only proves the key. */
  readonly sign: (request: Request, accessToken: string | undefined) => Promise<Request>;
  /** Stores the nonce of a response. @returns whether the request has to be retried with it */
  readonly isNonceChallenge: (request: Request, response: Response) => Promise<boolean>;
}

export function createDpopSigner({
  keypair,
  now = Date.now,
  newJti = () => crypto.randomUUID(),
}: {
  readonly keypair: DpopKeypair;
  /** Milliseconds since 1970. Default: the system clock. */
  readonly now?: (() => number) | undefined;
  /** Returns a unique jti. Default: a random UUID. */
  readonly newJti?: (() => string) | undefined;
}): DpopSigner {
  const nonces = new Map<string, string>();
  return {
    sign: async (request, accessToken) => {
      const proof = await signDpopProof({
        htm: request.method,
        htu: request.url,
        jwk: keypair.publicJwk,
        sign: createKeypairSigner(keypair),
        now: Math.floor(now() / 1000),
        jti: newJti(),
        accessToken,
        nonce: nonces.get(new URL(request.url).origin),
      });
      request.headers.set('dpop', proof);
      if (accessToken !== undefined) request.headers.set('authorization', `DPoP ${accessToken}`);
      return request;
    },
    isNonceChallenge: async ({ url }, response) => {
      const nonce = response.headers.get('dpop-nonce');
      if (nonce === null) return false;
      nonces.set(new URL(url).origin, nonce);
      return requiresNonce(response);
    },
  };
}

/** RFC 9449 §8 (token endpoint: error in the body) and §9 (resource: error in the challenge). */
async function requiresNonce(response: Response): Promise<boolean> {
  if (response.status === 401) return (response.headers.get('www-authenticate') ?? '').includes('use_dpop_nonce');
  if (response.status !== 400) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return typeof body === 'object' && body !== null && 'error' in body && body.error === 'use_dpop_nonce';
}

/**
 * Sends a request with a proof, and once more after a nonce challenge.
 *
 * @param signer undefined sends the request as it is
 */
export async function sendSigned(request: Request, { signer, accessToken, fetch }: SendOptions): Promise<Response> {
  if (signer === undefined) return fetch(request);
  const again = request.clone();
  const response = await fetch(await signer.sign(request, accessToken));
  if (!(await signer.isNonceChallenge(request, response))) return response;
  const repeated = await fetch(await signer.sign(again, accessToken));
  await signer.isNonceChallenge(again, repeated);
  return repeated;
}

interface SendOptions {
  readonly signer: DpopSigner | undefined;
  readonly accessToken?: string | undefined;
  readonly fetch: typeof globalThis.fetch;
}
