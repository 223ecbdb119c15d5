import type { DomainError } from '../../runtime/domain-error.ts';
import { registrationNotSupported, requestNotSupported, requestUriNotSupported } from '../errors/oauth-errors.ts';

const refusals: readonly (readonly [string, () => DomainError])[] = [
  ['request', requestNotSupported],
  ['request_uri', requestUriNotSupported],
  ['registration', registrationNotSupported],
];

/**
 * Rejects request objects and registrations inside requests, which must not be ignored (OpenID Connect Core §3.1.2.6).
 *
 * @throws DomainError `request_not_supported`, `request_uri_not_supported` or `registration_not_supported`
 */
export function refuseUnsupportedParameters(parameters: Readonly<Record<string, unknown>>): void {
  for (const [name, refusal] of refusals) if (parameters[name] !== undefined) throw refusal();
}
