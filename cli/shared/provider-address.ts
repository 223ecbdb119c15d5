import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.ts';
import { noProviderAddress } from './failures.ts';
import type { CommandHost } from './command.ts';
import { hasCode } from './system-error.ts';

const defaultSsoBaseUrl = 'http://localhost:4001';

function fromFile(programDir: string): string {
  try {
    return readFileSync(join(programDir, 'default-provider.txt'), 'utf8').trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return '';
    throw error;
  }
}

/**
 * `--provider-address`, then PLATFORM_PROVIDER_ADDRESS, then default-provider.txt next to the executable.
 * @throws Failure no_provider_address
 */
export function resolveProviderAddress(
  flag: string | undefined,
  host: Pick<CommandHost, 'env' | 'programDir'>,
): string {
  const address = flag?.trim() || host.env['PLATFORM_PROVIDER_ADDRESS']?.trim() || fromFile(host.programDir);
  if (address === '') throw noProviderAddress();
  return address;
}

/**
 * `--sso-url`, then SSO_BASE_URL, then http://localhost:4001; without a trailing slash.
 * @throws Failure invalid_flag unless https, or http on a loopback host
 */
export function resolveSsoBaseUrl(flag: string | undefined, env: CommandHost['env']): string {
  const text = flag || env['SSO_BASE_URL'] || defaultSsoBaseUrl;
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
