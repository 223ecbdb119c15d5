import type { Subjects } from '../identity/subjects.ts';
import type { SsoSettings } from '../settings.ts';
import { signRs256Jwt } from '../sign-jwt.ts';
import type { SigningKeys } from '../signing-keys.ts';
import type { LogoutNotice } from '../store/logout-notices.ts';

/** Seconds for which a logout token is valid (OpenID Connect Back-Channel Logout 1.0 §4). */
const lifetime = 120;

export interface LogoutTokenDependencies {
  readonly signingKeys: Pick<SigningKeys, 'current'>;
  readonly settings: Pick<SsoSettings, 'issuer'>;
  readonly subjects: Subjects;
  readonly now: () => Date;
}

/** Signs a logout token (OpenID Connect Back-Channel Logout 1.0 §2.4). It has no nonce, so that it is no id_token. */
export async function signLogoutToken(
  { id, clientAddress, ownerSub, pairwiseSector, sessionId }: LogoutNotice,
  { signingKeys, settings, subjects, now }: LogoutTokenDependencies,
): Promise<string> {
  const iat = Math.floor(now().getTime() / 1000);
  return signRs256Jwt(
    'logout+jwt',
    {
      iss: settings.issuer,
      aud: clientAddress,
      sub: subjects.of(ownerSub, { pairwiseSector }),
      sid: sessionId,
      jti: id,
      iat,
      exp: iat + lifetime,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    },
    await signingKeys.current(),
  );
}
