import type { SystemPush } from './activity/activity-store.ts';
import type { FastifyInstance } from 'fastify';
import { type ClientDocuments, createClientDocuments } from './clients/client-documents.ts';
import { type ClientKeys, createClientKeys } from './clients/client-keys.ts';
import type { ReplayStore } from '../protocol/dpop-request.ts';
import type { ServiceEnvironment } from '../runtime/http/create-service.ts';
import { type Database, createReplicaReads } from '../runtime/database/database.ts';
import { createPictureStore } from './owners/owner-store.ts';
import { inTransaction } from '../runtime/database/queries.ts';
import { createOutboundHttp, type OutboundHttp } from '../runtime/outbound/outbound-http.ts';
import { createFairSlots, type FairSlots } from '../runtime/jobs/fair-queue.ts';
import type { MasterKey } from '../runtime/start/master-key.ts';
import { createRequestTracer } from '../runtime/observe/tracing.ts';
import { type UsedProofs, createReplayStore } from '../runtime/caller/replay-store.ts';
import { createDirectorySigner, type DirectorySigner } from './keys/directory-signer.ts';
import {
  type AuditPseudonym,
  createAuditPseudonym,
  createPairwiseSectors,
  createSubjects,
  type PairwiseSectors,
  type Subjects,
} from './identity/subjects.ts';
import type { ErrorPage } from './sign-in/authorization-response.ts';
import {
  type AttemptLimits,
  createAttemptLimits,
  createRefusals,
  noAttemptLimits,
  type Refusals,
  createGuessLimits,
  createSharedAttemptLimits,
  type GuessLimits,
  noSharedAttemptLimits,
  type SharedAttemptLimits,
} from './limits/attempt-limits.ts';
import type { SsoDatabase } from './database.ts';
import { createGrantSecrets, type GrantSecrets } from './tokens/grant-secrets.ts';
import { createDpopNonces, type DpopNonces } from './tokens/dpop-nonces.ts';
import { createPollPace, type PollPace } from './sign-in/poll-pace.ts';
import { type AskedLinks, createAskedLinks } from './approvals/asked-links.ts';
import { createSsoDocuments, type SsoDocuments } from './documents.ts';
import { createRecoverySecrets, type RecoverySecrets } from './recovery/recovery-code-store.ts';
import type { SsoSettings } from './settings.ts';
import { createSignedStatusLists, revocationRetention, type SignedStatusLists } from './tokens/status-lists.ts';
import { createSigningKeys, type NewRsaKeyPair, type SigningKeys } from './keys/signing-keys.ts';
import { createAttemptStore } from './limits/attempt-store.ts';
import { createPasskeyChallengeStore, type PasskeyChallengeStore } from './owners/passkey-store.ts';
import { createSsoMetrics, type SsoMetrics } from './metrics.ts';
import type { ReadServiceHealth } from '../runtime/observe/service-health.ts';
import {
  createNotificationService,
  type NotificationAddress,
  type NotificationService,
} from './activity/system-pushes.ts';
import { createSigningKeyStore } from './keys/signing-key-store.ts';
import { createSsoStores, type SsoStores } from './stores.ts';

const hour = 3_600;
const day = 24 * hour;
/** Seconds for which a used code_challenge is remembered and refused. */
const challengeRetention = 365 * day;
/** Seconds after which an application that registered itself and was not used is deleted. */
const unusedClientRetention = 30 * day;
/** Seconds for which a person sees what agents asked. */
const approvalRetention = 30 * day;
/** Seconds for which an expired invite is listed. */
const inviteRetention = 90 * day;

/** Collaborators of the provider, injected by the composition root. */
export interface SsoDependencies {
  readonly database: Database;
  /** A read replica of the database; undefined when there is none. */
  readonly replica?: Database | undefined;
  /** Stores used proofs instead of the database. */
  readonly usedProofs?: UsedProofs | undefined;
  readonly masterKey: MasterKey;
  readonly settings: SsoSettings;
  readonly environment: ServiceEnvironment;
  readonly now: () => Date;
  readonly randomBytes: (length: number) => Uint8Array;
  readonly newId: () => string;
  /** Default: generates one. */
  readonly newSigningKeyPair?: NewRsaKeyPair | undefined;
  /** The notification service, which tells owners of important changes by a push. Default: nobody is told by one. */
  readonly notifications?: NotificationAddress | undefined;
  /** Called when a push of the platform waits. Default: the next round finds it. */
  readonly pushWaits?: ((push: SystemPush) => void) | undefined;
  /** Registers the pages for people. @returns the page for errors */
  readonly pages?: ((app: FastifyInstance, context: SsoHandlerContext) => Promise<ErrorPage>) | undefined;
}

/** What every handler receives besides its input. */
export interface SsoHandlerContext extends SsoStores {
  /** Runs a change and its audit record in one transaction. */
  readonly atomically: <Result>(work: (stores: SsoStores) => Promise<Result>) => Promise<Result>;
  /** Reads a picture by its digest, from the replica when there is one: its content never changes. */
  readonly readPicture: SsoStores['pictures']['byDigest'];
  readonly passkeyChallenges: PasskeyChallengeStore;
  readonly recoverySecrets: RecoverySecrets;
  readonly refusals: Refusals;
  readonly signingKeys: SigningKeys;
  readonly statusLists: SignedStatusLists;
  readonly documents: SsoDocuments;
  /** Encrypts what is stored and needed again. */
  readonly sealing: Pick<MasterKey, 'seal' | 'open'>;
  /** Derives codes and refresh tokens, which are never stored. */
  readonly secrets: GrantSecrets;
  /** Used proofs of applications and devices. */
  readonly proofs: ReplayStore;
  /** Signs the directories of agents' keys. */
  readonly directories: DirectorySigner;
  /** Nonces for DPoP proofs; undefined unless the settings require them. */
  readonly nonces: DpopNonces | undefined;
  readonly limits: AttemptLimits;
  /** Limits that all processes count together. */
  readonly sharedLimits: SharedAttemptLimits;
  readonly guessLimits: GuessLimits;
  /** Turns of registrations, by network. */
  readonly registrations: FairSlots;
  readonly metrics: SsoMetrics;
  readonly health: ReadServiceHealth;
  /** Undefined where the provider sends no pushes. */
  readonly notificationService: NotificationService | undefined;
  /** Tells what sends pushes that one waits, so that a person need not wait for its next round. */
  readonly pushWaits: (push: SystemPush) => void;
  /** Checks addresses that applications give. */
  readonly outbound: Pick<OutboundHttp, 'get' | 'checkUrl'>;
  /** Applications whose client_id is a URL. */
  readonly clientDocuments: ClientDocuments;
  /** Keys that verify client assertions. */
  readonly publishedKeys: ClientKeys;
  /** Identifiers of owners at applications. */
  readonly subjects: Subjects;
  readonly pairwiseSectors: PairwiseSectors;
  /** What the audit names instead of an erased owner. */
  readonly pseudonymOf: AuditPseudonym;
  /** Computes `Retry-After` of pending polls. */
  readonly pollPace: PollPace;
  /** Links of requests of agents. */
  readonly askedLinks: AskedLinks;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly randomBytes: (length: number) => Uint8Array;
  readonly settings: SsoSettings;
}

/** Limits of requests are off when the environment has no rate limit; those of guesses never are. */
type ContextDependencies = Omit<SsoDependencies, 'environment' | 'pages'> & {
  readonly environment: Pick<ServiceEnvironment, 'rateLimit' | 'metrics' | 'tracing'>;
};

/** Creates the context of handlers, and the deletions of expired rows. */
export function createSsoContext({
  database,
  replica,
  usedProofs,
  masterKey,
  settings,
  environment,
  now,
  randomBytes,
  newId,
  newSigningKeyPair,
  notifications,
  pushWaits = () => undefined,
}: ContextDependencies): {
  readonly context: SsoHandlerContext;
  /** Sends requests to addresses that applications give; the caller closes it. */
  readonly outbound: OutboundHttp;
  /** One deletion per table that has expiring rows; each deletes up to `limit` rows and returns how many. */
  readonly expirations: readonly ((limit: number) => Promise<number>)[];
} {
  const db = database.as<SsoDatabase>();
  const stores = createSsoStores(db);
  const { requests, sessions, browserSessions, deviceLinks, clientAssertions, audit, invites } = stores;
  const { byDigest } = stores.pictures;
  const read = createReplicaReads(() => now().getTime());
  const passkeyChallenges = createPasskeyChallengeStore(db);
  const proofs = createReplayStore(database.as<unknown>(), 'sso.dpop_proofs', usedProofs);
  const keyStore = createSigningKeyStore(db);
  const limits = environment.rateLimit ? createAttemptLimits(now) : noAttemptLimits;
  const attempts = createAttemptStore(db);
  const sharedLimits = environment.rateLimit ? createSharedAttemptLimits({ attempts, now }) : noSharedAttemptLimits;
  // One host that does not respond holds a turn for seconds.
  const fetches = createFairSlots({ slots: 128, perGroup: 2, waiting: 20 });
  const { tracing } = environment;
  const outbound = createOutboundHttp({
    allow: settings.clientAllowTargets ?? [],
    trace: tracing && createRequestTracer('sso', tracing),
  });
  const signingKeys = createSigningKeys({ store: keyStore, masterKey, settings, now, newKeyPair: newSigningKeyPair });

  const context: SsoHandlerContext = {
    ...stores,
    atomically: (work) => inTransaction(db, (trx) => work(createSsoStores(trx))),
    readPicture: replica ? read(createPictureStore(replica.as<SsoDatabase>()).byDigest, byDigest) : byDigest,
    passkeyChallenges,
    proofs,
    signingKeys,
    statusLists: createSignedStatusLists({ revocations: stores.revocations, signingKeys, settings, now }),
    sealing: masterKey,
    refusals: createRefusals(audit, limits),
    documents: createSsoDocuments(settings, signingKeys),
    secrets: createGrantSecrets({
      codeKey: masterKey.derive('sso/authorization-code'),
      refreshKey: masterKey.derive('sso/refresh-token'),
      randomBytes,
    }),
    recoverySecrets: createRecoverySecrets({ key: masterKey.derive('sso/recovery-code'), randomBytes }),
    nonces: settings.dpopNonce ? createDpopNonces(masterKey.derive('sso/dpop-nonce'), now) : undefined,
    limits,
    sharedLimits,
    guessLimits: createGuessLimits({ attempts, now }),
    registrations: createFairSlots({ slots: 8, perGroup: 2, waiting: 20 }),
    metrics: createSsoMetrics(environment.metrics),
    health: environment.metrics.health,
    pushWaits,
    notificationService:
      notifications && createNotificationService(notifications, { signingKeys, settings, now, newId }),
    outbound,
    clientDocuments: createClientDocuments({ ...stores, outbound, settings, sharedLimits, fetches, now }),
    publishedKeys: createClientKeys({ ...stores, outbound, sharedLimits, fetches, now }),
    directories: createDirectorySigner({ seed: masterKey.derive('sso/agent-directories'), now, randomBytes }),
    subjects: createSubjects(masterKey.derive('sso/pairwise-subject')),
    pairwiseSectors: createPairwiseSectors({ outbound, fetches }),
    pseudonymOf: createAuditPseudonym(masterKey.derive('sso/audit-pseudonym')),
    pollPace: createPollPace(now),
    askedLinks: createAskedLinks(),
    settings,
    now,
    newId,
    randomBytes,
  };

  /** Deletes rows that expired more than `seconds` ago. */
  const after =
    (seconds: number, deleteRows: (before: Date, limit: number) => Promise<number>) =>
    (limit: number): Promise<number> =>
      deleteRows(new Date(now().getTime() - seconds * 1000), limit);
  return {
    context,
    outbound,
    expirations: [
      // Kept for a day, so that a second redemption is recognised and pollers see the final status.
      after(day, (before, limit) => requests.deleteExpired(before, limit)),
      after(challengeRetention, (before, limit) => requests.deleteExpiredChallenges(before, limit)),
      after(day, (before, limit) => sessions.deleteExpired(before, limit)),
      after(day, (before, limit) => stores.delegations.deleteExpired(before, limit)),
      after(approvalRetention, (before, limit) => stores.approvals.deleteExpired(before, limit)),
      after(approvalRetention, (before, limit) => stores.mandates.deleteExpired(before, limit)),
      after(day, (before, limit) => sessions.deleteExpiredRefreshTokens(before, limit)),
      after(hour, (before, limit) => browserSessions.deleteExpired(before, limit)),
      after(hour, (before, limit) => deviceLinks.deleteExpired(before, limit)),
      after(hour, (before, limit) => passkeyChallenges.deleteExpired(before, limit)),
      (limit) => proofs.deleteExpired(now(), limit),
      after(inviteRetention, (before, limit) => invites.deleteExpired(before, limit)),
      after(hour, (before, limit) => stores.applicationInvites.deleteExpired(before, limit)),
      after(hour, (before, limit) => stores.consoleAccess.deleteExpired(before, limit)),
      after(hour, (before, limit) => attempts.deleteExpired(before, limit)),
      after(hour, (before, limit) => clientAssertions.deleteExpired(before, limit)),
      after(hour, (before, limit) => stores.pushedRequests.deleteExpired(before, limit)),
      after(revocationRetention(settings), (before, limit) => stores.revocations.deleteExpired(before, limit)),
      after(day, (before, limit) => stores.logoutNotices.deleteExpired(before, limit)),
      after(day, (before, limit) => stores.systemPushes.deleteExpired(before, limit)),
      after(day, (before) => keyStore.eraseExpired(before)),
      after(unusedClientRetention, (before, limit) => stores.selfRegisteredClients.deleteUnused(before, limit)),
      (limit) => audit.deleteExpired(now(), limit),
    ],
  };
}
