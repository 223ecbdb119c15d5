import { type EmailSettings, hasEmailPseudonyms } from '../identity/email-pseudonym.ts';
import { identityScopesOf } from '../identity/identity-scopes.ts';
import type { Client } from '../client.ts';
import { pairwiseScope } from '../errors/oauth-errors.ts';
import { platformScopesOf } from '../../protocol/token-scope.ts';

/**
 * Rejects scopes of the platform in a request of an application with pairwise subjects: the platform's services know people
 * by another subject.
 *
 * @throws DomainError `invalid_scope`
 */
export function requireScopeOfClient(requested: string, { pairwiseSector }: Pick<Client, 'pairwiseSector'>): void {
  const [scope] = pairwiseSector === null ? [] : platformScopesOf(requested);
  if (scope !== undefined) throw pairwiseScope(scope);
}

/** Returns the scope that a request for `requested` is granted; others are left out (RFC 6749 §3.3). */
export function grantedScope(
  requested: string,
  client: Pick<Client, 'emailPseudonym'>,
  settings: EmailSettings,
): string {
  const identity = identityScopesOf(requested).filter(
    (scope) => scope !== 'email' || hasEmailPseudonyms(client, settings),
  );
  return ['openid', ...identity, ...platformScopesOf(requested)].join(' ');
}

/**
 * Returns the scope of a refreshed token (RFC 6749 §6): `requested`, when it is a part of `granted` and not a wider one.
 * `openid` alone is wider than any platform scope.
 *
 * @returns undefined for a scope that was not granted
 */
export function narrowedScope(granted: string, requested: string | undefined): string | undefined {
  if (requested === undefined) return granted;
  const [grantedScopes, requestedScopes] = [granted.split(' '), [...new Set(requested.split(' '))]];
  if (!requestedScopes.every((scope) => grantedScopes.includes(scope))) return undefined;
  const widened = platformScopesOf(granted).length > 0 && platformScopesOf(requested).length === 0;
  return widened ? undefined : grantedScopes.filter((scope) => requestedScopes.includes(scope)).join(' ');
}
