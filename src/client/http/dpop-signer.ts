import { signDpopProof } from '../../protocol/dpop-proof.ts';
import { type DpopKeypair, createKeypairSigner } from '../dpop/dpop-keypair.ts';

export interface DpopSignerOptions {
  readonly keypair: DpopKeypair;
  /** Milliseconds since 1970. Default: the system clock. */
  readonly now?: (() => number) | undefined;
  /** Returns a unique jti. Default: a random UUID. */
  readonly newJti?: (() => string) | undefined;
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
}: DpopSignerOptions): DpopSigner {
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
