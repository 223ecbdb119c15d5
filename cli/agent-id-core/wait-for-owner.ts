import { UndocumentedResponseError } from '../../src/typed-contract/client.ts';
import { networkReason } from '../shared/network/bounded-fetch.ts';
import { Failure, type FailureCode } from '../shared/failure.ts';
import { plainText } from '../../src/protocol/terminal-text.ts';
import type { Keypair } from '../shared/keypair/keypair.ts';
import { withLock } from '../shared/state-dir/lock.ts';
import {
  boundJkt,
  type OwnerSession,
  ownerSessionFileName,
  writeOwnerSession,
} from '../shared/owner-session/owner-session.ts';
import {
  removeForeignSessions,
  sessionFileOf,
  sessionOfSignIn,
  isAuthenticPending,
  noPendingAuth,
  type PendingAuth,
  readPendingAuth,
  removePendingAuth,
  requirePendingAuth,
} from './pending-auth.ts';
import { oauthError, refusedKey } from '../shared/provider/provider.ts';
import { connectSso, connectSsoWithProof, providerKeys, responseOf } from '../shared/provider/sso-connection.ts';
import type { StateDir } from '../shared/state-dir/state-dir.ts';
import type { CommandHost } from '../shared/host.ts';
import type { SsoApiClient } from '../../generated/sso/client.ts';
import { InvalidIdTokenError, verifyIdToken } from '../../src/protocol/id-token.ts';
import type { KeyResolver } from '../../src/protocol/signed-jwt.ts';
import { UnavailableError } from '../../src/protocol/unavailable-error.ts';

export interface BindOptions {
  readonly timeoutMs: number;
  readonly intervalMs: number;
}

/** Seconds between two progress lines. */
const countdownStep = 15;

/** Deletes a sign-in that ended without tokens. @returns the failure to throw */
async function endSignIn(dir: StateDir, pending: PendingAuth, code: FailureCode, text: string): Promise<Failure> {
  await forgetSignIn(dir, pending);
  return new Failure(code, `${text} Run agent-id-core auth again.`);
}

const forgetSignIn = (dir: StateDir, pending: PendingAuth): Promise<void> =>
  withLock(dir, () => {
    if (readPendingAuth(dir)?.pollingCode === pending.pollingCode) removePendingAuth(dir);
  });

/** Deletes a sign-in that was rejected. @param reason why the provider rejected it instead of the owner */
async function rejection(dir: StateDir, pending: PendingAuth, reason: string | undefined): Promise<Failure> {
  const refused = refusedKey(reason);
  if (!refused) return endSignIn(dir, pending, 'auth_rejected', 'The owner rejected the sign-in.');
  await forgetSignIn(dir, pending);
  return refused;
}

/** Finds the session that another process created from this sign-in. */
async function sessionOfOtherProcess(
  dir: StateDir,
  keypair: Keypair,
  passphrase: string | undefined,
  pending: PendingAuth,
) {
  // Another process exchanges the code under the lock, so it has finished here.
  return withLock(dir, async () => {
    if (readPendingAuth(dir)?.pollingCode === pending.pollingCode) return undefined;
    return sessionOfSignIn(dir, passphrase, keypair, pending);
  });
}

/** Polls once. @returns the code after approval, undefined while pending, `redeemed` after the code was exchanged */
async function poll(
  dir: StateDir,
  sso: ReturnType<typeof connectSso>,
  pending: PendingAuth,
): Promise<{ readonly code: string } | 'redeemed' | undefined> {
  const response = await sso.pollAuthorization({ body: { polling_code: pending.pollingCode } });
  if (response.status === 404)
    throw await endSignIn(dir, pending, 'auth_unknown', 'The provider no longer knows this sign-in.');
  if (response.status === 409) return 'redeemed';
  if (response.status === 400)
    throw await endSignIn(
      dir,
      pending,
      'auth_refused',
      `The provider refused the poll request (${oauthError(response).text}).`,
    );
  if (response.status !== 200) throw new TransientError(`HTTP ${response.status}`);
  const { status, authorization_code: code, state, iss, reason } = response.body;
  if (iss !== undefined && iss !== pending.issuer) {
    throw new Failure(
      'issuer_mismatch',
      `The response came from ${plainText(iss)}, not from ${pending.issuer}; it was not used.`,
    );
  }
  if (status === 'rejected') throw await rejection(dir, pending, reason);
  if (status === 'expired') throw await endSignIn(dir, pending, 'auth_expired', 'The sign-in has expired.');
  if (status !== 'authorized') return undefined;
  if (state !== pending.state)
    throw new Failure('state_mismatch', 'The response belongs to another sign-in (state differs); it was not used.');
  if (code === undefined) throw new TransientError('the approval came without a code');
  return { code };
}

/** A transient error: network failure, restarting provider, error page of a proxy. */
class TransientError extends Error {}

function transientReason(error: unknown): string | undefined {
  if (error instanceof TransientError || error instanceof UndocumentedResponseError) return error.message;
  if (!(error instanceof Failure)) return error instanceof TypeError ? networkReason(error) : undefined;
  return ['unreachable', 'timeout', 'provider_unavailable', 'provider_failed'].includes(error.code)
    ? error.message
    : undefined;
}

/**
 * Polls until the owner has decided, then exchanges the code and stores the session. Transient errors are retried until
 * the timeout.
 * @throws Failure no_pending_auth, bind_timeout, auth_rejected, auth_expired, key_of_another_owner, key_compromised, …
 */
export async function waitForOwner(
  dir: StateDir,
  keypair: Keypair,
  host: CommandHost,
  passphrase: string | undefined,
  options: BindOptions,
): Promise<OwnerSession> {
  const pending = requirePendingAuth(dir);
  if (pending.jkt !== keypair.jkt)
    throw await endSignIn(dir, pending, 'key_changed', 'The agent key has changed since the sign-in began.');
  if (!(await isAuthenticPending(dir, passphrase, pending)))
    throw await endSignIn(dir, pending, 'session_altered', 'The pending sign-in was changed.');
  const deadline = performance.now() + options.timeoutMs;
  // With the timeout 0 one poll still has its usual time.
  const sso = connectSso(pending.ssoBaseUrl, options.timeoutMs === 0 ? {} : { until: deadline });
  let announced = Number.POSITIVE_INFINITY;
  for (;;) {
    try {
      const seen = await poll(dir, sso, pending);
      if (seen === 'redeemed') {
        const session = await sessionOfOtherProcess(dir, keypair, passphrase, pending);
        if (session) return session;
        throw await endSignIn(dir, pending, 'auth_redeemed', 'This sign-in was already completed.');
      }
      if (seen) return await completeBinding(dir, keypair, host, passphrase, pending, seen.code);
    } catch (error) {
      const reason = transientReason(error);
      if (reason === undefined) throw error;
      host.log(`retrying: ${reason}`);
    }
    const leftMs = deadline - performance.now();
    if (leftMs <= 0) {
      const seconds = Math.round(options.timeoutMs / 1000);
      throw new Failure(
        'bind_timeout',
        `${seconds === 0 ? 'The owner has not decided yet.' : `The owner did not decide within ${seconds} s.`} Run agent-id-core bind to continue waiting.`,
      );
    }
    const left = Math.ceil(leftMs / 1000);
    if (left <= announced - countdownStep) {
      host.log(`waiting for the owner's approval: ${left} s left`);
      announced = left;
    }
    await host.sleep(Math.min(options.intervalMs, leftMs));
  }
}

async function exchange(sso: SsoApiClient, pending: PendingAuth, code: string) {
  const body = {
    grant_type: 'authorization_code',
    code,
    client_id: pending.providerAddress,
    code_verifier: pending.codeVerifier,
  } as const;
  const response = await responseOf(sso.exchangeToken({ body }));
  if (!(response instanceof UndocumentedResponseError) && response.status === 200) return response.body;
  const { text, reason } = oauthError(response);
  if (response.status === 429 || response.status >= 500) {
    throw new Failure('provider_unavailable', `The provider cannot exchange the code now (${text}).`);
  }
  const refused = refusedKey(reason);
  if (refused) throw refused;
  throw new Failure('exchange_refused', `The provider refused the exchange (${text}). Run agent-id-core auth again.`);
}

async function verifiedOwner(keys: KeyResolver, pending: PendingAuth, keypair: Keypair, idToken: string, now: number) {
  try {
    const { sub } = await verifyIdToken({
      token: idToken,
      keys,
      issuer: pending.issuer,
      clientId: pending.providerAddress,
      nonce: pending.nonce,
      jkt: keypair.jkt,
      now,
    });
    return sub;
  } catch (error) {
    if (error instanceof InvalidIdTokenError || error instanceof UnavailableError) {
      throw new Failure(
        'bad_id_token',
        `The id_token was not accepted: ${error.message} Run agent-id-core auth again.`,
      );
    }
    throw error;
  }
}

/**
 * Exchanges the code and stores the session under the lock. A code exchanged twice revokes its tokens, so one of several
 * waiting processes exchanges it and the others use its session.
 */
async function completeBinding(
  dir: StateDir,
  keypair: Keypair,
  host: CommandHost,
  passphrase: string | undefined,
  pending: PendingAuth,
  code: string,
): Promise<OwnerSession> {
  const resolveKey = providerKeys(connectSso(pending.ssoBaseUrl));
  // Reads the JWKS before the code is exchanged: tokens could not be verified without it.
  await resolveKey('');
  return withLock(dir, async (until) => {
    if (readPendingAuth(dir)?.pollingCode !== pending.pollingCode) {
      const session = await sessionOfSignIn(dir, passphrase, keypair, pending);
      if (session) return session;
      throw noPendingAuth();
    }
    const sso = connectSsoWithProof(pending.ssoBaseUrl, keypair, host.now, { until });
    const tokens = await exchange(sso, pending, code).catch((error: unknown) => {
      if (error instanceof Failure && error.code.startsWith('key_')) removePendingAuth(dir);
      throw error;
    });
    // The code is exchanged and cannot be used again.
    removePendingAuth(dir);
    const { access_token: accessToken, id_token: idToken, refresh_token: refreshToken } = tokens;
    if (tokens.token_type.toLowerCase() !== 'dpop' || boundJkt(accessToken) !== keypair.jkt) {
      throw new Failure('not_dpop_bound', 'The provider did not bind the tokens to the agent key; they were not kept.');
    }
    if (idToken === undefined) throw new Failure('bad_id_token', 'The provider gave no id_token.');
    const now = Math.floor(host.now() / 1000);
    // The provider may have rotated its signing key since.
    const keys: KeyResolver = async (kid) => (await resolveKey(kid)) ?? providerKeys(sso)(kid);
    const ownerSub = await verifiedOwner(keys, pending, keypair, idToken, now);
    const { issuer, ssoBaseUrl, providerAddress, resource, scope } = pending;
    const session: OwnerSession = {
      issuer,
      ssoBaseUrl,
      providerAddress,
      ownerSub,
      accessToken,
      idToken,
      refreshToken: refreshToken ?? null,
      savedAt: now,
      refreshedAt: null,
      ...(resource !== undefined && { resource, ...(scope !== undefined && { scope }) }),
    };
    const file = await sessionFileOf(dir, passphrase, keypair, pending);
    if (file === ownerSessionFileName) await removeForeignSessions(dir, passphrase, keypair, session);
    await writeOwnerSession(dir, session, { passphrase, salt: keypair.passphraseSalt }, undefined, file);
    return session;
  });
}
