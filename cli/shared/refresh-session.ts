import type { SsoClient } from '../../generated/sso/client.ts';
import { UndocumentedResponseError } from '../../src/typed-contract/client.ts';
import { IdTokenError, verifyIdToken } from '../../src/protocol/id-token.ts';
import { UnavailableError } from '../../src/protocol/unavailable-error.ts';
import { networkReason } from './bounded-fetch.ts';
import type { Host } from './command.ts';
import { Failure } from './failure.ts';
import { noOwnerSession, refreshRevoked, sessionNotDpopBound } from './failures.ts';
import type { Keypair } from './keypair.ts';
import { withLock } from './lock.ts';
import { readOwnerSession, writeOwnerSession, type OwnerSession } from './owner-session.ts';
import { answerOf, connectSsoWithProof, oauthError, providerKeys, type Patience } from './sso-connection.ts';
import type { StateDir } from './state-dir.ts';
import { boundKey } from './token-claims.ts';

/** Whatever it was, trying again later may help, and the session is kept. */
const retryable = (reason: string): Failure =>
  new Failure('refresh_failed', `Session refresh failed (retryable, the session is kept): ${reason}`);

/** A lost answer may be asked for again within this time; the provider then repeats it (its rule is 10 s). */
const repeatWithinMs = 8_000;
/** How long the first answer is waited for: it counts as lost while it can still be repeated. */
const firstAnswerMs = 4_000;

/** A connection to the provider, as patient as usual unless it is told otherwise. */
type Connect = (patience?: Patience) => SsoClient;

async function requestTokens(connect: Connect, session: OwnerSession & { readonly refreshToken: string }) {
  const body = {
    grant_type: 'refresh_token',
    refresh_token: session.refreshToken,
    client_id: session.providerAddress,
  } as const;
  const ask = async (patience?: Patience) => {
    const answer = await answerOf(connect(patience).exchangeToken({ body }));
    // A gateway that lost what the provider said.
    if (answer instanceof UndocumentedResponseError && answer.status >= 500) throw answer;
    return answer;
  };
  const started = performance.now();
  try {
    return await ask({ timeoutMs: firstAnswerMs });
  } catch (error) {
    if (performance.now() - started > repeatWithinMs) throw error;
    return ask();
  }
}

async function refreshedTokens(connect: Connect, session: OwnerSession) {
  const { refreshToken } = session;
  if (refreshToken === null) {
    throw new Failure(
      'no_refresh_token',
      'Session refresh failed: the session has no refresh token. Run agent-id-core bootstrap again.',
    );
  }
  const answer = await requestTokens(connect, { ...session, refreshToken }).catch((error: unknown) => {
    throw retryable(error instanceof Failure ? error.message : networkReason(error));
  });
  if (!(answer instanceof UndocumentedResponseError) && answer.status === 200) return answer.body;
  const { error, text } = oauthError(answer);
  const status: number = answer.status;
  if (status === 401 || status === 403 || error === 'invalid_grant') throw refreshRevoked();
  throw retryable(text);
}

async function verified(
  sso: SsoClient,
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
    if (error instanceof IdTokenError) {
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
  host: Host,
  passphrase: string | undefined,
  until: number,
) {
  const connect: Connect = (patience) =>
    connectSsoWithProof(session.ssoBaseUrl, keypair, host.now, { ...patience, until });
  const tokens = await refreshedTokens(connect, session);
  if (tokens.token_type.toLowerCase() !== 'dpop' || boundKey(tokens.access_token) !== keypair.jkt) {
    throw new Failure(
      'not_dpop_bound',
      'Session refresh failed: the provider did not bind the tokens to the agent key.',
    );
  }
  const protection = { passphrase, salt: keypair.passphraseSalt };
  const now = Math.floor(host.now() / 1000);
  const rotated = { ...session, refreshToken: tokens.refresh_token ?? session.refreshToken };
  // The former refresh token is spent: presented once more it would look stolen, whatever becomes of the rest.
  await writeOwnerSession(dir, rotated, protection);
  if (tokens.id_token !== undefined) await verified(connect(), session, tokens.id_token, keypair, now);
  const idToken = tokens.id_token ?? session.idToken;
  const next: OwnerSession = { ...rotated, accessToken: tokens.access_token, idToken, refreshedAt: now };
  await writeOwnerSession(dir, next, protection);
  return next;
}

/**
 * Replaces the tokens of the owner session at the provider, under the lock and from what is stored then, so
 * that two processes never spend one refresh token twice.
 * @param wanted asked of the session under the lock: false keeps it, because another process was faster.
 * @throws Failure no_owner_session, session_not_dpop_bound, authorization_revoked, refresh_failed, bad_id_token
 */
export function refreshSession(
  dir: StateDir,
  keypair: Keypair,
  host: Host,
  passphrase: string | undefined,
  wanted: (session: OwnerSession) => boolean,
): Promise<OwnerSession> {
  return withLock(dir, async (until) => {
    const session = await readOwnerSession(dir, passphrase);
    if (!session) throw noOwnerSession();
    if (boundKey(session.idToken) !== keypair.jkt) throw sessionNotDpopBound();
    return wanted(session) ? refreshLocked(dir, keypair, session, host, passphrase, until) : session;
  });
}
