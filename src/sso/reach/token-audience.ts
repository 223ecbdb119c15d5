import { platformScopesOf } from '../../protocol/token-scope.ts';
import { invalidTarget } from '../errors/oauth-errors.ts';
import type { SsoSettings } from '../settings.ts';
import type { ProtectedResource, Reach } from './protected-resource.ts';

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
