import { encodeBase64url } from '../../protocol/base64url.ts';
import { encodeHex } from '../../protocol/hex.ts';
import { authenticatorOf } from '../caller.ts';
import { linkOwner } from '../device-links/link-owner.ts';
import { passkeyLimit } from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { ceremonySeconds, challengeHash, maxPasskeys, registrationOptions } from '../passkey-ceremony.ts';
import { requireAdmission } from '../registration/admission.ts';
import { requireOwner } from '../require-owner.ts';
import { secretHash } from '../secret-hash.ts';

/** Opens a challenge for a new passkey of the caller, of the owner who shows a link, or of a new owner. */
export const createPasskeyRegistrationOptions: SsoHandler<'createPasskeyRegistrationOptions'> = async ({
  caller,
  body: { name, invite, link, requestId },
  respond,
  ...context
}) => {
  const { passkeys, passkeyChallenges, now, randomBytes, settings } = context;
  const { issuer } = settings;
  const owner = link === undefined ? caller && requireOwner(caller) : await linkOwner(link, caller, context);
  const hash = owner === undefined ? await requireAdmission(invite, context) : undefined;
  const existing = owner === undefined ? [] : await passkeys.of(owner);
  if (existing.length >= maxPasskeys) throw passkeyLimit(maxPasskeys);
  const sub = owner ?? encodeHex(randomBytes(16));
  const challenge = encodeBase64url(randomBytes(32));
  const expiresAt = new Date(now().getTime() + ceremonySeconds * 1000);
  await passkeyChallenges.open(
    challengeHash(challenge, requestId),
    {
      kind: 'registration',
      sub,
      newOwner: owner === undefined,
      name,
      inviteHash: hash,
      deviceLinkHash: link === undefined ? undefined : secretHash(link),
      authenticator: caller && link === undefined ? authenticatorOf(caller) : null,
    },
    expiresAt,
  );
  return respond(200, {
    publicKey: registrationOptions({ issuer, challenge, sub, name, existing }),
    expiresAt: expiresAt.toISOString(),
  });
};
