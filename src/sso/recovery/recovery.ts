import { ofRequest } from '../administration/audit-store.ts';
import { encodeBase64url } from '../../protocol/base64url.ts';
import {
  ownerSuspended,
  ownerUnauthorized,
  passkeyExists,
  passkeyLimit,
  passkeyRefused,
  recoveryCodeRefused,
} from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import {
  ceremonySeconds,
  challengeOf,
  maxPasskeys,
  recordRefusedPasskey,
  registrationOptions,
  verifyRegistration,
} from '../owners/passkey-ceremony.ts';
import { requireOwnOrigin } from '../caller/owner-session.ts';
import { secretHash } from '../tokens/grant-secrets.ts';
import { passkeyResponse } from '../owners/passkeys.ts';
import { requireOwner } from '../caller/caller.ts';

/** Opens a challenge for a new passkey of the owner of a recovery code, which is not consumed yet. */
export const createRecoveryOptions: SsoHandler<'createRecoveryOptions'> = async ({
  body: { code, name },
  owners,
  recovery,
  recoverySecrets,
  passkeys,
  passkeyChallenges,
  guessLimits,
  refusals,
  now,
  randomBytes,
  request,
  settings: { issuer },
  respond,
}) => {
  requireOwnOrigin(request, issuer);
  // Counted before the look-up, so that a right guess beyond the limit fails too. No limit counts all networks together:
  // 2^80 codes need none, and it would let one network lock out every owner.
  await guessLimits.consume('recoveryCode', request.ip);
  const at = now();
  const recoveryCodeHash = recoverySecrets.hashOf(code);
  const sub = await recovery.ownerOf(recoveryCodeHash);
  if (sub === undefined) {
    await refusals.record({ event: 'recovery_refused', at, ...ofRequest(request) });
    throw recoveryCodeRefused();
  }
  await guessLimits.release('recoveryCode', request.ip);
  if (await owners.isSuspended(sub)) throw ownerSuspended();
  const existing = await passkeys.of(sub);
  if (existing.length >= maxPasskeys) throw passkeyLimit(maxPasskeys);
  const challenge = encodeBase64url(randomBytes(32));
  const expiresAt = new Date(at.getTime() + ceremonySeconds * 1000);
  await passkeyChallenges.open(
    secretHash(challenge),
    { kind: 'registration', sub, newOwner: false, name, recoveryCodeHash },
    expiresAt,
  );
  return respond(200, {
    publicKey: registrationOptions({ issuer, challenge, sub, name, existing }),
    expiresAt: expiresAt.toISOString(),
  });
};

/** Consumes a recovery code for a new passkey, and signs the owner out everywhere. It creates no browser session. */
export const createRecovery: SsoHandler<'createRecovery'> = async ({
  body: { credential },
  atomically,
  passkeyChallenges,
  refusals,
  metrics,
  now,
  request,
  settings: { issuer },
  respond,
}) => {
  requireOwnOrigin(request, issuer);
  const at = now();
  const facts = { at, ...ofRequest(request), details: { credentialId: credential.id } };
  try {
    const challenge = challengeOf(credential);
    const ceremony = await passkeyChallenges.consume(secretHash(challenge), 'registration', at);
    const codeHash = ceremony?.recoveryCodeHash;
    if (!ceremony || codeHash === undefined) throw passkeyRefused();
    const verified = await verifyRegistration(issuer, challenge, credential);
    const { sub, name } = ceremony;
    const passkey = { ...verified, sub, name, createdAt: at };
    const remaining = await atomically(async ({ owners, passkeys, recovery, sessionTree, deviceLinks }) => {
      // Locks the owner before the code: the same order as deleting an owner.
      const outcome = await passkeys.add(passkey, maxPasskeys);
      if (outcome === 'exists') throw passkeyExists();
      if (outcome === 'limit') throw passkeyLimit(maxPasskeys);
      if (outcome === 'no_owner') throw (await owners.isSuspended(sub)) ? ownerSuspended() : recoveryCodeRefused();
      if (!(await recovery.use(sub, codeHash, at))) throw recoveryCodeRefused();
      await deviceLinks.deleteOpen(sub);
      await sessionTree.endSession({
        node: { kind: 'browsers', sub },
        reason: 'recovery',
        at,
        event: { event: 'owner_recovered', ...facts, ownerSub: sub },
      });
      return (await recovery.state(sub)).remaining;
    });
    return respond(201, { sub, passkey: passkeyResponse({ ...passkey, lastUsedAt: null }), remaining });
  } catch (error) {
    await recordRefusedPasskey(error, { refusals, metrics }, { ...facts, ownerSub: null });
    throw error;
  }
};

/** Ends the notice about the last recovery of the caller. */
export const deleteRecoveryNotice: SsoHandler<'deleteRecoveryNotice'> = async (input) => {
  const { caller, atomically, now, request, respond } = input;
  const sub = requireOwner(caller);
  await atomically(async ({ recovery, audit }) => {
    await recovery.confirm(sub);
    await audit.record({ event: 'recovery_confirmed', at: now(), ...ofRequest(request), ownerSub: sub });
  });
  return respond(204);
};

/** Replaces the caller's recovery codes, and returns the new ones once. */
export const createRecoveryCodes: SsoHandler<'createRecoveryCodes'> = async ({ caller, respond, ...context }) => {
  const { atomically, recoverySecrets, now, request } = context;
  const sub = requireOwner(caller);
  const at = now();
  const codes = recoverySecrets.generate();
  await atomically(async ({ recovery, audit }) => {
    // The owner was deleted concurrently.
    if (!(await recovery.replace(sub, codes.map(recoverySecrets.hashOf), at))) throw ownerUnauthorized();
    await audit.record({
      event: 'recovery_codes_created',
      at,
      ...ofRequest(request),
      ownerSub: sub,
      details: { by: caller.kind },
    });
  });
  return respond(201, { codes, createdAt: at.toISOString() });
};

/** Returns how many of the caller's recovery codes are left. */
export const getRecoveryCodes: SsoHandler<'getRecoveryCodes'> = async ({ caller, recovery, respond }) => {
  const { remaining, createdAt } = await recovery.state(requireOwner(caller));
  return respond(200, { remaining, createdAt: createdAt?.toISOString() ?? null });
};
