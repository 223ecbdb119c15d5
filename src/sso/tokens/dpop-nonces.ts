import { keyedHash } from '../../runtime/start/master-key.ts';

/** Seconds for which one nonce is issued; it is accepted twice as long. */
const period = 300;

/** Creates stateless nonces: each is the MAC of the period in which it was issued. */
export function createDpopNonces(key: Uint8Array, now: () => Date) {
  const hash = keyedHash(key);
  const nonceOf = (index: number) => hash(`dpop-nonce ${index}`);
  const index = () => Math.floor(now().getTime() / 1000 / period);
  return {
    /** Returns the nonce to issue. */
    current: (): string => nonceOf(index()),
    /** Returns the accepted nonces. */
    accepted: (): readonly string[] => [nonceOf(index()), nonceOf(index() - 1)],
  };
}

/** Nonces for DPoP proofs (RFC 9449 §8), shared by all processes of the provider. */
export type DpopNonces = ReturnType<typeof createDpopNonces>;
