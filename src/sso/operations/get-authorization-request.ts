import { silentCeremony } from '../authorization/silent-ceremony.ts';
import type { AuthorizationRequest } from '../authorization-request.ts';
import { comparisonFor, needsSameBrowser } from '../comparison.ts';
import { comparisonChoices } from '../comparison-code.ts';
import { requestNotFound } from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { keyFingerprint } from '../key-fingerprint.ts';
import { demandsDpop } from '../reach/dpop-demand.ts';
import { requestFacts } from '../request-facts.ts';
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
  const authorization = await requests.byLink(secretHash(path.requestId));
  const client = authorization && (await clients.byAddress(authorization.clientAddress));
  if (!client) throw requestNotFound();
  const approver = { caller, cookies: request.cookies, issuer: settings.issuer };
  const comparison = comparisonFor(authorization, client, { ...approver, secrets: context.secrets });
  const picks = caller.kind === 'browser' && comparison !== 'none';
  return respond(200, {
    status: statusOf(authorization, now()),
    ...requestFacts(authorization, client, { resources: settings.resources, ip: request.ip }),
    clientId: authorization.clientAddress,
    scope: authorization.scope,
    reach: authorization.reach,
    resource: authorization.resource,
    responseMode: authorization.responseMode,
    dpopJkt: authorization.dpopJkt,
    keyFingerprint: keyFingerprint(authorization.dpopJkt),
    keyFollows: authorization.dpopJkt === null && demandsDpop(client, authorization.resource, settings),
    // A browser picks the code: showing the right one would defeat the comparison.
    comparisonCode: caller.kind === 'device' ? authorization.comparisonCode : null,
    comparison,
    comparisonChoices: picks ? comparisonChoices(authorization) : [],
    assertionRequired:
      caller.kind === 'browser' &&
      (comparison !== 'none' || (await silentCeremony(authorization, client, caller, context)) === undefined),
    clickRequired: authorization.clickRequired,
    sameBrowserRequired: needsSameBrowser(client, authorization, approver),
    sessionSeconds: settings.lifetimes.refreshToken,
    expiresAt: authorization.expiresAt.toISOString(),
    decidedAt: authorization.decidedAt?.toISOString() ?? null,
  });
};

/** Returns the decision; unlike polling, an approved request stays approved after its code expired. */
function statusOf({ decision, expiresAt }: AuthorizationRequest, now: Date) {
  return decision === 'pending' && expiresAt <= now ? 'expired' : decision;
}
