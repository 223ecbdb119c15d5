import type { SsoApiClient } from '../../../generated/sso/client.ts';
import { UndocumentedResponseError } from '../../../src/typed-contract/client.ts';
import { InvalidIdTokenError, verifyIdToken } from '../../../src/protocol/id-token.ts';
import { UnavailableError } from '../../../src/protocol/unavailable-error.ts';
import { networkReason } from '../network/bounded-fetch.ts';
import { Failure } from '../failure.ts';
import { type Keypair, requireCurrentKey } from '../keypair/keypair.ts';
import { withLock } from '../state-dir/lock.ts';
import {
  boundJkt,
  type OwnerSession,
  ownerSessionFileName,
  readOwnerSession,
  writeOwnerSession,
  noOwnerSession,
  sessionNotDpopBound,
} from './owner-session.ts';
import { oauthError, refusedKey } from '../provider/provider.ts';
import { connectSsoWithProof, providerKeys, responseOf, type TimeoutOverrides } from '../provider/sso-connection.ts';
import type { StateDir } from '../state-dir/state-dir.ts';
import type { CommandHost } from '../host.ts';

const authorizationRevoked = (): Failure =>
  new Failure(
    'authorization_revoked',
    'Session refresh failed (authorization revoked). Run agent-id-core bootstrap again.',
  );

/** A refresh failure that keeps the session and may succeed later. */
const retryable = (reason: string): Failure =>
  new Failure('refresh_failed', `Session refresh failed (retryable, the session is kept): ${reason}`);

/** Time in which a lost response may be requested again; the provider repeats it for 10 s. */
const repeatWithinMs = 8_000;
/** Timeout of the first request, short enough for a repetition within the time above. */
const firstResponseMs = 4_000;

/** Connects to the provider, optionally with other timeouts. */
type Connect = (timeouts?: TimeoutOverrides) => SsoApiClient;

function grantOf({ refreshToken, delegation, providerAddress }: OwnerSession) {
  if (delegation !== undefined) return delegationGrant(delegation, providerAddress);
  if (refreshToken === null) {
    throw new Failure(
      'no_refresh_token',
      'Session refresh failed: the session has no refresh token. Run agent-id-core bootstrap again.',
    );
  }
  return { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: providerAddress } as const;
}

async function requestTokens(connect: Connect, body: ReturnType<typeof grantOf>) {
  const send = async (timeouts?: TimeoutOverrides) => {
    const response = await responseOf(connect(timeouts).exchangeToken({ body }));
    // A gateway may have lost the provider's response.
    if (response instanceof UndocumentedResponseError && response.status >= 500) throw response;
    return response;
  };
  const started = performance.now();
  try {
    return await send({ timeoutMs: firstResponseMs });
  } catch (error) {
    if (performance.now() - started > repeatWithinMs) throw error;
    return send();
  }
}

async function refreshedTokens(connect: Connect, session: OwnerSession) {
  const response = await requestTokens(connect, grantOf(session)).catch((error: unknown) => {
    throw retryable(error instanceof Failure ? error.message : networkReason(error));
  });
  if (!(response instanceof UndocumentedResponseError) && response.status === 200) return response.body;
  const { error, reason, text } = oauthError(response);
  const status: number = response.status;
  if (reason === 'agent_paused') throw refusedKey(reason) ?? retryable(text);
  if (session.delegation !== undefined && status === 400) throw delegationFailure(text);
  if (status === 401 || status === 403 || error === 'invalid_grant') throw authorizationRevoked();
  throw retryable(text);
}

async function requireSameOwner(
  sso: SsoApiClient,
  session: OwnerSession,
  idToken: string,
  keypair: Keypair,
  now: number,
): Promise<void> {
  try {
    const { sub } = await verifyIdToken({
      token: idToken,
      keys: providerKeys(sso),
      issuer: session.issuer,
      clientId: session.providerAddress,
      jkt: keypair.jkt,
      now,
    });
    if (sub === session.ownerSub) return;
  } catch (error) {
    if (error instanceof UnavailableError) throw retryable(error.message);
    if (error instanceof InvalidIdTokenError) {
      throw new Failure('bad_id_token', `Session refresh failed: ${error.message} Run agent-id-core bootstrap again.`);
    }
    throw error;
  }
  throw new Failure(
    'bad_id_token',
    'Session refresh failed: the new id_token is for another owner. Run agent-id-core bootstrap again.',
  );
}

async function refreshLocked(
  dir: StateDir,
  keypair: Keypair,
  session: OwnerSession,
  host: CommandHost,
  passphrase: string | undefined,
  until: number,
  file: string,
) {
  const connect: Connect = (timeouts) =>
    connectSsoWithProof(session.ssoBaseUrl, keypair, host.now, { ...timeouts, until });
  const protection = { passphrase, salt: keypair.passphraseSalt };
  const now = Math.floor(host.now() / 1000);
  const { pausedSeenAt: _ended, ...goingOn } = session;
  const tokens = await refreshedTokens(connect, session).catch(async (error: unknown) => {
    // Kept for `status`, which asks nobody.
    if (error instanceof Failure && error.code === 'agent_paused')
      await writeOwnerSession(dir, { ...session, pausedSeenAt: now }, protection, undefined, file);
    throw error;
  });
  if (tokens.token_type.toLowerCase() !== 'dpop' || boundJkt(tokens.access_token) !== keypair.jkt) {
    throw new Failure(
      'not_dpop_bound',
      'Session refresh failed: the provider did not bind the tokens to the agent key.',
    );
  }
  const rotated = { ...goingOn, refreshToken: tokens.refresh_token ?? session.refreshToken };
  // The old refresh token is spent. Presenting it again would count as theft, so the new one is stored first.
  await writeOwnerSession(dir, rotated, protection, undefined, file);
  if (tokens.id_token !== undefined) await requireSameOwner(connect(), session, tokens.id_token, keypair, now);
  const idToken = tokens.id_token ?? session.idToken;
  const next: OwnerSession = { ...rotated, accessToken: tokens.access_token, idToken, refreshedAt: now };
  await writeOwnerSession(dir, next, protection, undefined, file);
  return next;
}

/**
 * Replaces the tokens of the owner session. Reads the session under the lock, so two processes never spend a refresh
 * token twice.
 * @param file of a session for a further service
 * @param wanted decides under the lock whether to refresh; false keeps a session that another process refreshed
 * @throws Failure no_owner_session, session_not_dpop_bound, authorization_revoked, agent_paused, delegation_refused,
 *   refresh_failed, bad_id_token
 */
export function refreshOwnerSession(
  dir: StateDir,
  keypair: Keypair,
  host: CommandHost,
  passphrase: string | undefined,
  wanted: (session: OwnerSession) => boolean,
  file = ownerSessionFileName,
): Promise<OwnerSession> {
  return withLock(dir, async (until) => {
    const session = await readOwnerSession(dir, passphrase, file);
    if (!session) throw noOwnerSession();
    requireCurrentKey(dir, keypair);
    if (boundJkt(session.idToken) !== keypair.jkt) throw sessionNotDpopBound();
    return wanted(session) ? refreshLocked(dir, keypair, session, host, passphrase, until, file) : session;
  });
}

/** Form of a token exchange (RFC 8693 §2.1). */
export const delegationGrant = (delegation: string, clientId: string) =>
  ({
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: delegation,
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    client_id: clientId,
  }) as const;

export const delegationFailure = (reason: string): Failure =>
  new Failure('delegation_refused', `The delegation is not accepted (${reason}). Ask the agent for another one.`);
