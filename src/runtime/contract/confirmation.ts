import { confirmationChallenge } from '../../protocol/challenge.ts';
import type { JsonObject } from '../../protocol/json-object.ts';
import { scopeToRequest } from '../../protocol/token-scope.ts';
import type { ContractOperation } from './contract.ts';
import type { ConfirmationDemand, DomainError, HttpProblem } from '../errors/domain-error.ts';

/** How the credentials of a request show that a person confirmed it. */
export type Confirmation =
  /** A device signed the request, which is a ceremony; or nobody is signed in. */
  | { readonly by: 'request' }
  /** The key of an administrator, behind which is nobody who could confirm. */
  | { readonly by: 'administrator' }
  | Ceremony;

/** The last ceremony of a person. */
interface Ceremony {
  readonly by: 'person';
  /** Undefined for a token without `auth_time`. */
  readonly at: Date | undefined;
  /** The action that it was for (`acr`). */
  readonly action?: string | undefined;
  /** Verifies a ceremony for an action which the request carries. @throws DomainError without one */
  readonly verify?: (action: string, input: ConfirmedInput) => Promise<void>;
}

/** The validated parts of a request. */
export interface ConfirmedInput {
  readonly path: unknown;
  readonly body: unknown;
}

/** Returns the ceremony that an access token names (RFC 9068 §2.2.1). */
export const tokenConfirmation = ({ auth_time: seconds, acr }: JsonObject): Ceremony => ({
  by: 'person',
  at: typeof seconds === 'number' ? new Date(seconds * 1000) : undefined,
  action: typeof acr === 'string' ? acr : undefined,
});

/** A request that a person has to confirm first. */
type Unconfirmed = Extract<HttpProblem, { readonly kind: 'unconfirmed' }>;

/** Seconds for which a ceremony for one action counts. */
const actionMaxAge = 600;

interface ConfirmationReaderOptions {
  readonly now: () => Date;
  readonly refuse: (problem: Unconfirmed) => DomainError;
  /** Called for each use of an administrator's key, which is exempt. */
  readonly exempted: (operationId: string) => void;
}

/**
 * Creates the check of an operation's `x-confirmation`, which every service applies after validation and before the
 * handler. It binds owner cookies, access tokens and console sessions (RFC 9470).
 */
export function createConfirmationReader(
  { operationId, confirmation: required, security, requiredScopes }: ContractOperation,
  { now, refuse, exempted }: ConfirmationReaderOptions,
): (confirmation: Confirmation | undefined, input: ConfirmedInput) => Promise<void> {
  if (required === undefined) return async () => undefined;
  const action = 'action' in required ? required.action : undefined;
  const maxAge = 'maxAge' in required ? required.maxAge : actionMaxAge;
  const demand: ConfirmationDemand = { maxAge, action };
  const accepted = security.flatMap((requirement) => Object.keys(requirement).slice(0, 1));
  const schemes = Object.fromEntries(accepted.map((scheme) => [scheme, requiredScopes(scheme)]));

  return async (confirmation, input) => {
    if (confirmation === undefined) throw refuse({ kind: 'unconfirmed', demand, schemes });
    if (confirmation.by === 'request') return;
    if (confirmation.by === 'administrator') return exempted(operationId);
    if (action !== undefined && confirmation.verify) return confirmation.verify(action, input);
    const age = confirmation.at === undefined ? Infinity : now().getTime() - confirmation.at.getTime();
    if (age > maxAge * 1000 || (action !== undefined && confirmation.action !== action))
      throw refuse({ kind: 'unconfirmed', demand, schemes });
  };
}

/** Returns the WWW-Authenticate values of a refusal, one for each scheme that the operation accepts. */
export function unconfirmedChallenges({ demand, schemes }: Unconfirmed): string[] {
  const { bearer, adminKey, dpop, device } = schemes;
  return [
    ...((bearer ?? adminKey)
      ? [confirmationChallenge('Bearer', { ...demand, scope: bearer && scopeToRequest(bearer) })]
      : []),
    ...(dpop ? [confirmationChallenge('DPoP', { ...demand, scope: scopeToRequest(dpop) })] : []),
    ...(device ? [confirmationChallenge('Device', demand)] : []),
  ];
}
