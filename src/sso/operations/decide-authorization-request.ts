import { amrOf } from '../amr.ts';
import { type AuthorizationRequest, authorizationStatus, codeExpiry } from '../authorization-request.ts';
import { alreadyDecided, ownerUnauthorized, requestExpired, requestMismatch, requestNotFound } from '../errors.ts';
import type { SsoHandler } from '../handler.ts';
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
  const { requests, atomically, now, request, settings } = context;
  const sub = requireOwner(caller);
  const linkHash = secretHash(path.requestId);
  const asked = await requests.byLink(linkHash);
  if (!asked) throw requestNotFound();
  if (body.clientId !== asked.clientAddress) throw requestMismatch('clientId');
  if (body.dpopJkt !== asked.dpopJkt) throw requestMismatch('dpopJkt');

  if (authorizationStatus(asked, now()) !== 'pending') throw tooLate(asked, now());
  if (body.decision === 'approve')
    await requireAssertion(caller, body.assertion, { action: 'approve_request', ...asked }, context);

  const at = now();
  const decision = body.decision === 'approve' ? 'approved' : 'rejected';
  const codeExpiresAt = codeExpiry(asked, at, settings.lifetimes);
  const decided = await atomically(async (stores) => {
    if (
      !(await stores.requests.decide({ id: asked.id, decision, ownerSub: sub, amr: amrOf(caller), at, codeExpiresAt }))
    )
      return false;
    await stores.audit.record({
      event: decision === 'approved' ? 'sign_in_approved' : 'sign_in_rejected',
      at,
      requestId: request.id,
      ownerSub: sub,
      clientAddress: asked.clientAddress,
      ip: request.ip,
      details: {
        authorizationRequest: asked.id,
        dpopJkt: asked.dpopJkt,
        by: caller.kind,
        ...(caller.kind === 'device' && { deviceJkt: caller.jkt }),
      },
    });
    return true;
  });
  if (!decided) throw tooLate((await requests.byLink(linkHash)) ?? asked, at);

  return respond(200, {
    status: decision,
    sub,
    clientId: asked.clientAddress,
    dpopJkt: asked.dpopJkt,
    decidedAt: at.toISOString(),
  });
};

function tooLate({ decision, expiresAt }: AuthorizationRequest, now: Date) {
  if (decision !== 'pending') return alreadyDecided(decision);
  // Neither decided nor expired: the caller was deleted concurrently.
  return expiresAt <= now ? requestExpired(expiresAt) : ownerUnauthorized();
}
