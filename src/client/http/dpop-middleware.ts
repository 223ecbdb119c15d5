import type { Middleware } from '../../typed-contract/client.ts';
import type { DpopKeypair } from '../dpop/dpop-keypair.ts';
import { createDpopSigner } from './dpop-signer.ts';

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
