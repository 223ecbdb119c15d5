import { createPublicDocument } from '../../runtime/public-document.ts';
import type { SsoHandler } from '../handler.ts';

/** Returns every key that ever signed, for proofs that outlive the key set. */
export const getJwksHistory: SsoHandler<'getJwksHistory'> = async ({ headers, signingKeys, respond }) => {
  const history = createPublicDocument({ keys: [...(await signingKeys.history())] });
  return history.matches(headers['if-none-match'])
    ? respond(304, undefined, history.headers)
    : respond(200, history.body, history.headers);
};
