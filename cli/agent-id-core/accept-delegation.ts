import { UndocumentedResponseError } from '../../src/typed-contract/client.ts';
import { type Delegation, DelegationError, verifyDelegation } from '../../src/protocol/delegation.ts';
import { InvalidIdTokenError, verifyIdToken } from '../../src/protocol/id-token.ts';
import { UnavailableError } from '../../src/protocol/unavailable-error.ts';
import { delegationGrant, delegationFailure } from '../shared/owner-session/refresh-owner-session.ts';
import { Failure } from '../shared/failure.ts';
import { requireKeypair } from '../shared/keypair/keypair.ts';
import { withLock } from '../shared/state-dir/lock.ts';
import {
  boundJkt,
  type OwnerSession,
  readOwnerSession,
  writeOwnerSession,
} from '../shared/owner-session/owner-session.ts';
import { readPassphrase } from '../shared/keypair/passphrase.ts';
import { oauthError, refusedKey } from '../shared/provider/provider.ts';
import { connectSsoWithProof, providerKeys, responseOf } from '../shared/provider/sso-connection.ts';
import type { StateDir } from '../shared/state-dir/state-dir.ts';
import type { CommandHost } from '../shared/host.ts';

export interface AcceptRequest {
  readonly delegation: string;
  readonly ssoBaseUrl: string;
  /** Used when the delegation names no application. */
  readonly providerAddress: () => string;
}

export interface AcceptedSession {
  readonly session: OwnerSession;
  readonly scope: string;
  /** Unix seconds; when the delegation ends. */
  readonly expiresAt: number;
}

function readDelegation({ delegation: token, ssoBaseUrl: issuer }: AcceptRequest, host: CommandHost): Delegation {
  try {
    return verifyDelegation({ token, issuer, now: host.now() / 1000 });
  } catch (error) {
    if (error instanceof DelegationError) throw delegationFailure(error.message);
    throw error;
  }
}

/**
 * Exchanges a delegation for tokens of this agent's key and stores them as its session.
 * @throws Failure delegation_refused, session_exists, no_agent_keypair, not_dpop_bound, bad_id_token, provider_unavailable
 */
export async function acceptDelegation(
  dir: StateDir,
  host: CommandHost,
  request: AcceptRequest,
): Promise<AcceptedSession> {
  const passphrase = readPassphrase(host);
  const keypair = requireKeypair(dir, passphrase);
  const delegation = readDelegation(request, host);
  if (delegation.childJkt !== keypair.jkt)
    throw delegationFailure(`it is for the key ${delegation.childJkt}, and this agent has ${keypair.jkt}`);
  const providerAddress = delegation.clientId ?? request.providerAddress();
  return withLock(dir, async (until) => {
    const before = await readOwnerSession(dir, passphrase);
    if (before && before.delegation === undefined && boundJkt(before.idToken) === keypair.jkt)
      throw new Failure(
        'session_exists',
        'The owner approved this agent already. Use another --state-dir for a helper.',
      );
    const sso = connectSsoWithProof(request.ssoBaseUrl, keypair, host.now, { until });
    const response = await responseOf(
      sso.exchangeToken({ body: delegationGrant(request.delegation, providerAddress) }),
    );
    if (response instanceof UndocumentedResponseError || response.status !== 200) {
      const { text, reason } = oauthError(response);
      if (response.status === 429 || response.status >= 500)
        throw new Failure('provider_unavailable', `The provider cannot exchange the delegation now (${text}).`);
      throw refusedKey(reason) ?? delegationFailure(text);
    }
    const { access_token: accessToken, id_token: idToken, token_type: type, scope = delegation.scope } = response.body;
    if (type.toLowerCase() !== 'dpop' || boundJkt(accessToken) !== keypair.jkt)
      throw new Failure('not_dpop_bound', 'The provider did not bind the tokens to the agent key; they were not kept.');
    if (idToken === undefined) throw new Failure('bad_id_token', 'The provider gave no id_token.');
    const now = Math.floor(host.now() / 1000);
    const expected = { issuer: request.ssoBaseUrl, clientId: providerAddress, jkt: keypair.jkt, now };
    const { sub } = await verifyIdToken({ token: idToken, keys: providerKeys(sso), ...expected }).catch(refuseToken);
    if (sub !== delegation.ownerSub)
      throw new Failure('bad_id_token', 'The id_token is for another owner than the delegation.');
    const session: OwnerSession = {
      issuer: request.ssoBaseUrl,
      ssoBaseUrl: request.ssoBaseUrl,
      providerAddress,
      ownerSub: sub,
      accessToken,
      idToken,
      refreshToken: null,
      savedAt: now,
      refreshedAt: null,
      delegation: request.delegation,
    };
    await writeOwnerSession(dir, session, { passphrase, salt: keypair.passphraseSalt });
    return { session, scope, expiresAt: delegation.exp };
  });
}

function refuseToken(error: unknown): never {
  if (error instanceof InvalidIdTokenError || error instanceof UnavailableError)
    throw new Failure('bad_id_token', `The id_token was not accepted: ${error.message}`);
  throw error;
}
