import { signDpopProof as createProof } from '../../protocol/dpop-proof.ts';
import { type DpopKeypair, createKeypairSigner } from './dpop-keypair.ts';

export interface NewDpopProof {
  readonly keypair: DpopKeypair;
  /** Method of the request in uppercase. */
  readonly method: string;
  /** Absolute URL of the request; the proof omits query and fragment. */
  readonly url: string;
  /** Access token of the request. */
  readonly accessToken?: string | undefined;
  /** Last DPoP-Nonce of the server. */
  readonly nonce?: string | undefined;
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly now?: number | undefined;
  /** Unique and unpredictable, 1 to 256 characters. Default: a random UUID. */
  readonly jti?: string | undefined;
}

/**
 * Creates the value of a DPoP header for one request (RFC 9449 §4.2).
 *
 * @throws TypeError when url is no absolute http or https URL
 */
export function createDpopProof({ keypair, method, url, now = Date.now(), ...proof }: NewDpopProof): Promise<string> {
  const { accessToken, nonce, jti = crypto.randomUUID() } = proof;
  return createProof({
    htm: method,
    htu: url,
    jwk: keypair.publicJwk,
    sign: createKeypairSigner(keypair),
    now: now / 1000,
    jti,
    accessToken,
    nonce,
  });
}
