import { ofRequest } from '../administration/audit-store.ts';
import type { Passkey as PasskeyResponse } from '../../../generated/sso/types.ts';
import { approvedBySignIn } from '../sign-in/requesting-browser.ts';
import {
  deviceLinkExpired,
  lastAuthenticator,
  passkeyExists,
  passkeyLimit,
  passkeyNotFound,
  passkeyRefused,
} from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { clearedOwnerCookie, ownerCookie, requireOwnOrigin } from '../caller/owner-session.ts';
import {
  challengeHash,
  challengeOf,
  maxPasskeys,
  recordRefusedPasskey,
  verifyRegistration,
} from './passkey-ceremony.ts';
import { admitOwner } from './registration.ts';
import { requireOwner, passkeyAuthenticator } from '../caller/caller.ts';
import type { Passkey, PasskeyCeremony } from './passkey-store.ts';
import { startBrowserSession } from '../sessions/owner-session.ts';

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
  const facts = { at, ...ofRequest(request), details: { credentialId: credential.id } };
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
      const used =
        deviceLinkHash === undefined ||
        (await deviceLinks.use({ linkHash: deviceLinkHash, sub }, { credentialId }, at));
      if (!used) throw deviceLinkExpired();
      await audit.record({ event: 'passkey_registered', ...facts, ownerSub: sub, details: { credentialId } });
      if (approved !== undefined) await consents.grant(sub, approved, at);
      return startBrowserSession({ sub, at, credentialId, stores, randomBytes, newId, request, issuer });
    });
    if (ceremony.newOwner) metrics.signedUp('passkey');
    return respond(
      201,
      { sub, passkey: passkeyResponse({ ...passkey, lastUsedAt: null }), expiresAt: expiresAt.toISOString() },
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

/** Renames one of the caller's passkeys. */
export const updatePasskey: SsoHandler<'updatePasskey'> = async ({
  path: { credentialId },
  caller,
  body: { name },
  atomically,
  now,
  request,
  respond,
}) => {
  const sub = requireOwner(caller);
  const passkey = await atomically(async ({ authenticators, audit }) => {
    const renamed = await authenticators.renamePasskey(sub, credentialId, name);
    if (!renamed) throw passkeyNotFound();
    await audit.record({
      event: 'passkey_renamed',
      at: now(),
      ...ofRequest(request),
      ownerSub: sub,
      details: { credentialId },
    });
    return renamed;
  });
  return respond(200, passkeyResponse(passkey));
};

/** Deletes one of the caller's passkeys, never the last authenticator, with everything that it opened. */
export const deletePasskey: SsoHandler<'deletePasskey'> = async ({
  path: { credentialId },
  caller,
  body,
  respond,
  ...context
}) => {
  const { atomically, metrics, now, request, settings } = context;
  const sub = requireOwner(caller);
  const at = now();
  const ended = await atomically(async ({ authenticators, sessionTree }) => {
    const outcome = await authenticators.removePasskey(sub, credentialId);
    if (outcome === 'unknown') throw passkeyNotFound();
    if (outcome === 'last') throw lastAuthenticator();
    return sessionTree.endSession({
      node: {
        kind: 'authenticator',
        sub,
        id: passkeyAuthenticator(credentialId),
        approved: body?.disconnectApproved ?? false,
      },
      reason: 'authenticator_deleted',
      at,
      event: { event: 'passkey_removed', at, ...ofRequest(request), ownerSub: sub, details: { credentialId } },
    });
  });
  metrics.revoked('authenticator_deleted', ended?.sessions);
  const authenticator = caller.kind === 'browser' ? caller.authenticator : undefined;
  const isOwn = authenticator === null || authenticator === passkeyAuthenticator(credentialId);
  return respond(204, undefined, isOwn ? { 'set-cookie': clearedOwnerCookie(settings.issuer) } : {});
};

/** Maps a stored passkey to the `Passkey` schema. */
export function passkeyResponse({
  credentialId,
  name,
  createdAt,
  lastUsedAt,
}: Pick<Passkey, 'credentialId' | 'name' | 'createdAt' | 'lastUsedAt'>): PasskeyResponse {
  return {
    kind: 'passkey',
    credentialId,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
