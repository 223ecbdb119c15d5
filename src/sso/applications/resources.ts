import type { Resource } from '../../../generated/sso/types.ts';
import { ofRequest } from '../administration/audit-store.ts';
import { originViolation } from '../clients/addresses.ts';
import { resourceLimit, resourceNotFound, resourceNotProven, resourceReserved } from '../errors/application-errors.ts';
import { invalidOauthRequest } from '../errors/oauth-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { requireApplication, requireApplicationOwner, requireDeveloper } from './developer.ts';
import { checkedResource, checkResourceNow, proveResource } from './resource-proof.ts';
import { type ApplicationResource, maxResources } from './resource-store.ts';

const resourceResponse = (resource: ApplicationResource): Resource => ({
  resourceId: resource.id,
  origin: resource.origin,
  status: resource.status,
  dpopBoundAccessTokensRequired: resource.requiresDpop,
  createdAt: resource.createdAt.toISOString(),
  provenAt: resource.provenAt.toISOString(),
  checkedAt: resource.checkedAt.toISOString(),
  failingSince: resource.failingSince?.toISOString() ?? null,
  failure: resource.failure,
});

/** Lists the resources of an application. */
export const getResources: SsoHandler<'getResources'> = async ({ path: { clientId }, respond, ...context }) => {
  await requireApplication(context, clientId, requireDeveloper(context));
  return respond(200, { resources: (await context.applicationResources.list(clientId)).map(resourceResponse) });
};

/** Adds an origin that proves that it belongs to the application. */
export const createResource: SsoHandler<'createResource'> = async ({
  path: { clientId },
  body: { origin },
  respond,
  ...context
}) => {
  const ownerSub = requireDeveloper(context);
  const { atomically, newId, now, outbound, request, settings, sharedLimits } = context;
  await requireApplicationOwner(context, clientId, ownerSub);
  const violation = originViolation([origin]);
  if (violation !== undefined) throw invalidOauthRequest(violation.replace('allowedOrigins.0', 'origin'));
  const own = [settings.issuer, ...(settings.resources ?? []).map(({ uri }) => uri)];
  if (own.some((uri) => URL.parse(uri)?.origin === origin)) throw resourceReserved(origin);
  await sharedLimits.consume('fetchClientMetadata', request.ip);
  const proof = await proveResource({ origin, clientAddress: clientId }, { outbound, issuer: settings.issuer });
  if (typeof proof === 'string') throw resourceNotProven(proof);
  const at = now();
  const fresh = { id: newId(), origin, clientAddress: clientId, status: 'proven', createdAt: at } as const;
  const times = { provenAt: at, checkedAt: at, nextCheckAt: at, failingSince: null, failure: null };
  const resource = checkedResource({ ...fresh, ...times, ...proof }, proof, at);
  await atomically(async (stores) => {
    const { applicationMembers, applicationResources, audit } = stores;
    await applicationMembers.lock(clientId);
    await requireApplicationOwner(stores, clientId, ownerSub);
    const others = (await applicationResources.list(clientId)).filter((known) => known.origin !== origin);
    if (others.length >= maxResources) throw resourceLimit(maxResources);
    const former = await applicationResources.save(resource);
    const about = { at, ...ofRequest(request), details: { origin } };
    await audit.record({ event: 'resource_added', ...about, ownerSub, clientAddress: clientId });
    // The metadata names another application now.
    if (former !== undefined) await audit.record({ event: 'resource_removed', ...about, clientAddress: former });
  });
  return respond(201, resourceResponse(resource));
};

/** Removes a resource: tokens are no longer issued for it. */
export const deleteResource: SsoHandler<'deleteResource'> = async ({
  path: { clientId, resourceId },
  respond,
  ...context
}) => {
  const ownerSub = requireDeveloper(context);
  const { atomically, now, request } = context;
  await atomically(async (stores) => {
    await requireApplicationOwner(stores, clientId, ownerSub);
    const removed = await stores.applicationResources.remove(clientId, resourceId);
    if (!removed) throw resourceNotFound(resourceId);
    const about = { at: now(), ...ofRequest(request), ownerSub, clientAddress: clientId };
    await stores.audit.record({ event: 'resource_removed', ...about, details: { origin: removed.origin } });
  });
  return respond(204);
};

/** Checks the proof of a resource at once. */
export const testResource: SsoHandler<'testResource'> = async ({
  path: { clientId, resourceId },
  respond,
  ...context
}) => {
  const ownerSub = requireDeveloper(context);
  const { request, sharedLimits, applicationResources } = context;
  await requireApplication(context, clientId, ownerSub);
  const known = (await applicationResources.list(clientId)).find(({ id }) => id === resourceId);
  if (!known) throw resourceNotFound(resourceId);
  await sharedLimits.consume('fetchClientMetadata', request.ip);
  return respond(200, resourceResponse(await checkResourceNow(known, { ...ofRequest(request), ownerSub }, context)));
};
