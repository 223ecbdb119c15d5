import { platformScopesOf } from '../../protocol/token-scope.ts';
import { invalidTarget, pairwiseScope } from '../errors/oauth-errors.ts';
import type { ProtectedResource, Reach, SsoSettings } from '../settings.ts';
import { type EmailSettings, hasEmailPseudonyms, identityScopesOf } from '../identity/claims.ts';
import type { Client } from '../clients/client.ts';

/** What a person approved. */
export interface ApprovedReach {
  readonly clientAddress: string;
  readonly reach: Reach;
  readonly scope: string;
  /** `resource` of the authorization request; null when it named none. */
  readonly resource: string | null;
}

type ReachSettings = Pick<SsoSettings, 'issuer' | 'resources'>;

/**
 * Checks the parameter `resource` of an authorization request (RFC 8707 §2).
 *
 * @throws DomainError `invalid_target` for an unknown resource, and for one that the reach does not include
 */
export function checkResource(approved: ApprovedReach, { resources = [] }: ReachSettings): void {
  if (approved.resource === null) return;
  const resource = resources.find(({ uri }) => uri === approved.resource);
  if (!resource) throw invalidTarget('resource names no service of this platform.');
  if (resource.thirdParty) return requireNoPlatformScope(approved.scope);
  if (!reaches(approved, resource))
    throw invalidTarget(`resource needs one of the scopes ${resource.scopes.join(', ')} for this application.`);
}

/**
 * Returns `aud` of an access token. The token request only selects among what was approved.
 *
 * @param requested `resource` of the token request (RFC 8707 §2.2)
 * @throws DomainError `invalid_target`
 */
export function tokenAudience(
  approved: ApprovedReach,
  requested: string | undefined,
  settings: ReachSettings,
): readonly string[] {
  if (requested !== undefined && approved.resource !== null && requested !== approved.resource)
    throw invalidTarget('The person approved another resource.');
  const chosen = settings.resources?.find(({ uri }) => uri === requested);
  if (approved.resource === null && chosen?.thirdParty)
    throw invalidTarget('The person did not approve this resource: name it in the authorization request.');
  const resource = requested ?? approved.resource;
  if (resource !== null) {
    checkResource({ ...approved, resource }, settings);
    return [approved.clientAddress, resource];
  }
  return approved.reach === 'platform' ? [approved.clientAddress, settings.issuer] : [approved.clientAddress];
}

/** A token for a third-party service must not carry rights at the platform. */
function requireNoPlatformScope(scope: string): void {
  const [granted] = platformScopesOf(scope);
  if (granted !== undefined)
    throw invalidTarget(`resource is no service of the scope ${granted}: leave the scope out.`);
}

/** An application of the reach `sign-in` reaches a service only by a scope of that service. */
function reaches({ reach, scope }: ApprovedReach, { scopes }: ProtectedResource): boolean {
  return reach === 'platform' || platformScopesOf(scope).some((granted) => scopes.includes(granted));
}

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
