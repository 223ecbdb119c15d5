import type { Application } from '../../../generated/sso/types.ts';
import { ofRequest, type SsoAuditEvent } from '../administration/audit-store.ts';
import { originsOf } from '../clients/client-metadata.ts';
import { imitatedName, providerResponse } from '../clients/client.ts';
import { changeApplication, disableApplication, registerApplication } from '../clients/register-application.ts';
import { applicationLimit, iconVerified, nameTaken, nameVerified } from '../errors/application-errors.ts';
import { ownerUnauthorized } from '../errors/owner-errors.ts';
import { readPage, type SsoHandler } from '../handler.ts';
import type { SsoStores } from '../stores.ts';
import { requireApplication, requireApplicationOwner, requireDeveloper } from './developer.ts';
import { maxApplications, type OwnApplication } from './member-store.ts';
import { reachRequestResponse } from './reach-requests.ts';
import type { ReachRequest } from './reach-request-store.ts';
import { createSecret, revokeSecret } from '../clients/providers.ts';
import { acceptedPicture } from '../owners/pictures.ts';

/** Form of the client_id of an application that an owner registered. */
const clientIdPattern = /^[0-9a-f]{32}$/;

/** Maps an application to the `Application` schema. */
export function applicationResponse(
  { client, role }: OwnApplication,
  { issuer, reachRequest }: { readonly issuer: string; readonly reachRequest?: ReachRequest | undefined },
): Application {
  const {
    providerAddress,
    registration: _registration,
    // Administrators alone configure requests on the back channel.
    backchannelTokenDeliveryMode: _deliveryMode,
    backchannelClientNotificationEndpoint: _notificationEndpoint,
    iconUrl = null,
    policyUri = null,
    tosUri = null,
    ...shown
  } = providerResponse(client, issuer);
  return {
    clientId: providerAddress,
    role,
    ...shown,
    iconUrl,
    policyUri,
    tosUri,
    ...(reachRequest && { reachRequest: reachRequestResponse(reachRequest) }),
  };
}

/** Lists the applications on which the caller works, the most recently created first. */
export const listApplications: SsoHandler<'listApplications'> = async (input) => {
  const { query, applicationMembers, reachRequests, respond, ...context } = input;
  const sub = requireDeveloper(context);
  const { items, ...page } = await readPage(
    query,
    (page) => applicationMembers.applications(sub, page),
    ({ client }) => ({ at: client.createdAt, id: client.address }),
    clientIdPattern,
  );
  const requests = await reachRequests.latest(items.map(({ client }) => client.address));
  const { issuer } = context.settings;
  const applications = items.map((application) =>
    applicationResponse(application, { issuer, reachRequest: requests.get(application.client.address) }),
  );
  return respond(200, { applications, ...page });
};

/** Registers an application whose owner is the caller. */
export const createApplication: SsoHandler<'createApplication'> = async ({ body, respond, ...context }) => {
  const sub = requireDeveloper(context);
  const { settings } = context;
  const within = async (stores: SsoStores, { address, name, createdAt }: OwnApplication['client']) => {
    await requireOriginalName(stores, name, address);
    const added = await stores.applicationMembers.found(address, { sub, addedAt: createdAt });
    if (added === 'no_owner') throw ownerUnauthorized();
    if (added !== 'added') throw applicationLimit(maxApplications);
  };
  const registration = { registration: 'owner', registrar: { ownerSub: sub }, within } as const;
  const { redirectUris = [], tokenEndpointAuthMethod = 'none' } = body;
  const origins = tokenEndpointAuthMethod === 'none' && { allowedOrigins: originsOf(redirectUris) };
  const { client, clientSecret } = await registerApplication({ ...origins, ...body }, registration, context);
  return respond(201, {
    ...applicationResponse({ client, role: 'owner' }, settings),
    ...(clientSecret !== undefined && { clientSecret }),
  });
};

/** Returns an application on which the caller works. */
export const getApplication: SsoHandler<'getApplication'> = async ({ path: { clientId }, respond, ...context }) => {
  const application = await requireApplication(context, clientId, requireDeveloper(context));
  const reachRequest = (await context.reachRequests.latest([clientId])).get(clientId);
  return respond(200, applicationResponse(application, { issuer: context.settings.issuer, reachRequest }));
};

/** Updates the given members of an application; lists are replaced as a whole. */
export const updateApplication: SsoHandler<'updateApplication'> = async ({
  path: { clientId },
  body,
  respond,
  ...context
}) => {
  const sub = requireDeveloper(context);
  const client = await changeApplication(
    body,
    {
      registrar: { ownerSub: sub },
      find: async (stores) => (await requireApplication(stores, clientId, sub)).client,
      within: async (stores, known) => {
        if (body.name === undefined || body.name === known.name) return;
        if (known.reach === 'platform') throw nameVerified(known.name);
        await requireOriginalName(stores, body.name, clientId);
      },
    },
    context,
  );
  const { role } = await requireApplication(context, clientId, sub);
  const reachRequest = (await context.reachRequests.latest([clientId])).get(clientId);
  return respond(200, applicationResponse({ client, role }, { issuer: context.settings.issuer, reachRequest }));
};

/** Deletes an application: nobody can sign in with it again, and everything that grew from it ends. */
export const deleteApplication: SsoHandler<'deleteApplication'> = async ({
  path: { clientId },
  respond,
  ...context
}) => {
  const sub = requireDeveloper(context);
  const { atomically, metrics, now, request } = context;
  const ended = await atomically(async (stores) => {
    await requireApplicationOwner(stores, clientId, sub);
    const about = { event: 'application_deleted', at: now(), ...ofRequest(request), ownerSub: sub } as const;
    return endApplication(stores, clientId, about);
  });
  metrics.revoked('provider_disabled', ended);
  return respond(204);
};

/** Ends an application in the caller's transaction, and takes it from everybody who worked on it. @returns ended sessions */
export async function endApplication(
  stores: SsoStores,
  clientId: string,
  about: Omit<SsoAuditEvent, 'clientAddress'>,
): Promise<number | undefined> {
  const client = await stores.clients.byAddress(clientId);
  if (!client) return undefined;
  const { ended } = await disableApplication(stores, client, about);
  await stores.clients.changeSecrets(clientId, () => []);
  await stores.clients.update(clientId, { iconVersion: null });
  await stores.reachRequests.withdraw(clientId, about.at);
  await stores.applicationMembers.dissolve(clientId);
  return ended?.sessions;
}

/** Rejects a name that looks like that of an application which an administrator verified. @throws DomainError `name_taken` */
async function requireOriginalName({ clients }: Pick<SsoStores, 'clients'>, name: string, address: string) {
  const imitated = imitatedName(name, await clients.verifiedNames(address));
  if (imitated !== undefined) throw nameTaken(imitated);
}

/** Creates a second secret, so that an application moves to it before the former one is revoked. */
export const createApplicationSecret: SsoHandler<'createApplicationSecret'> = async ({
  path: { clientId },
  respond,
  ...context
}) => {
  const sub = requireDeveloper(context);
  const authorize = (stores: Parameters<typeof requireApplication>[0]) => requireApplication(stores, clientId, sub);
  return respond(201, await createSecret(clientId, { registrar: { ownerSub: sub }, authorize }, context));
};

/** Revokes a secret of an application at once. */
export const revokeApplicationSecret: SsoHandler<'revokeApplicationSecret'> = async ({
  path: { clientId, secretId },
  respond,
  ...context
}) => {
  const sub = requireDeveloper(context);
  const authorize = (stores: Parameters<typeof requireApplication>[0]) => requireApplication(stores, clientId, sub);
  await revokeSecret({ clientId, secretId }, { registrar: { ownerSub: sub }, authorize }, context);
  return respond(204);
};

/** Length of the version in the URL of an icon: a part of the digest of its bytes. */
const versionLength = 16;

/** Stores an uploaded picture, encoded anew, as the icon of an application, or removes the icon. */
export const setApplicationIcon: SsoHandler<'setApplicationIcon'> = async ({
  path: { clientId },
  body,
  respond,
  ...context
}) => {
  const sub = requireDeveloper(context);
  const { atomically, now, request, settings } = context;
  const icon = body.icon === null ? undefined : acceptedPicture(body.icon);
  const application = await atomically(async (stores) => {
    const { client, role } = await requireApplication(stores, clientId, sub);
    if (client.reach === 'platform') throw iconVerified(client.name);
    const iconVersion = icon?.digest.slice(0, versionLength) ?? null;
    await (icon ? stores.icons.set(clientId, icon) : stores.icons.delete(clientId));
    const updated = (await stores.clients.update(clientId, { iconVersion })) ?? client;
    await stores.audit.record({
      event: 'provider_updated',
      at: now(),
      ...ofRequest(request),
      clientAddress: clientId,
      ownerSub: sub,
      details: { iconVersion },
    });
    return { client: updated, role };
  });
  const reachRequest = (await context.reachRequests.latest([clientId])).get(clientId);
  return respond(200, applicationResponse(application, { issuer: settings.issuer, reachRequest }));
};
