import { withResource } from '../applications/resources.ts';
import { ofRequest } from '../administration/audit-store.ts';
import { silentCeremony } from './silent-sign-in.ts';
import { type AuthorizationRequest, authorizationStatus, codeExpiry, keyFingerprint } from './authorization-request.ts';
import { checkComparison, comparisonChoices, comparisonFor, needsSameBrowser } from './comparison.ts';
import {
  alreadyDecided,
  comparisonFailed,
  keyCompromised,
  keyOfAnotherOwner,
  mandateRefused,
  ownerMismatch,
  ownerUnauthorized,
  requestExpired,
  requestMismatch,
  requestNotFound,
  sameBrowserRequired,
} from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import type { SsoStores } from '../stores.ts';
import { demandsDpop } from '../tokens/proof-of-possession.ts';
import { requestFacts } from './approval-read-model.ts';
import { amrOf, authenticatorOf, requireOwner, passkeyAuthenticator } from '../caller/caller.ts';
import { secretKey } from '../tokens/grant-secrets.ts';
import { placeOf } from '../sessions/place.ts';
import { redirectHost } from '../clients/addresses.ts';
import { isRequestingBrowser } from './requesting-browser.ts';
import { approvalResponse, decideApproval } from '../approvals/decision.ts';
import { findByLink } from '../approvals/asked-links.ts';
import { requireAssertion } from '../caller/assertion.ts';

/** Returns what an approver must see (RFC 10027). */
export const getAuthorizationRequest: SsoHandler<'getAuthorizationRequest'> = async (input) => {
  const { path, caller, respond, ...context } = input;
  const { now, request } = context;
  // Any owner with the link may read a sign-in, and only the asked one a request of an agent.
  const sub = requireOwner(caller);
  const { authorization, client, approval } = await findByLink(secretKey(path.requestId), context);
  if (approval?.ownerSub === sub) return respond(200, approvalResponse(approval, context));
  if (!authorization || !client) throw requestNotFound();
  const settings = await withResource(context.settings, authorization.resource, context);
  const approver = { caller, cookies: request.cookies, issuer: settings.issuer };
  const comparison = comparisonFor(authorization, client, { ...approver, secrets: context.secrets });
  const picks = caller.kind === 'browser' && comparison !== 'none';
  return respond(200, {
    status: statusOf(authorization, now()),
    ...requestFacts(authorization, client, { resources: settings.resources, ip: request.ip, issuer: settings.issuer }),
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

/** Approves or rejects a sign-in, once; the body must repeat client and key of the request. */
export const decideAuthorizationRequest: SsoHandler<'decideAuthorizationRequest'> = async (input) => {
  const { path, body, caller, respond, ...context } = input;
  const { requests, agentKeys, atomically, metrics, now, request, settings } = context;
  const approver = { cookies: request.cookies, issuer: settings.issuer };
  const sub = requireOwner(caller);
  const link = secretKey(path.requestId);
  const { authorization, client, approval } = await findByLink(link, context);
  if (approval?.ownerSub === sub) return respond(200, await decideApproval(approval, body, caller, context));
  if (!authorization || !client) throw requestNotFound();
  if (body.mandate || body.quietToday) throw mandateRefused('mandate and quietToday belong to requests of agents.');
  if (body.clientId !== authorization.clientAddress) throw requestMismatch('clientId');
  if (body.dpopJkt !== authorization.dpopJkt) throw requestMismatch('dpopJkt');

  if (authorizationStatus(authorization, now()) !== 'pending') throw tooLate(authorization, now());
  const approves = body.decision === 'approve';
  if (approves && authorization.hintedSub !== null && authorization.hintedSub !== context.subjects.of(sub, client))
    throw ownerMismatch();
  if (approves && needsSameBrowser(client, authorization, { caller, ...approver }))
    throw sameBrowserRequired(client.name);
  const refusal =
    approves && authorization.dpopJkt !== null ? await agentKeys.refusal(authorization.dpopJkt, sub) : undefined;
  const comparison = comparisonFor(authorization, client, { caller, ...approver, secrets: context.secrets });
  const failed =
    approves && refusal === undefined && !checkComparison(comparison, caller, body, authorization.comparisonCode);
  const approved = approves && refusal === undefined && !failed;
  const ceremony =
    comparison === 'none' && approved ? await silentCeremony(authorization, client, caller, context) : undefined;
  const authTime =
    ceremony?.at ??
    (approved
      ? await requireAssertion(caller, body.assertion, { action: 'approve_request', ...authorization }, context)
      : undefined);

  const at = now();
  const decision = approved ? 'approved' : 'rejected';
  const codeExpiresAt = codeExpiry(authorization, at, settings.lifetimes);
  const grants = client.kind === 'own' && approved;
  const seen = client.registration !== 'administrator' && approved ? authorization.redirectUri : null;
  const decide = async (stores: Pick<SsoStores, 'requests' | 'consents' | 'seenRedirects'>) => {
    const decided = await stores.requests.decide({
      id: authorization.id,
      clientAddress: client.address,
      decision,
      ownerSub: sub,
      amr: amrOf(caller),
      authenticator: body.assertion && !ceremony ? passkeyAuthenticator(body.assertion.id) : authenticatorOf(caller),
      at,
      ...(authTime && { authTime }),
      ...(refusal && { rejectionReason: refusal }),
      ...(caller.kind === 'browser' &&
        isRequestingBrowser(authorization, request.cookies, settings.issuer) && { browserSession: caller.tokenHash }),
      codeExpiresAt,
      decided: {
        event: approved ? 'sign_in_approved' : 'sign_in_rejected',
        at,
        ...ofRequest(request),
        ownerSub: sub,
        clientAddress: authorization.clientAddress,
        details: {
          authorizationRequest: authorization.id,
          dpopJkt: authorization.dpopJkt,
          by: caller.kind,
          userAgent: placeOf(request).userAgent,
          comparison,
          ...(failed && { reason: 'comparison_failed' }),
          ...(refusal && { reason: refusal }),
          ...(caller.kind === 'device' && { deviceJkt: caller.jkt }),
        },
      },
    });
    if (!decided) return false;
    if (grants) await stores.consents.grant(sub, client.address, at);
    if (seen !== null)
      await stores.seenRedirects.record({ ownerSub: sub, clientAddress: client.address, host: redirectHost(seen) }, at);
    return true;
  };
  // Mostly one statement, which needs no transaction.
  const decided = await (grants || seen !== null ? atomically(decide) : decide(context));
  if (!decided) throw tooLate((await requests.byLink(link)) ?? authorization, at);
  if (decision === 'rejected') metrics.signInRefused(failed ? 'comparison_failed' : (refusal ?? 'rejected'));
  if (failed) throw comparisonFailed();
  if (refusal) throw refusal === 'key_compromised' ? keyCompromised() : keyOfAnotherOwner();

  return respond(200, {
    status: decision,
    sub,
    clientId: authorization.clientAddress,
    dpopJkt: authorization.dpopJkt,
    decidedAt: at.toISOString(),
  });
};

function tooLate({ decision, expiresAt }: AuthorizationRequest, now: Date) {
  if (decision !== 'pending') return alreadyDecided(decision);
  // Neither decided nor expired: the caller was deleted concurrently.
  return expiresAt <= now ? requestExpired(expiresAt) : ownerUnauthorized();
}
