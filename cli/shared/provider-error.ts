import { Failure } from './failure.ts';
import { plainText } from '../../src/protocol/terminal-text.ts';

export const notJsonObject = (): Failure =>
  new Failure('provider_failed', 'The response of the provider is not a JSON object.');

/** Extracts error code, reason and description from an error response, safe for a message. */
export function oauthError(response: { readonly status: number; readonly body: unknown }): {
  readonly error: string;
  /** For programs, such as `key_compromised`. */
  readonly reason: string | undefined;
  readonly text: string;
} {
  const body = typeof response.body === 'object' && response.body !== null ? response.body : {};
  const error = 'error' in body && typeof body.error === 'string' ? plainText(body.error) : `HTTP ${response.status}`;
  const description = 'error_description' in body ? plainText(String(body.error_description)) : '';
  const reason = 'reason' in body && typeof body.reason === 'string' ? body.reason : undefined;
  return { error, reason, text: description === '' ? error : `${error}: ${description}` };
}
