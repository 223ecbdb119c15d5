import { randomUUID } from 'node:crypto';
import type { TestKey } from '../../contract-tests/fixtures/identity.ts';
import { signDpopProof } from '../../src/protocol/dpop-proof.ts';

/**
 * Signs many DPoP proofs in advance, so that signing uses no processor time during a measurement.
 */
export async function makeProofs(
  count: number,
  key: TestKey,
  { method, url, accessToken }: { readonly method: string; readonly url: string; readonly accessToken?: string },
): Promise<readonly string[]> {
  const now = Math.floor(Date.now() / 1000);
  const proofs: string[] = [];
  for (let index = 0; index < count; index++) {
    proofs.push(
      await signDpopProof({
        htm: method,
        htu: url,
        jwk: key.publicJwk,
        sign: key.privateKey,
        now,
        jti: randomUUID(),
        accessToken,
      }),
    );
  }
  return proofs;
}

/** Creates request headers with the token and a unique proof each. */
export async function signedHeaders(
  count: number,
  key: TestKey,
  request: { readonly method: string; readonly url: string; readonly accessToken: string },
): Promise<(index: number) => Readonly<Record<string, string>>> {
  const authorization = `DPoP ${request.accessToken}`;
  const proofs = await makeProofs(count, key, request);
  return (index) => ({ authorization, dpop: proofs[index] ?? '' });
}
