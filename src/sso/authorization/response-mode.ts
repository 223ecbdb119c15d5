import type { AuthorizeForm } from '../../../generated/sso/types.ts';
import type { ResponseMode } from '../authorization-request.ts';
import {
  formPostAddressNeeded,
  parameterMissing,
  redirectUriNeeded,
  responseModeNeeded,
} from '../errors/oauth-errors.ts';

type ModeParameters = Pick<
  AuthorizeForm,
  'response_mode' | 'redirect_uri' | 'scope' | 'code_challenge' | 'state' | 'nonce'
>;

/** What the interface document requires of an application that polls. */
const requiredWithJson = ['scope', 'code_challenge', 'state', 'nonce'] as const;

/**
 * Returns the response mode of a request, `query` by default when it has a redirect_uri, and checks the parameters that
 * the mode requires.
 *
 * @throws DomainError `invalid_request`
 */
export function responseModeOf(parameters: ModeParameters): ResponseMode {
  const { redirect_uri: redirectUri, response_mode: mode } = parameters;
  if (mode === undefined && redirectUri === undefined) throw responseModeNeeded();
  if (mode === 'json') {
    const missing = requiredWithJson.find((name) => parameters[name] === undefined);
    if (missing !== undefined) throw parameterMissing(missing);
    return 'json';
  }
  if (redirectUri === undefined) throw redirectUriNeeded();
  if (mode !== 'form_post') return 'query';
  if (!isHttp(redirectUri)) throw formPostAddressNeeded();
  return 'form_post';
}

/** A form cannot be submitted to an app's own scheme. */
export const isHttp = (uri: string): boolean => /^https?:/i.test(uri);
