import { actorClaim } from '../../protocol/delegation.ts';
import type { AuthorizationDetail } from '../../../generated/sso/types.ts';
import type { Thumbprint } from '../../protocol/jwk-thumbprint.ts';
import { uuidPattern } from '../../runtime/start/ids.ts';
import { type EmailClient, identityClaims } from '../identity/claims.ts';
import { statusReference } from './status-lists.ts';
import type { SignInAction } from '../sign-in/authorization-request.ts';
import type { SsoHandlerContext } from '../context.ts';
import { signRs256Jwt } from '../keys/signing-keys.ts';

/** Session for which tokens are signed. */
interface TokenSubject {
  readonly sessionId: string;
  /** Index of the session in the status lists. */
  readonly statusIndex: number;
  readonly ownerSub: string;
  readonly client: EmailClient;
  readonly scope: string;
  /** `aud` of the access token. */
  readonly audience: readonly string[];
  readonly jkt: string | null;
  readonly authTime: Date;
  readonly amr: readonly string[] | null;
  readonly acr: SignInAction | null;
  /** `nonce` of the authorization request; omitted on refresh. */
  readonly nonce?: string;
  /** Keys of helper and agents, the current one first; empty for a session that the owner approved. */
  readonly chain?: readonly Thumbprint[];
  /** What the owner granted (RFC 9396 §9.1). */
  readonly authorizationDetails?: readonly AuthorizationDetail[];
  /** End of the session, which no token outlives. */
  readonly endsAt: Date;
}

export interface SignedTokens {
  readonly access_token: string;
  readonly id_token: string;
  readonly token_type: 'Bearer' | 'DPoP';
  readonly expires_in: number;
}

/** Signs an access token (RFC 9068 §2) and an id_token (OpenID Connect Core §2) for one session. */
export async function signTokens(
  subject: TokenSubject,
  { signingKeys, settings, owners, subjects, now, randomBytes }: SsoHandlerContext,
): Promise<SignedTokens> {
  const { issuer, lifetimes } = settings;
  const sub = subjects.of(subject.ownerSub, subject.client);
  const [key, identity] = await Promise.all([
    signingKeys.current(),
    identityClaims({ ...subject, sub }, { owners, subjects, settings }),
  ]);
  const iat = seconds(now());
  const jti = () => accessTokenId(subject.sessionId, randomBytes);
  const common = { iss: issuer, sub, iat };
  const act = actorClaim(subject.chain ?? []);
  // RFC 9470 §4: which action the person confirmed.
  const acr = subject.acr === null ? {} : { acr: subject.acr };
  const bound = subject.jkt === null ? {} : { cnf: { jkt: subject.jkt }, ...(act && { act }) };
  const details = subject.authorizationDetails ?? [];
  const end = seconds(subject.endsAt);
  const expiresIn = Math.min(lifetimes.accessToken, end - iat);

  const [access_token, id_token] = await Promise.all([
    signRs256Jwt(
      'at+jwt',
      {
        ...common,
        aud: subject.audience,
        client_id: subject.client.address,
        jti: jti(),
        scope: subject.scope,
        exp: iat + expiresIn,
        // RFC 9068 §2.2.1: services judge how long ago the person confirmed (RFC 9470).
        auth_time: seconds(subject.authTime),
        status: { status_list: statusReference(issuer, subject.statusIndex) },
        ...(details.length > 0 && { authorization_details: details }),
        ...acr,
        ...bound,
      },
      key,
    ),
    signRs256Jwt(
      'JWT',
      {
        ...common,
        ...identity,
        aud: subject.client.address,
        jti: jti(),
        exp: Math.min(iat + lifetimes.idToken, end),
        // Names the session in logout tokens (OpenID Connect Back-Channel Logout 1.0 §2.1).
        sid: subject.sessionId,
        auth_time: seconds(subject.authTime),
        ...(subject.amr && { amr: subject.amr }),
        ...(subject.nonce !== undefined && { nonce: subject.nonce }),
        ...acr,
        ...bound,
      },
      key,
    ),
  ]);
  return { access_token, id_token, token_type: subject.jkt === null ? 'Bearer' : 'DPoP', expires_in: expiresIn };
}

/** Returns a jti that contains the session id, so that tokens of a revoked session are recognised without a token table. */
function accessTokenId(sessionId: string, randomBytes: (length: number) => Uint8Array): string {
  return `${sessionId}.${Buffer.from(randomBytes(12)).toString('base64url')}`;
}

/** Returns the session of an access token; undefined for a jti of another form. */
export function sessionIdOf(jti: string): string | undefined {
  const sessionId = jti.slice(0, 36);
  return jti[36] === '.' && uuidPattern.test(sessionId) ? sessionId : undefined;
}

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000);
