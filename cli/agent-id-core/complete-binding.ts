import type { SsoApiClient } from '../../generated/sso/client.ts';
import { UndocumentedResponseError } from '../../src/typed-contract/client.ts';
import { InvalidIdTokenError, verifyIdToken } from '../../src/protocol/id-token.ts';
import type { KeyResolver } from '../../src/protocol/signed-jwt.ts';
import { UnavailableError } from '../../src/protocol/unavailable-error.ts';
import { Failure } from '../shared/failure.ts';
import type { Keypair } from '../shared/keypair/keypair.ts';
import { withLock } from '../shared/state-dir/lock.ts';
import {
  boundJkt,
  type OwnerSession,
  readOwnerSession,
  writeOwnerSession,
} from '../shared/owner-session/owner-session.ts';
import { readPendingAuth, removePendingAuth, type PendingAuth, noPendingAuth } from './pending-auth.ts';
import { oauthError, refusedKey } from '../shared/provider/provider.ts';
import { responseOf, connectSso, connectSsoWithProof, providerKeys } from '../shared/provider/sso-connection.ts';
import type { StateDir } from '../shared/state-dir/state-dir.ts';
import type { CommandHost } from '../shared/host.ts';

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
export async function completeBinding(
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
      const session = await readOwnerSession(dir, passphrase);
      if (session && boundJkt(session.idToken) === keypair.jkt) return session;
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
    const { issuer, ssoBaseUrl, providerAddress } = pending;
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
    };
    await writeOwnerSession(dir, session, { passphrase, salt: keypair.passphraseSalt });
    return session;
  });
}
