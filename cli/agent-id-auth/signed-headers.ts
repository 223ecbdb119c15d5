import { signDpopProof } from '../../src/protocol/dpop-proof.ts';
import type { BoundSession } from '../shared/owner-session/bound-session.ts';
import type { CommandHost } from '../shared/host.ts';

export interface SignedHeaders {
  /** `DPoP <access token>` */
  readonly authorization: string;
  /** DPoP proof for one request. */
  readonly dpop: string;
}

/** Creates the two headers of one request (RFC 9449 §7.1). */
export async function createSignedHeaders(
  { keypair, accessToken }: BoundSession,
  method: string,
  url: URL,
  host: Pick<CommandHost, 'now' | 'randomBytes'>,
  nonce?: string,
): Promise<SignedHeaders> {
  const dpop = await signDpopProof({
    htm: method,
    htu: url.href,
    now: Math.floor(host.now() / 1000),
    jti: host.randomBytes(24).toString('base64url'),
    jwk: keypair.jwk,
    sign: keypair.sign,
    accessToken,
    nonce,
  });
  return { authorization: `DPoP ${accessToken}`, dpop };
}
