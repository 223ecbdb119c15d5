import { isThumbprint, type Thumbprint } from '../../src/protocol/jwk-thumbprint.ts';
import { type Delegation, DelegationError, signDelegation, verifyDelegation } from '../../src/protocol/delegation.ts';
import { platformScopes, platformScopesOf } from '../../src/protocol/token-scope.ts';
import { Failure } from '../shared/failure.ts';
import { type Keypair, requireKeypair } from '../shared/keypair/keypair.ts';
import {
  boundJkt,
  noOwnerSession,
  type OwnerSession,
  readOwnerSession,
  sessionNotDpopBound,
  writeOwnerSession,
} from '../shared/owner-session/owner-session.ts';
import { readPassphrase } from '../shared/keypair/passphrase.ts';
import type { StateDir } from '../shared/state-dir/state-dir.ts';
import type { CommandHost } from '../shared/host.ts';
import { UndocumentedResponseError } from '../../src/typed-contract/client.ts';
import { InvalidIdTokenError, verifyIdToken } from '../../src/protocol/id-token.ts';
import { UnavailableError } from '../../src/protocol/unavailable-error.ts';
import { delegationFailure, delegationGrant } from '../shared/owner-session/refresh-owner-session.ts';
import { withLock } from '../shared/state-dir/lock.ts';
import { oauthError, refusedKey } from '../shared/provider/provider.ts';
import { connectSsoWithProof, providerKeys, responseOf } from '../shared/provider/sso-connection.ts';
import { requireBoundSession } from '../shared/owner-session/bound-session.ts';

/** What an agent gives to a helper. */
export interface DelegatedRights {
  /** Thumbprint of the helper's key, as given. */
  readonly to: string;
  /** Scopes separated by spaces or commas. */
  readonly scope: string;
  readonly resource: string | undefined;
  /** Seconds. */
  readonly lifetime: number;
}

/** @throws Failure no_agent_keypair, no_owner_session, session_not_dpop_bound */
async function ownSession(
  dir: StateDir,
  host: CommandHost,
): Promise<{ readonly keypair: Keypair; readonly session: OwnerSession }> {
  const passphrase = readPassphrase(host);
  const keypair = requireKeypair(dir, passphrase);
  const session = await readOwnerSession(dir, passphrase);
  if (!session) throw noOwnerSession();
  if (boundJkt(session.idToken) !== keypair.jkt) throw sessionNotDpopBound();
  return { keypair, session };
}

function requireScopes(text: string): string {
  const wanted = text.split(/[\s,]+/).filter((scope) => scope !== '');
  const knownScopes = platformScopesOf(wanted.join(' '));
  const unknown = wanted.find((scope) => scope !== 'openid' && !knownScopes.some((one) => one === scope));
  if (unknown !== undefined || knownScopes.length === 0)
    throw new Failure('invalid_flag', `--scope accepts ${platformScopes.join(', ')}, not "${unknown ?? text}".`);
  return knownScopes.join(' ');
}

/**
 * Signs a delegation with the agent key. The provider decides when the helper uses it.
 * @throws Failure invalid_flag, no_agent_keypair, no_owner_session, session_not_dpop_bound
 */
export async function delegateTo(
  dir: StateDir,
  host: CommandHost,
  { to, scope: given, resource, lifetime }: DelegatedRights,
): Promise<{
  readonly delegation: string;
  readonly delegationId: string;
  readonly to: Thumbprint;
  readonly scope: string;
  /** Unix seconds. */
  readonly expiresAt: number;
}> {
  if (!isThumbprint(to))
    throw new Failure(
      'invalid_flag',
      `--to accepts the jkt that the helper's agent-id-core status prints, not "${to}".`,
    );
  const scope = requireScopes(given);
  if (resource !== undefined && !URL.canParse(resource))
    throw new Failure('invalid_flag', `--resource accepts an absolute URL, not "${resource}".`);
  const { keypair, session } = await ownSession(dir, host);
  if (to === keypair.jkt) throw new Failure('invalid_flag', '--to is the key of this agent: it cannot help itself.');
  const delegationId = host.randomBytes(16).toString('base64url');
  const now = Math.floor(host.now() / 1000);
  const delegation = await signDelegation({
    jwk: keypair.jwk,
    sign: keypair.sign,
    issuer: session.issuer,
    ownerSub: session.ownerSub,
    childJkt: to,
    scope,
    resource,
    clientId: session.providerAddress,
    now,
    lifetime,
    jti: delegationId,
  });
  return { delegation, delegationId, to, scope, expiresAt: now + lifetime };
}

export interface AcceptRequest {
  readonly delegation: string;
  readonly ssoBaseUrl: string;
  /** Used when the delegation names no application. */
  readonly providerAddress: () => string;
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
): Promise<{
  readonly session: OwnerSession;
  readonly scope: string;
  /** Unix seconds; when the delegation ends. */
  readonly expiresAt: number;
}> {
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
