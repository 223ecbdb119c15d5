import { approvedBySignIn } from '../authorization/first-approval.ts';
import { ownerSuspended, passkeyRefused } from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { ownerCookie } from '../owner-cookie.ts';
import { challengeHash, challengeOf, verifySignIn } from '../passkey-ceremony.ts';
import { placeOf } from '../place.ts';
import { recordRefusedPasskey } from '../record-refused-passkey.ts';
import { requireOwnOrigin } from '../require-own-origin.ts';
import { startBrowserSession } from '../start-browser-session.ts';

/** Signs a browser in with a passkey. An unknown passkey and a wrong signature get the same error. */
export const createOwnerSession: SsoHandler<'createOwnerSession'> = async ({
  body: { credential, requestId },
  owners,
  passkeys,
  passkeyChallenges,
  atomically,
  refusals,
  metrics,
  now,
  randomBytes,
  newId,
  request,
  settings,
  respond,
  ...context
}) => {
  const { issuer } = settings;
  requireOwnOrigin(request, issuer);
  const at = now();
  const facts = { at, requestId: request.id, ip: request.ip, details: { credentialId: credential.id } };
  let ownerSub: string | null = null;
  try {
    const challenge = challengeOf(credential);
    if (!(await passkeyChallenges.consume(challengeHash(challenge, requestId), 'sign_in', at))) throw passkeyRefused();
    const passkey = await passkeys.byId(credential.id);
    if (!passkey) throw passkeyRefused();
    const { sub } = passkey;
    ownerSub = sub;
    const signCount = await verifySignIn(issuer, challenge, credential, passkey);
    if (await owners.isSuspended(sub)) {
      metrics.signInRefused('owner_suspended');
      await refusals.record({ event: 'suspended_owner_refused', ...facts, ownerSub: sub });
      throw ownerSuspended();
    }
    const approved = await approvedBySignIn({ requestId, sub }, { ...context, request, settings, now });
    const { token, expiresAt } = await atomically(async (stores) => {
      const details = { ...facts.details, userAgent: placeOf(request).userAgent };
      await stores.audit.record({ event: 'browser_signed_in', ...facts, ownerSub: sub, details });
      if (approved !== undefined) await stores.consents.grant(sub, approved, at);
      // Locks the owner before the passkey: the same order as deleting a passkey.
      const { credentialId } = passkey;
      const started = await startBrowserSession({ sub, at, credentialId, stores, randomBytes, newId, request, issuer });
      // The passkey was deleted concurrently.
      if (!(await stores.passkeys.use(credentialId, signCount, at))) throw passkeyRefused();
      return started;
    });
    metrics.signedIn('browser');
    return respond(200, { sub, expiresAt: expiresAt.toISOString() }, { 'set-cookie': ownerCookie(token, issuer) });
  } catch (error) {
    await recordRefusedPasskey(error, { refusals, metrics }, { ...facts, ownerSub });
    throw error;
  }
};
