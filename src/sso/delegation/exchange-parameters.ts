import type { TokenExchangeGrant } from '../../../generated/sso/types.ts';
import { invalidOauthRequest, invalidTarget } from '../errors/oauth-errors.ts';

/** RFC 8693 §3. */
export const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';
const jwtType = 'urn:ietf:params:oauth:token-type:jwt';

/**
 * Checks the parameters of a token exchange that a schema cannot express (RFC 8693 §2.1).
 *
 * @throws DomainError invalid_request, or invalid_target for `audience`
 */
export function checkExchange(grant: TokenExchangeGrant): void {
  if (grant.subject_token_type !== jwtType)
    throw invalidOauthRequest(`subject_token_type must be ${jwtType}: the subject_token is a delegation.`);
  if (grant.requested_token_type !== undefined && grant.requested_token_type !== accessTokenType)
    throw invalidOauthRequest(`requested_token_type must be ${accessTokenType}.`);
  if (grant.actor_token !== undefined)
    throw invalidOauthRequest('actor_token is not used: the helper proves its key with the DPoP header.');
  if (grant.actor_token_type !== undefined)
    throw invalidOauthRequest('actor_token_type was sent without actor_token (RFC 8693 section 2.1).');
  if (grant.audience !== undefined) throw invalidTarget('audience names no service here: send its URI as resource.');
}
