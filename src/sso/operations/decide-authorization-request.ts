import { amrOf } from '../amr.ts';
import { passkeyAuthenticator } from '../authenticator.ts';
import { authenticatorOf } from '../caller.ts';
import { type AuthorizationRequest, authorizationStatus, codeExpiry } from '../authorization-request.ts';
import { checkComparison, comparisonFor, needsSameBrowser } from '../comparison.ts';
import {
  alreadyDecided,
  comparisonFailed,
  keyCompromised,
  keyOfAnotherOwner,
  ownerMismatch,
  ownerUnauthorized,
  requestExpired,
  requestMismatch,
  requestNotFound,
  sameBrowserRequired,
} from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { placeOf } from '../place.ts';
import { redirectHost } from '../redirect-uri.ts';
import { isRequestingBrowser } from '../request-cookie.ts';
import { silentCeremony } from '../authorization/silent-ceremony.ts';
import { requireAssertion } from '../require-assertion.ts';
import { requireOwner } from '../require-owner.ts';
import { secretHash } from '../secret-hash.ts';

/** Approves or rejects a sign-in, once; the body must repeat client and key of the request. */
export const decideAuthorizationRequest: SsoHandler<'decideAuthorizationRequest'> = async ({
  path,
  body,
  caller,
  respond,
  ...context
}) => {
  const { requests, clients, agentKeys, atomically, metrics, now, request, settings } = context;
  const approver = { cookies: request.cookies, issuer: settings.issuer };
  const sub = requireOwner(caller);
  const linkHash = secretHash(path.requestId);
  const authorization = await requests.byLink(linkHash);
  const client = authorization && (await clients.byAddress(authorization.clientAddress));
  if (!client) throw requestNotFound();
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
  const comparison = comparisonFor(authorization, client, {
    caller,
    ...approver,
    secrets: context.secrets,
  });
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
  const decided = await atomically(async (stores) => {
    const decided = await stores.requests.decide({
      id: authorization.id,
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
    });
    if (!decided) return false;
    if (client.kind === 'own' && decision === 'approved') await stores.consents.grant(sub, client.address, at);
    if (client.registration !== 'administrator' && decision === 'approved' && authorization.redirectUri !== null) {
      const host = redirectHost(authorization.redirectUri);
      await stores.seenRedirects.record({ ownerSub: sub, clientAddress: client.address, host }, at);
    }
    await stores.audit.record({
      event: decision === 'approved' ? 'sign_in_approved' : 'sign_in_rejected',
      at,
      requestId: request.id,
      ownerSub: sub,
      clientAddress: authorization.clientAddress,
      ip: request.ip,
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
    });
    return true;
  });
  if (!decided) throw tooLate((await requests.byLink(linkHash)) ?? authorization, at);
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
