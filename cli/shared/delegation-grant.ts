import { Failure } from './failure.ts';

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
