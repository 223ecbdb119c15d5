import { UndocumentedResponseError } from '../../src/typed-contract/client.ts';
import { networkReason } from '../shared/bounded-fetch.ts';
import type { Host } from '../shared/command.ts';
import { Failure } from '../shared/failure.ts';
import type { FailureCode } from '../shared/failure-codes.ts';
import { completeBinding } from './complete-binding.ts';
import type { Keypair } from '../shared/keypair.ts';
import { withLock } from '../shared/lock.ts';
import { readOwnerSession, type OwnerSession } from '../shared/owner-session.ts';
import { readPendingAuth, removePendingAuth, requirePendingAuth, type PendingAuth } from './pending-auth.ts';
import { connectSso, oauthError } from '../shared/sso-connection.ts';
import type { StateDir } from '../shared/state-dir.ts';
import { boundKey } from '../shared/token-claims.ts';

export interface BindOptions {
  readonly timeoutMs: number;
  readonly intervalMs: number;
}

/** Seconds between two lines of the countdown. */
const countdownStep = 15;

/** The sign-in has ended without tokens and cannot be continued. */
async function ended(dir: StateDir, pending: PendingAuth, code: FailureCode, text: string): Promise<Failure> {
  await withLock(dir, () => {
    if (readPendingAuth(dir)?.pollingCode === pending.pollingCode) removePendingAuth(dir);
  });
  return new Failure(code, `${text} Run agent-id-core auth again.`);
}

/** The session that another waiting process made of this sign-in, or undefined. */
async function boundElsewhere(dir: StateDir, keypair: Keypair, passphrase: string | undefined, pending: PendingAuth) {
  // Under the lock, so that a process that is exchanging the code has finished.
  return withLock(dir, async () => {
    if (readPendingAuth(dir)?.pollingCode === pending.pollingCode) return undefined;
    const session = await readOwnerSession(dir, passphrase);
    return session && boundKey(session.idToken) === keypair.jkt ? session : undefined;
  });
}

/** One look at the sign-in: its code once it is approved, undefined while it waits, `redeemed` once its code is spent. */
async function poll(
  dir: StateDir,
  sso: ReturnType<typeof connectSso>,
  pending: PendingAuth,
): Promise<{ readonly code: string } | 'redeemed' | undefined> {
  const answer = await sso.pollAuthorization({ body: { polling_code: pending.pollingCode } });
  if (answer.status === 404)
    throw await ended(dir, pending, 'auth_unknown', 'The provider does not know this sign-in any more.');
  if (answer.status === 409) return 'redeemed';
  if (answer.status === 400)
    throw await ended(dir, pending, 'auth_refused', `The provider refused to be asked (${oauthError(answer).text}).`);
  if (answer.status !== 200) throw new Blip(`HTTP ${answer.status}`);
  const { status, authorization_code: code, state, iss } = answer.body;
  if (iss !== undefined && iss !== pending.issuer) {
    throw new Failure('issuer_mismatch', `The answer came from ${iss}, not from ${pending.issuer}; it was not used.`);
  }
  if (status === 'rejected') throw await ended(dir, pending, 'auth_rejected', 'The owner rejected the sign-in.');
  if (status === 'expired') throw await ended(dir, pending, 'auth_expired', 'The sign-in has expired.');
  if (status !== 'authorized') return undefined;
  if (state !== pending.state)
    throw new Failure('state_mismatch', 'The answer belongs to another sign-in (state differs); it was not used.');
  if (code === undefined) throw new Blip('the approval came without a code');
  return { code };
}

/** Something that passes: the network, a restarting provider, a proxy's error page. */
class Blip extends Error {}

function blipReason(error: unknown): string | undefined {
  if (error instanceof Blip || error instanceof UndocumentedResponseError || error instanceof SyntaxError)
    return error.message;
  if (!(error instanceof Failure)) return error instanceof TypeError ? networkReason(error) : undefined;
  return ['unreachable', 'timeout', 'provider_unavailable', 'provider_failed'].includes(error.code)
    ? error.message
    : undefined;
}

/**
 * Waits until the owner has decided, then exchanges the code and stores the session. A network that comes and
 * goes only costs time.
 * @throws Failure no_pending_auth, bind_timeout, auth_rejected, auth_expired, …
 */
export async function awaitOwner(
  dir: StateDir,
  keypair: Keypair,
  host: Host,
  passphrase: string | undefined,
  options: BindOptions,
): Promise<OwnerSession> {
  const pending = requirePendingAuth(dir);
  if (pending.jkt !== keypair.jkt)
    throw await ended(dir, pending, 'key_changed', 'The agent key has changed since the sign-in began.');
  const deadline = performance.now() + options.timeoutMs;
  const sso = connectSso(pending.ssoBaseUrl, { until: deadline });
  let announced = Number.POSITIVE_INFINITY;
  for (;;) {
    try {
      const seen = await poll(dir, sso, pending);
      if (seen === 'redeemed') {
        const session = await boundElsewhere(dir, keypair, passphrase, pending);
        if (session) return session;
        throw await ended(dir, pending, 'auth_redeemed', 'This sign-in was already completed.');
      }
      if (seen) return await completeBinding(dir, keypair, host, passphrase, pending, seen.code);
    } catch (error) {
      const reason = blipReason(error);
      if (reason === undefined) throw error;
      host.note(`still trying: ${reason}`);
    }
    const leftMs = deadline - performance.now();
    if (leftMs <= 0) {
      const seconds = Math.round(options.timeoutMs / 1000);
      throw new Failure(
        'bind_timeout',
        `The owner did not decide within ${seconds} s. Run agent-id-core bind to go on waiting.`,
      );
    }
    const left = Math.ceil(leftMs / 1000);
    if (left <= announced - countdownStep) {
      host.note(`waiting for the owner's approval: ${left} s left`);
      announced = left;
    }
    await host.sleep(Math.min(options.intervalMs, leftMs));
  }
}
