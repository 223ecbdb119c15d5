import type { AuthorizeForm } from '../../../generated/sso/types.ts';
import { parameterMissing, redirectUriNeeded, responseModeNeeded } from '../errors/oauth-errors.ts';

type ModeParameters = Pick<AuthorizeForm, 'response_mode' | 'redirect_uri' | 'state' | 'nonce'>;

/**
 * Returns the response mode of a request, `query` by default when it has a redirect_uri, and checks the parameters that
 * the mode requires.
 *
 * @throws DomainError `invalid_request`
 */
export function responseModeOf(parameters: ModeParameters): 'json' | 'query' {
  const { response_mode: mode, redirect_uri: redirectUri } = parameters;
  if (mode === undefined && redirectUri === undefined) throw responseModeNeeded();
  if (mode === 'json') {
    const missing = (['state', 'nonce'] as const).find((name) => parameters[name] === undefined);
    if (missing !== undefined) throw parameterMissing(missing);
    return 'json';
  }
  if (redirectUri === undefined) throw redirectUriNeeded();
  return 'query';
}
