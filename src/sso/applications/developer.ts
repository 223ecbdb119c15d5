import { platformScopesOf } from '../../protocol/token-scope.ts';
import { type BrowserCaller, type DeviceCaller, requireOwner, type TokenCaller } from '../caller/caller.ts';
import type { Client } from '../clients/client.ts';
import { applicationNotFound, applicationOwnerRequired, applicationRefused } from '../errors/application-errors.ts';
import type { SsoSettings } from '../settings.ts';
import type { SsoStores } from '../stores.ts';
import type { OwnApplication } from './member-store.ts';

/** Who may manage applications: an owner, or a program that acts for one. */
type DeveloperCredentials = { readonly caller: BrowserCaller | DeviceCaller } | { readonly token: TokenCaller };

/**
 * Returns the owner whose applications a request manages.
 *
 * @throws DomainError `application_refused` for a token of another program than the portal and the command line, or one
 *   that is limited to a resource or to scopes of the platform
 */
export function requireDeveloper(
  credentials: DeveloperCredentials & { readonly settings: Pick<SsoSettings, 'issuer' | 'developerClients'> },
): string {
  if (!('token' in credentials)) return requireOwner(credentials.caller);
  const { token, settings } = credentials;
  const { developerClients = [], issuer } = settings;
  const unlimited = token.audience.includes(issuer) && platformScopesOf(token.scope).length === 0;
  if (!developerClients.includes(token.clientId) || !unlimited) throw applicationRefused();
  return token.ownerSub;
}

/**
 * Finds an application of a developer. In a transaction the membership stays until its end.
 *
 * @throws DomainError `application_not_found`, also for applications of others
 */
export async function requireApplication(
  { clients, applicationMembers }: Pick<SsoStores, 'clients' | 'applicationMembers'>,
  clientId: string,
  sub: string,
): Promise<OwnApplication> {
  const role = await applicationMembers.lockRole(clientId, sub);
  const client = role && (await clients.byAddress(clientId));
  if (!client) throw applicationNotFound(clientId);
  return { client, role };
}

/** The same for what only owners may do. @throws DomainError `application_owner_required` */
export async function requireApplicationOwner(
  stores: Pick<SsoStores, 'clients' | 'applicationMembers'>,
  clientId: string,
  sub: string,
): Promise<Client> {
  const { client, role } = await requireApplication(stores, clientId, sub);
  if (role !== 'owner') throw applicationOwnerRequired();
  return client;
}
