import type { FastifyBaseLogger } from 'fastify';
import type { SsoOperations, SsoSecurity } from '../../generated/sso/operations.ts';
import type { OperationHandler } from '../typed-contract/operation.ts';
import type { ReplayStore } from '../protocol/dpop-request.ts';
import type { IncomingRequest } from '../runtime/incoming-request.ts';
import type { AttemptLimits } from './attempt-limits.ts';
import type { BrowserCaller, DeviceCaller, TokenCaller } from './caller.ts';
import type { DpopNonces } from './dpop-nonces.ts';
import type { GrantSecrets } from './grant-secrets.ts';
import type { PollPace } from './poll-pace.ts';
import type { ProviderDocuments } from './provider-documents.ts';
import type { Refusals } from './refusals.ts';
import type { SsoSettings } from './settings.ts';
import type { SigningKeys } from './signing-keys.ts';
import type { PasskeyChallengeStore } from './store/passkey-challenges.ts';
import type { SsoStores } from './stores.ts';

/** What every handler is given besides its input. */
export interface SsoContext extends SsoStores {
  /** Changes something and puts it on record, together or not at all. */
  readonly atomically: <Result>(work: (stores: SsoStores) => Promise<Result>) => Promise<Result>;
  readonly passkeyChallenges: PasskeyChallengeStore;
  readonly refusals: Refusals;
  readonly signingKeys: SigningKeys;
  readonly documents: ProviderDocuments;
  /** Codes and refresh tokens, derived and never stored. */
  readonly secrets: GrantSecrets;
  /** Proofs that were used, of applications and of devices. */
  readonly proofs: ReplayStore;
  /** Nonces for DPoP proofs; undefined unless the settings demand them. */
  readonly nonces: DpopNonces | undefined;
  readonly limits: AttemptLimits;
  /** How long fast pollers are told to wait. */
  readonly pollPace: PollPace;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly randomBytes: (length: number) => Uint8Array;
  readonly settings: SsoSettings;
}

/** What each security scheme proves. */
export interface SsoCredentials extends Record<SsoSecurity[keyof SsoSecurity], object> {
  readonly anonymous: { readonly caller?: undefined };
  readonly bearer: { readonly token: TokenCaller };
  readonly dpop: { readonly token: TokenCaller };
  readonly device: { readonly caller: DeviceCaller };
  readonly ownerSession: { readonly caller: BrowserCaller };
  readonly adminKey: object;
}

export interface SsoFacts {
  readonly request: IncomingRequest;
  readonly log: FastifyBaseLogger;
}

export type SsoHandler<Id extends keyof SsoOperations> = OperationHandler<
  SsoOperations[Id],
  SsoContext & SsoCredentials[SsoSecurity[Id]] & SsoFacts
>;
