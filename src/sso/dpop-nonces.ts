import { createHmac } from 'node:crypto';

/** Nonces for DPoP proofs (RFC 9449 §8). Any process of the provider accepts what any other gave. */
export interface DpopNonces {
  /** The one to hand out. */
  readonly current: () => string;
  /** The ones that count now. */
  readonly accepted: () => readonly string[];
}

/** Seconds for which one nonce is handed out; it counts twice as long. */
const period = 300;

/** A nonce is the MAC of the period that it was given in, so that nothing has to be remembered. */
export function createDpopNonces(key: Uint8Array, now: () => Date): DpopNonces {
  const nonceOf = (index: number) => createHmac('sha256', key).update(`dpop-nonce ${index}`).digest('base64url');
  const index = () => Math.floor(now().getTime() / 1000 / period);
  return {
    current: () => nonceOf(index()),
    accepted: () => [nonceOf(index()), nonceOf(index() - 1)],
  };
}
