import { silentCeremony } from '../authorization/silent-ceremony.ts';
import type { AuthorizationRequest } from '../authorization-request.ts';
import { differentNetwork } from '../network.ts';
import { comparisonFor } from '../comparison.ts';
import { comparisonChoices } from '../comparison-code.ts';
import { requestNotFound } from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { keyFingerprint } from '../key-fingerprint.ts';
import { permissionsOf } from '../reach/permissions.ts';
import { requireOwner } from '../require-owner.ts';
import { secretHash } from '../secret-hash.ts';

/** Returns what an approver must see (RFC 10027). */
export const getAuthorizationRequest: SsoHandler<'getAuthorizationRequest'> = async ({
  path,
  caller,
  respond,
  ...context
}) => {
  const { requests, clients, now, request, settings } = context;
  // Any owner with the link may read the request.
  requireOwner(caller);
  const asked = await requests.byLink(secretHash(path.requestId));
  const client = asked && (await clients.byAddress(asked.clientAddress));
  if (!client) throw requestNotFound();
  const comparison = comparisonFor(asked, client, {
    caller,
    cookies: request.cookies,
    issuer: settings.issuer,
    secrets: context.secrets,
  });
  const picks = caller.kind === 'browser' && comparison !== 'none';
  return respond(200, {
    status: statusOf(asked, now()),
    applicationName: client.name,
    selfRegistered: client.registration !== 'administrator',
    metadataHost: client.registration === 'metadata' ? new URL(client.address).host : null,
    agentName: asked.agentName,
    clientId: asked.clientAddress,
    scope: asked.scope,
    reach: asked.reach,
    resource: asked.resource,
    ...permissionsOf(asked, settings.resources),
    responseMode: asked.responseMode,
    redirectUri: asked.redirectUri,
    dpopJkt: asked.dpopJkt,
    keyFingerprint: keyFingerprint(asked.dpopJkt),
    // A browser picks the code: showing the right one would defeat the comparison.
    comparisonCode: caller.kind === 'device' ? asked.comparisonCode : null,
    comparison,
    comparisonChoices: picks ? comparisonChoices(asked) : [],
    assertionRequired:
      caller.kind === 'browser' &&
      (comparison !== 'none' || (await silentCeremony(asked, client, caller, context)) === undefined),
    differentNetwork: differentNetwork(asked.requesterIp, request.ip),
    sessionSeconds: settings.lifetimes.refreshToken,
    place: {
      ipAddress: asked.requesterIp,
      userAgent: asked.requesterUserAgent,
    },
    requestedAt: asked.createdAt.toISOString(),
    expiresAt: asked.expiresAt.toISOString(),
    decidedAt: asked.decidedAt?.toISOString() ?? null,
  });
};

/** Returns the decision; unlike polling, an approved request stays approved after its code expired. */
function statusOf({ decision, expiresAt }: AuthorizationRequest, now: Date) {
  return decision === 'pending' && expiresAt <= now ? 'expired' : decision;
}
