import { passkeyRefused } from '../errors.ts';
import type { SsoHandler } from '../handler.ts';
import { ownerCookie } from '../owner-cookie.ts';
import { challengeOf, verifySignIn } from '../passkey-ceremony.ts';
import { secretHash } from '../secret-hash.ts';
import { signInBrowser } from '../sign-in-browser.ts';

/** Signs a browser in with a passkey. An unknown passkey and a wrong signature are refused alike. */
export const finishPasskeySignIn: SsoHandler<'finishPasskeySignIn'> = async ({
  body: { credential },
  passkeys,
  passkeyChallenges,
  browserSessions,
  audit,
  now,
  randomBytes,
  request,
  settings: { issuer },
  respond,
}) => {
  const at = now();
  const challenge = challengeOf(credential);
  if (!(await passkeyChallenges.take(secretHash(challenge), 'sign_in', at))) throw passkeyRefused();
  const passkey = await passkeys.byId(credential.id);
  if (!passkey) throw passkeyRefused();

  const facts = { at, requestId: request.id, ownerSub: passkey.sub, ip: request.ip };
  const details = { credentialId: passkey.credentialId };
  let signCount: number;
  try {
    signCount = await verifySignIn(issuer, challenge, credential, passkey);
  } catch (error) {
    await audit.record({ event: 'passkey_refused', ...facts, details });
    throw error;
  }
  // Deleted since it was read.
  if (!(await passkeys.use(passkey.credentialId, signCount, at))) throw passkeyRefused();

  const { sub } = passkey;
  const { token, expiresAt } = await signInBrowser({ sub, at, browserSessions, randomBytes, cookies: request.cookies });
  await audit.record({ event: 'browser_signed_in', ...facts, details });
  return respond(200, { sub, expiresAt: expiresAt.toISOString() }, { 'set-cookie': ownerCookie(token, issuer) });
};
