import type { DpopKey } from '../http/dpop-middleware.ts';
import { type DpopKeypair, signerOf } from './dpop-keypair.ts';

/**
 * A key pair in the form that `dpopMiddleware` takes.
 *
 * @example createForumClient({ baseUrl, middleware: [dpopMiddleware({ key: dpopKey(keypair), accessToken })] });
 */
export function dpopKey(keypair: DpopKeypair): DpopKey {
  return { publicJwk: keypair.publicJwk, sign: signerOf(keypair) };
}
