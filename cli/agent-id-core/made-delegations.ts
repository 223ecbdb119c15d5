import { UndocumentedResponseError } from '../../src/typed-contract/client.ts';
import { requireBoundSession } from '../shared/owner-session/bound-session.ts';
import { Failure } from '../shared/failure.ts';
import { readOwnerSession, noOwnerSession } from '../shared/owner-session/owner-session.ts';
import { readPassphrase } from '../shared/keypair/passphrase.ts';
import { oauthError } from '../shared/provider/provider.ts';
import { connectSsoWithProof, responseOf } from '../shared/provider/sso-connection.ts';
import type { StateDir } from '../shared/state-dir/state-dir.ts';
import type { CommandHost } from '../shared/host.ts';

async function connect(dir: StateDir, host: CommandHost) {
  const { keypair, accessToken } = await requireBoundSession(dir, host);
  const session = await readOwnerSession(dir, readPassphrase(host));
  if (!session) throw noOwnerSession();
  return connectSsoWithProof(session.ssoBaseUrl, keypair, host.now, {}, accessToken);
}

const failed = (response: Parameters<typeof oauthError>[0]): Failure =>
  new Failure('provider_failed', `The provider refused the request (${oauthError(response).text}).`);

/** Lists the delegations of this agent that a helper used or that were revoked, until they expire. */
export async function listMadeDelegations(dir: StateDir, host: CommandHost): Promise<readonly object[]> {
  const sso = await connect(dir, host);
  const listed: object[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const response = await responseOf(sso.listDelegations({ query: { limit: 100, ...(cursor && { cursor }) } }));
    if (response instanceof UndocumentedResponseError || response.status !== 200) throw failed(response);
    listed.push(...response.body.delegations);
    cursor = response.body.nextCursor;
  }
  return listed;
}

/** Revokes a delegation, used or not. */
export async function revokeMadeDelegation(dir: StateDir, host: CommandHost, delegationId: string): Promise<void> {
  const sso = await connect(dir, host);
  const response = await responseOf(sso.revokeDelegation({ path: { delegationId } }));
  if (response instanceof UndocumentedResponseError || response.status !== 204) throw failed(response);
}
