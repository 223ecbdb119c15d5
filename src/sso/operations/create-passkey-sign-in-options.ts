import { encodeBase64url } from '../../protocol/base64url.ts';
import type { SsoHandler } from '../handler.ts';
import { ceremonySeconds, challengeHash, signInOptions } from '../passkey-ceremony.ts';

/** Opens a challenge for a sign-in with any passkey, at the page of an authorization request if one is named. */
export const createPasskeySignInOptions: SsoHandler<'createPasskeySignInOptions'> = async ({
  body,
  passkeyChallenges,
  now,
  randomBytes,
  settings: { issuer },
  respond,
}) => {
  const challenge = encodeBase64url(randomBytes(32));
  const expiresAt = new Date(now().getTime() + ceremonySeconds * 1000);
  await passkeyChallenges.open(challengeHash(challenge, body?.requestId), { kind: 'sign_in' }, expiresAt);
  return respond(200, { publicKey: signInOptions(issuer, challenge), expiresAt: expiresAt.toISOString() });
};
