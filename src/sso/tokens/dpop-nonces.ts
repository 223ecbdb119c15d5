import { createHmac } from 'node:crypto';

/** Nonces for DPoP proofs (RFC 9449 §8), shared by all processes of the provider. */
export interface DpopNonces {
  /** Returns the nonce to issue. */
  readonly current: () => string;
  /** Returns the accepted nonces. */
  readonly accepted: () => readonly string[];
}

/** Seconds for which one nonce is issued; it is accepted twice as long. */
const period = 300;

/** Creates stateless nonces: each is the MAC of the period in which it was issued. */
export function createDpopNonces(key: Uint8Array, now: () => Date): DpopNonces {
  const nonceOf = (index: number) => createHmac('sha256', key).update(`dpop-nonce ${index}`).digest('base64url');
  const index = () => Math.floor(now().getTime() / 1000 / period);
  return {
    current: () => nonceOf(index()),
    accepted: () => [nonceOf(index()), nonceOf(index() - 1)],
  };
}
