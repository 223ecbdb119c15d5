import {
  ownerSuspended,
  passkeyExists,
  passkeyLimit,
  passkeyRefused,
  recoveryCodeRefused,
} from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { challengeOf, maxPasskeys, verifyRegistration } from '../passkey-ceremony.ts';
import { recordRefusedPasskey } from '../record-refused-passkey.ts';
import { requireOwnOrigin } from '../require-own-origin.ts';
import { passkeyResponse } from '../responses.ts';
import { secretHash } from '../secret-hash.ts';

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
  const facts = { at, requestId: request.id, ip: request.ip, details: { credentialId: credential.id } };
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
