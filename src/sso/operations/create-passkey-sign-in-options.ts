import { encodeBase64url } from '../../protocol/base64url.ts';
import type { SsoHandler } from '../handler.ts';
import { ceremonySeconds, signInOptions } from '../passkey-ceremony.ts';
import { secretHash } from '../secret-hash.ts';

/** Opens a challenge for a sign-in with any passkey. */
export const createPasskeySignInOptions: SsoHandler<'createPasskeySignInOptions'> = async ({
  passkeyChallenges,
  now,
  randomBytes,
  settings: { issuer },
  respond,
}) => {
  const challenge = encodeBase64url(randomBytes(32));
  const expiresAt = new Date(now().getTime() + ceremonySeconds * 1000);
  await passkeyChallenges.open(secretHash(challenge), { kind: 'sign_in' }, expiresAt);
  return respond(200, { publicKey: signInOptions(issuer, challenge), expiresAt: expiresAt.toISOString() });
};
