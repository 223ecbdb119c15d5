import { type PlatformScope, platformScopesOf } from '../../protocol/token-scope.ts';
import { type IdentityScope, identityScopesOf } from '../identity/identity-scopes.ts';
import type { ProtectedResource } from './protected-resource.ts';
import type { ApprovedReach } from './token-audience.ts';

/** Continues "It can …". */
const words: Readonly<Record<PlatformScope | IdentityScope, string>> = {
  'forum:write': 'write posts and comments for you at Forum',
  'forum:vote': 'vote for you at Forum',
  'notifications:host': 'receive your notifications and change who may notify you',
  payments: 'create payments for you',
  profile: 'see the name and the picture of your profile',
  email: 'see a made-up e-mail address that stands for you',
};

/** What an approver allows. */
export interface GrantedPermissions {
  /** In words that continue "It can …". */
  readonly permissions: string[];
  /** The same in the same order, for pages in other languages. */
  readonly permissionCodes: (PlatformScope | IdentityScope | 'act' | 'sign_in')[];
  /** Names of the services at which the application acts for the owner. */
  readonly services: string[];
}

/** Returns what an approver allows. */
export function permissionsOf(
  approved: ApprovedReach,
  resources: readonly ProtectedResource[] = [],
): GrantedPermissions {
  const { permissions, permissionCodes, services } = rightsOf(approved, resources);
  const identity = identityScopesOf(approved.scope);
  return {
    permissions: [...permissions, ...identity.map((granted) => words[granted])],
    permissionCodes: [...permissionCodes, ...identity],
    services,
  };
}

/** Returns where the application may act. */
function rightsOf(
  { reach, scope, resource }: ApprovedReach,
  resources: readonly ProtectedResource[],
): GrantedPermissions {
  const scopes = platformScopesOf(scope);
  if (scopes.length > 0)
    return { permissions: scopes.map((granted) => words[granted]), permissionCodes: [...scopes], services: [] };
  const reached = resources.filter(({ uri, acceptsIssuer }) => (resource === null ? acceptsIssuer : uri === resource));
  if (reached.length === 0 || (reach === 'sign-in' && resource === null))
    return { permissions: ['sign you in'], permissionCodes: ['sign_in'], services: [] };
  const services = reached.map(({ name }) => name);
  return { permissions: [`act for you at ${listed(services)}`], permissionCodes: ['act'], services };
}

/** Joins names as English lists them: "Forum and Notifications". */
function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last;
}
