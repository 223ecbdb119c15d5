import type { AuthorizationRequest as ShownRequest } from '../../../generated/sso/types.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { type Client, iconUrlOf } from '../clients/client.ts';
import { differentNetwork } from '../sessions/place.ts';
import type { ProtectedResource } from '../settings.ts';
import { type PlatformScope, platformScopesOf } from '../../protocol/token-scope.ts';
import { type IdentityScope, identityScopesOf } from '../identity/claims.ts';
import type { ApprovedReach } from '../tokens/reach.ts';

/** What everybody with the link may know, before they sign in too: who asks, for what, from where and when. */
export type RequestFacts = Pick<
  ShownRequest,
  | 'applicationName'
  | 'iconUrl'
  | 'selfRegistered'
  | 'metadataHost'
  | 'agentName'
  | 'redirectUri'
  | 'permissions'
  | 'permissionCodes'
  | 'services'
  | 'differentNetwork'
  | 'authorizationDetails'
  | 'detailSentences'
  | 'place'
  | 'requestedAt'
>;

/** Returns the facts of a request. @param issuer serves the icon @param ip address of the visitor */
export function requestFacts(
  request: AuthorizationRequest,
  client: Client,
  {
    resources,
    ip,
    issuer,
  }: {
    readonly resources?: readonly ProtectedResource[] | undefined;
    readonly ip: string;
    readonly issuer: string;
  },
): RequestFacts {
  return {
    applicationName: client.name,
    iconUrl: iconUrlOf(client, issuer),
    selfRegistered: client.registration !== 'administrator',
    metadataHost: client.registration === 'metadata' ? new URL(client.address).host : null,
    agentName: request.agentName,
    redirectUri: request.redirectUri,
    ...permissionsOf(request, resources),
    ...(request.details.length > 0 && { authorizationDetails: request.details }),
    ...(request.detailSentences.length > 0 && { detailSentences: request.detailSentences }),
    differentNetwork: differentNetwork(request.requesterIp, ip),
    place: { ipAddress: request.requesterIp, userAgent: request.requesterUserAgent },
    requestedAt: request.createdAt.toISOString(),
  };
}

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
