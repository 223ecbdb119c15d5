import type { FastifyBaseLogger } from 'fastify';
import type { OutboundHttp } from '../../runtime/outbound/outbound-http.ts';
import type { SsoAuditEvent } from '../administration/audit-store.ts';
import { fetchJsonDocument } from '../clients/fetch-document.ts';
import type { SsoHandlerContext } from '../context.ts';
import type { ProtectedResource, SsoSettings } from '../settings.ts';
import type { ApplicationResource } from './resource-store.ts';

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
export async function proveResource(
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
export function checkedResource(
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
export async function checkResourceNow(
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

export type ProofContext = Pick<SsoHandlerContext, 'atomically' | 'outbound' | 'now'> & {
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
