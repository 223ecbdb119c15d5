import type { SsoApiClient } from '../../generated/sso/client.ts';
import { createSsoClient } from '../../generated/sso/client.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type Owner, startSignIn } from '../../contract-tests/fixtures/identity.ts';

/** An authorization code with the form that redeems it. */
export type CodeGrant = string;

/** Creates approved authorization codes that are bound to one key. */
export async function approvedCodes(
  count: number,
  { ssoUrl, clientId, jkt, owner }: { ssoUrl: string; clientId: string; jkt: string; owner: Owner },
): Promise<readonly CodeGrant[]> {
  const sso = createSsoClient({ baseUrl: ssoUrl });
  const grants: CodeGrant[] = [];
  const worker = async () => {
    while (grants.length < count) grants.push(await approvedCode(sso, { clientId, jkt, owner }));
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return grants.slice(0, count);
}

async function approvedCode(
  sso: SsoApiClient,
  { clientId, jkt, owner }: { clientId: string; jkt: string; owner: Owner },
): Promise<CodeGrant> {
  const { deepLink, pollingCode, verifier } = await startSignIn(sso, { clientId, jkt });
  const path = { requestId: deepLink.split('/').at(-1) ?? '' };
  unwrap(await owner.sso.decideAuthorizationRequest({ path, body: { decision: 'approve', clientId, dpopJkt: jkt } }));
  const polled = unwrap(await sso.pollAuthorization({ body: { polling_code: pollingCode } }));
  return new URLSearchParams({
    grant_type: 'authorization_code',
    code: polled.authorization_code ?? '',
    client_id: clientId,
    code_verifier: verifier,
  }).toString();
}
