import { Failure } from './failure.ts';

/** Failures of several commands. The beginnings of their messages are part of the interface document. */

export const noProviderAddress = (): Failure =>
  new Failure(
    'no_provider_address',
    'No provider address. Pass --provider-address, set PLATFORM_PROVIDER_ADDRESS, or put it in default-provider.txt next to the executable.',
  );

export const noPendingAuth = (): Failure =>
  new Failure('no_pending_auth', 'No pending auth found. Run agent-id-core auth first.');

export const noAgentKeypair = (): Failure =>
  new Failure('no_agent_keypair', 'No agent keypair. Run agent-id-core bootstrap or agent-id-core init first.');

export const noOwnerSession = (): Failure =>
  new Failure('no_owner_session', 'No owner session. Run agent-id-core auth, then agent-id-core bind.');

export const sessionNotDpopBound = (): Failure =>
  new Failure('session_not_dpop_bound', 'Session is not DPoP-bound. Run agent-id-core auth, then agent-id-core bind.');

export const authorizationRevoked = (): Failure =>
  new Failure(
    'authorization_revoked',
    'Session refresh failed (authorization revoked). Run agent-id-core bootstrap again.',
  );

/** A key that the provider does not bind. @param reason member of the provider's response */
export function refusedKey(reason: string | undefined): Failure | undefined {
  if (reason === 'key_compromised')
    return new Failure(
      'key_compromised',
      'The owner reported the key of this agent as stolen, so it is never bound again. Take a new key: agent-id-core rotate --abandon',
    );
  if (reason !== 'key_of_another_owner') return undefined;
  return new Failure(
    'key_of_another_owner',
    'The key of this agent belongs to another owner. Let that owner approve, or take a new key: agent-id-core rotate --abandon',
  );
}

export const noBoundSession = (): Failure =>
  new Failure(
    'no_bound_session',
    'No bound session with access_token. Run agent-id-core bootstrap, or auth and bind, before signed calls.',
  );

export const noCredential = (service: string): Failure =>
  new Failure('no_credential', `No credential stored for ${service}. Store it first with agent-id-vault store.`);

/** A state file without the form that the toolkit writes. */
export const damagedState = (name: string, reason: string): Failure =>
  new Failure('damaged_state', `The state file ${name} is damaged: ${reason}.`);
