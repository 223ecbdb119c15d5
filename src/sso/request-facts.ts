import type { AuthorizationRequest as ShownRequest } from '../../generated/sso/types.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import type { Client } from './client.ts';
import { differentNetwork } from './network.ts';
import { permissionsOf } from './reach/permissions.ts';
import type { ProtectedResource } from './reach/protected-resource.ts';

/** What everybody with the link may know, before they sign in too: who asks, for what, from where and when. */
export type RequestFacts = Pick<
  ShownRequest,
  | 'applicationName'
  | 'selfRegistered'
  | 'metadataHost'
  | 'agentName'
  | 'redirectUri'
  | 'permissions'
  | 'permissionCodes'
  | 'services'
  | 'differentNetwork'
  | 'place'
  | 'requestedAt'
>;

/** Returns the facts of a request. @param ip address of the visitor */
export function requestFacts(
  request: AuthorizationRequest,
  client: Client,
  { resources, ip }: { readonly resources?: readonly ProtectedResource[] | undefined; readonly ip: string },
): RequestFacts {
  return {
    applicationName: client.name,
    selfRegistered: client.registration !== 'administrator',
    metadataHost: client.registration === 'metadata' ? new URL(client.address).host : null,
    agentName: request.agentName,
    redirectUri: request.redirectUri,
    ...permissionsOf(request, resources),
    differentNetwork: differentNetwork(request.requesterIp, ip),
    place: { ipAddress: request.requesterIp, userAgent: request.requesterUserAgent },
    requestedAt: request.createdAt.toISOString(),
  };
}
