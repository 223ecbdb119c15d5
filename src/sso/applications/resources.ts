import type { Resource } from '../../../generated/sso/types.ts';
import { ofRequest, type SsoAuditEvent } from '../administration/audit-store.ts';
import { originViolation } from '../clients/addresses.ts';
import { fetchJsonDocument } from '../clients/fetch-document.ts';
import { resourceLimit, resourceNotFound, resourceNotProven, resourceReserved } from '../errors/application-errors.ts';
import { invalidOauthRequest } from '../errors/oauth-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { requireApplication, requireApplicationOwner, requireDeveloper } from './developer.ts';
import { type ApplicationResource, maxResources } from './resource-store.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { OutboundHttp } from '../../runtime/outbound/outbound-http.ts';
import type { SsoHandlerContext } from '../context.ts';
import type { ProtectedResource, SsoSettings } from '../settings.ts';

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

const hour = 3_600_000;
const day = 24 * hour;
/** Milliseconds for which a resource without proof still gets tokens. */
const grace = 3 * day;

/** Longest metadata, bytes. */
const longestMetadata = 20_480;

/** Returns where a resource publishes its metadata (RFC 9728 §3.1). */
const metadataUrl = (origin: string): string => `${origin}/.well-known/oauth-protected-resource`;

/**
 * Fetches the metadata of an origin through the guard of outbound requests, and checks that it names the issuer and the
 * application.
 *
 * @returns what it demands of tokens, or a sentence that says what is missing
 */
async function proveResource(
  { origin, clientAddress }: Pick<ApplicationResource, 'origin' | 'clientAddress'>,
  { outbound, issuer }: { readonly outbound: Pick<OutboundHttp, 'get' | 'checkUrl'>; readonly issuer: string },
): Promise<{ readonly requiresDpop: boolean } | string> {
  const url = metadataUrl(origin);
  const fetched = await fetchJsonDocument(url, { longest: longestMetadata, outbound });
  if (typeof fetched === 'string') return `${url} ${fetched}.`.slice(0, 500);
  const { document } = fetched;
  const servers = document['authorization_servers'];
  if (document['resource'] !== origin) return `${url} has another resource than ${origin}.`;
  if (!Array.isArray(servers) || !servers.includes(issuer))
    return `${url} does not list ${issuer} in authorization_servers.`;
  if (document['platform_client_id'] !== clientAddress)
    return `${url} does not name this application as platform_client_id.`;
  return { requiresDpop: document['dpop_bound_access_tokens_required'] === true };
}

/** Returns the resource after a check. A missing proof warns first, and suspends after three days. */
function checkedResource(
  known: ApplicationResource,
  proof: Awaited<ReturnType<typeof proveResource>>,
  at: Date,
): ApplicationResource {
  if (typeof proof !== 'string')
    return {
      ...known,
      ...proof,
      status: 'proven',
      provenAt: at,
      checkedAt: at,
      nextCheckAt: new Date(at.getTime() + day),
      failingSince: null,
      failure: null,
    };
  const failingSince = known.failingSince ?? at;
  const overdue = at.getTime() - failingSince.getTime() >= grace;
  return {
    ...known,
    status: overdue ? 'suspended' : 'warned',
    checkedAt: at,
    // Until it is suspended it is checked every hour, so that a repair counts soon.
    nextCheckAt: new Date(at.getTime() + (overdue ? day : hour)),
    failingSince,
    failure: proof,
  };
}

const eventOf = { proven: 'resource_proven', warned: 'resource_warned', suspended: 'resource_suspended' } as const;

/** Checks a stored resource now, and records a change of its state. */
async function checkResourceNow(
  known: ApplicationResource,
  about: Pick<SsoAuditEvent, 'requestId' | 'ip' | 'ownerSub'>,
  { atomically, outbound, settings, now }: ProofContext,
): Promise<ApplicationResource> {
  const proof = await proveResource(known, { outbound, issuer: settings.issuer });
  const checked = checkedResource(known, proof, now());
  const { origin, failure, clientAddress } = checked;
  await atomically(async ({ applicationResources, audit }) => {
    await applicationResources.update(checked);
    if (checked.status === known.status) return;
    const details = { origin, ...(failure !== null && { failure }) };
    await audit.record({ event: eventOf[checked.status], at: checked.checkedAt, ...about, clientAddress, details });
  });
  return checked;
}

type ProofContext = Pick<SsoHandlerContext, 'atomically' | 'outbound' | 'now'> & {
  readonly settings: Pick<SsoSettings, 'issuer'>;
};

/** Resources that one round checks. */
const perRound = 20;

/** Creates the job that checks the resources whose check is due. */
export function createResourceChecker(
  context: ProofContext & Pick<SsoHandlerContext, 'applicationResources'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
) {
  return {
    round: async (): Promise<void> => {
      const due = await context.applicationResources.takeDue(context.now(), perRound);
      await Promise.all(
        due.map(async (resource) => {
          const checked = await checkResourceNow(resource, { requestId: 'system' }, context);
          if (checked.status !== 'proven')
            log.warn({ origin: checked.origin, failure: checked.failure }, 'a resource lacks its proof');
        }),
      );
    },
  };
}

/**
 * Returns the settings with the resource of an application that a request names. A suspended one is unknown.
 *
 * @param resource `resource` of the request (RFC 8707 §2)
 */
export async function withResource<Settings extends Pick<SsoSettings, 'resources'>>(
  settings: Settings,
  resource: string | null | undefined,
  { applicationResources }: Pick<SsoHandlerContext, 'applicationResources'>,
): Promise<Settings & { readonly resources: readonly ProtectedResource[] }> {
  const { resources = [] } = settings;
  const known = { ...settings, resources };
  if (resource === null || resource === undefined || resources.some(({ uri }) => uri === resource)) return known;
  const found = await applicationResources.byOrigin(resource);
  if (!found || found.status === 'suspended') return known;
  const name = `${found.name} (${new URL(resource).host})`;
  const added = { name, uri: resource, thirdParty: true, scopes: [], acceptsIssuer: false };
  return { ...known, resources: [...resources, { ...added, requiresDpop: found.requiresDpop }] };
}
