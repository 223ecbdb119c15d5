import { approvedBySignIn } from '../authorization/first-approval.ts';
import { deviceLinkExpired, passkeyExists, passkeyLimit, passkeyRefused } from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { ownerCookie } from '../owner-cookie.ts';
import { challengeHash, challengeOf, maxPasskeys, verifyRegistration } from '../passkey-ceremony.ts';
import { recordRefusedPasskey } from '../record-refused-passkey.ts';
import { admitOwner } from '../registration/admission.ts';
import { requireOwnOrigin } from '../require-own-origin.ts';
import { requireOwner } from '../require-owner.ts';
import { passkeyResponse } from '../responses.ts';
import type { PasskeyCeremony } from '../store/passkey-challenges.ts';
import { startBrowserSession } from '../start-browser-session.ts';

/** Stores the passkey of an open challenge, creates its owner if new, and starts a session with it. */
export const createPasskey: SsoHandler<'createPasskey'> = async ({
  caller,
  body: { credential, requestId },
  atomically,
  passkeyChallenges,
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
  const { issuer, registration } = settings;
  // A device outside a browser sends no Origin; its signature shows that the request is intended.
  if (caller?.kind !== 'device' || request.origin !== undefined) requireOwnOrigin(request, issuer);
  const owner = caller && requireOwner(caller);
  const at = now();
  const facts = { at, requestId: request.id, ip: request.ip, details: { credentialId: credential.id } };
  try {
    const challenge = challengeOf(credential);
    const ceremony = await passkeyChallenges.consume(challengeHash(challenge, requestId), 'registration', at);
    if (!ceremony || !isStartedBy(owner, ceremony)) throw passkeyRefused();

    const verified = await verifyRegistration(issuer, challenge, credential);
    const { sub, name, deviceLinkHash } = ceremony;
    const passkey = { ...verified, sub, name, createdAt: at };
    const { credentialId } = verified;
    const approved = ceremony.newOwner
      ? await approvedBySignIn({ requestId, sub }, { ...context, request, settings, now })
      : undefined;
    const { token, expiresAt } = await atomically(async (stores) => {
      const { passkeys, invites, deviceLinks, consents, audit } = stores;
      const outcome = ceremony.newOwner
        ? await passkeys.addWithOwner(passkey)
        : await passkeys.add(passkey, maxPasskeys);
      if (outcome === 'exists') throw passkeyExists();
      if (outcome === 'limit') throw passkeyLimit(maxPasskeys);
      if (outcome === 'no_owner') throw passkeyRefused();
      if (ceremony.newOwner) await admitOwner({ registration, hash: ceremony.inviteHash, at }, invites);
      if (deviceLinkHash !== undefined && !(await deviceLinks.use(deviceLinkHash, { credentialId }, at)))
        throw deviceLinkExpired();
      await audit.record({ event: 'passkey_registered', ...facts, ownerSub: sub, details: { credentialId } });
      if (approved !== undefined) await consents.grant(sub, approved, at);
      return startBrowserSession({ sub, at, credentialId, stores, randomBytes, newId, request, issuer });
    });
    if (ceremony.newOwner) metrics.signedUp('passkey');
    return respond(
      201,
      {
        sub,
        passkey: passkeyResponse({ ...passkey, lastUsedAt: null }),
        expiresAt: expiresAt.toISOString(),
      },
      { 'set-cookie': ownerCookie(token, issuer) },
    );
  } catch (error) {
    await recordRefusedPasskey(error, { refusals, metrics }, { ...facts, ownerSub: owner ?? null });
    throw error;
  }
};

/**
 * Start and finish must have the same caller: the same owner, or both signed out. A link authorises a signed-out browser;
 * a recovery code is used with `createRecovery` only.
 */
function isStartedBy(
  owner: string | undefined,
  { sub, newOwner, recoveryCodeHash, deviceLinkHash }: Extract<PasskeyCeremony, { readonly kind: 'registration' }>,
): boolean {
  if (recoveryCodeHash !== undefined) return false;
  if (deviceLinkHash !== undefined && owner === undefined) return true;
  return owner === (newOwner ? undefined : sub);
}
