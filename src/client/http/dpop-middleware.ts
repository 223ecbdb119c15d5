import type { Middleware } from '../../typed-contract/client.ts';
import { signDpopProof } from '../../protocol/dpop-proof.ts';
import { type DpopKeypair, createKeypairSigner } from '../dpop/dpop-keypair.ts';

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
export function dpopMiddleware({
  keypair,
  accessToken,
  now = Date.now,
  newJti = () => crypto.randomUUID(),
}: DpopOptions): Middleware {
  const nonces = new Map<string, string>();
  /** Copies of pending requests for the repetition, since a body can be read only once. */
  const repeatable = new Map<string, Request>();

  const sign = async (request: Request): Promise<Request> => {
    const token = await accessToken?.();
    const proof = await signDpopProof({
      htm: request.method,
      htu: request.url,
      jwk: keypair.publicJwk,
      sign: createKeypairSigner(keypair),
      now: Math.floor(now() / 1000),
      jti: newJti(),
      accessToken: token,
      nonce: nonces.get(new URL(request.url).origin),
    });
    request.headers.set('dpop', proof);
    if (token !== undefined) request.headers.set('authorization', `DPoP ${token}`);
    return request;
  };

  const keepNonce = (origin: string, { headers }: Response): boolean => {
    const nonce = headers.get('dpop-nonce');
    if (nonce !== null) nonces.set(origin, nonce);
    return nonce !== null;
  };

  return {
    onRequest: async ({ request, id }) => {
      repeatable.set(id, request.clone());
      return sign(request);
    },
    onResponse: async ({ request, response, options, id }) => {
      const again = repeatable.get(id);
      repeatable.delete(id);
      const { origin } = new URL(request.url);
      if (!keepNonce(origin, response) || !again || !(await asksForNonce(response))) return undefined;
      // The repeated request keeps headers set by later middleware.
      const repeated = await options.fetch(await sign(new Request(again, { headers: request.headers })));
      keepNonce(origin, repeated);
      return repeated;
    },
    onError: ({ id }) => {
      repeatable.delete(id);
    },
  };
}

/** RFC 9449 §8 (token endpoint: error in the body) and §9 (resource: error in the challenge). */
async function asksForNonce(response: Response): Promise<boolean> {
  if (response.status === 401) return (response.headers.get('www-authenticate') ?? '').includes('use_dpop_nonce');
  if (response.status !== 400) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return typeof body === 'object' && body !== null && 'error' in body && body.error === 'use_dpop_nonce';
}
