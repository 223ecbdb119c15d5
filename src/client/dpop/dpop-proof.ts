import { signDpopProof as createProof } from '../../protocol/dpop-proof.ts';
import { type DpopKeypair, createKeypairSigner } from './dpop-keypair.ts';

export interface NewDpopProof {
  readonly keypair: DpopKeypair;
  /** Method of the request, in capitals. */
  readonly method: string;
  /** Absolute address of the request; query and fragment are left out of the proof. */
  readonly url: string;
  /** The access token that the request presents. */
  readonly accessToken?: string | undefined;
  /** The nonce that the server gave in DPoP-Nonce. */
  readonly nonce?: string | undefined;
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly now?: number | undefined;
  /** Fresh and unguessable, 1 to 256 characters. Default: a random UUID. */
  readonly jti?: string | undefined;
}

/**
 * Makes the value of a DPoP header (RFC 9449 §4.2), good for one request.
 *
 * @throws TypeError when url is no absolute http or https address
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
