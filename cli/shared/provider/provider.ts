import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.ts';
import { hasCode } from '../state-dir/state-dir.ts';
import { plainText } from '../../../src/protocol/terminal-text.ts';
import type { CommandHost } from '../host.ts';

const noProviderAddress = (): Failure =>
  new Failure(
    'no_provider_address',
    'No provider address. Pass --provider-address, set PLATFORM_PROVIDER_ADDRESS, or put it in default-provider.txt next to the executable.',
  );

const agentPaused = (): Failure =>
  new Failure(
    'agent_paused',
    'This agent is paused by its owner. The session is kept, and works again once the owner resumes it in their account.',
  );

/** A key that the provider does not bind, or an agent that gets no tokens. @param reason member of the provider's response */
export function refusedKey(reason: string | undefined): Failure | undefined {
  if (reason === 'agent_paused') return agentPaused();
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

function fromFile(programDir: string): string {
  try {
    return readFileSync(join(programDir, 'default-provider.txt'), 'utf8').trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return '';
    throw error;
  }
}

/**
 * `--provider-address`, then PLATFORM_PROVIDER_ADDRESS, then default-provider.txt next to the executable, then `fallback`.
 * @throws Failure no_provider_address
 */
export function resolveProviderAddress(
  flag: string | undefined,
  host: Pick<CommandHost, 'env' | 'programDir'>,
  fallback = (): string => '',
): string {
  const named = flag?.trim() || host.env['PLATFORM_PROVIDER_ADDRESS']?.trim() || fromFile(host.programDir);
  const address = named || fallback();
  if (address === '') throw noProviderAddress();
  return address;
}

/**
 * `--sso-url`, then SSO_BASE_URL, then `fallback`; without a trailing slash.
 * @throws Failure invalid_flag unless https, or http on a loopback host
 */
export function resolveSsoBaseUrl(
  flag: string | undefined,
  env: CommandHost['env'],
  fallback = 'http://localhost:4001',
): string {
  const text = flag || env['SSO_BASE_URL'] || fallback;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (!url || !safe || url.username !== '' || url.password !== '') {
    throw new Failure(
      'invalid_flag',
      `The provider's base URL must be https, or http on a loopback host, not ${text}.`,
    );
  }
  return url.href.replace(/[?#].*$/, '').replace(/\/+$/, '');
}

/** Tests for a loopback host, which may be reached without TLS. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}

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
