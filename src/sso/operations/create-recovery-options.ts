import { encodeBase64url } from '../../protocol/base64url.ts';
import { ownerSuspended, passkeyLimit, recoveryCodeRefused } from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { ceremonySeconds, maxPasskeys, registrationOptions } from '../passkey-ceremony.ts';
import { requireOwnOrigin } from '../require-own-origin.ts';
import { secretHash } from '../secret-hash.ts';

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
    await refusals.record({ event: 'recovery_refused', at, requestId: request.id, ip: request.ip });
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
