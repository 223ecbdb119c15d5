import type { ServiceEnvironment } from '../runtime/create-service.ts';
import { inTransaction } from '../runtime/in-transaction.ts';
import { createReplayStore } from '../runtime/replay-store.ts';
import { createAttemptLimits, noAttemptLimits } from './attempt-limits.ts';
import type { SsoDatabase } from './database.ts';
import { createDpopNonces } from './dpop-nonces.ts';
import { createGrantSecrets } from './grant-secrets.ts';
import type { SsoContext } from './handler.ts';
import { createPollPace } from './poll-pace.ts';
import { createProviderDocuments } from './provider-documents.ts';
import type { SsoParts } from './parts.ts';
import { createRefusals } from './refusals.ts';
import { createSigningKeys } from './signing-keys.ts';
import { createPasskeyChallengeStore } from './store/passkey-challenges.ts';
import { createSigningKeyStore } from './store/signing-keys.ts';
import { createSsoStores } from './stores.ts';

const hour = 3_600;
const day = 24 * hour;
/** A code_challenge that was ever seen is refused: for as long as anybody could still have its verifier at hand. */
const challengeMemory = 365 * day;
const auditMemory = 400 * day;

/** Limits of requests are lifted together with the outer one of the environment. */
type ContextParts = Omit<SsoParts, 'environment' | 'pages'> & {
  readonly environment: Pick<ServiceEnvironment, 'rateLimit'>;
};

/** Builds what handlers are given, and names what has to be pruned. */
export function createContext({ database, masterKey, settings, environment, now, randomBytes, newId }: ContextParts): {
  readonly context: SsoContext;
  /** Everything that has to be removed once it is over. */
  readonly prunes: readonly ((limit: number) => Promise<number>)[];
} {
  const db = database.as<SsoDatabase>();
  const stores = createSsoStores(db);
  const { requests, sessions, browserSessions, audit } = stores;
  const passkeyChallenges = createPasskeyChallengeStore(db);
  const proofs = createReplayStore(database.as<unknown>(), 'sso.dpop_proofs');
  const keyStore = createSigningKeyStore(db);
  const limits = environment.rateLimit ? createAttemptLimits(now) : noAttemptLimits;
  const signingKeys = createSigningKeys({ store: keyStore, masterKey, settings, now });

  const context: SsoContext = {
    ...stores,
    atomically: (work) => inTransaction(db, (trx) => work(createSsoStores(trx))),
    passkeyChallenges,
    proofs,
    signingKeys,
    refusals: createRefusals(audit, limits),
    documents: createProviderDocuments(settings.issuer, signingKeys),
    secrets: createGrantSecrets({
      codeKey: masterKey.derive('sso/authorization-code'),
      refreshKey: masterKey.derive('sso/refresh-token'),
      randomBytes,
    }),
    nonces: settings.dpopNonce ? createDpopNonces(masterKey.derive('sso/dpop-nonce'), now) : undefined,
    limits,
    pollPace: createPollPace(now),
    settings,
    now,
    newId,
    randomBytes,
  };

  /** Removes what was over so many seconds ago. */
  const after =
    (seconds: number, prune: (before: Date, limit: number) => Promise<number>) =>
    (limit: number): Promise<number> =>
      prune(new Date(now().getTime() - seconds * 1000), limit);
  return {
    context,
    prunes: [
      // Kept for a day, so that a code that is redeemed again is still known, and pollers are told.
      after(day, (before, limit) => requests.prune(before, limit)),
      after(challengeMemory, (before, limit) => requests.pruneChallenges(before, limit)),
      after(day, (before, limit) => sessions.prune(before, limit)),
      after(day, (before, limit) => sessions.pruneRefreshTokens(before, limit)),
      after(hour, (before, limit) => sessions.pruneRevokedAccessTokens(before, limit)),
      after(hour, (before, limit) => browserSessions.deleteExpired(before, limit)),
      after(hour, (before, limit) => passkeyChallenges.deleteExpired(before, limit)),
      (limit) => proofs.deleteExpired(now(), limit),
      after(day, (before) => keyStore.prune(before)),
      after(auditMemory, (before, limit) => audit.prune(before, limit)),
    ],
  };
}
