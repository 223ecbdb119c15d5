import { defaultClockSkew, type KeyResolver, SignedJwtError, verifySignedJwt } from './signed-jwt.ts';

/** `typ` of a token with which the provider itself calls a service of the platform. */
export const serviceTokenType = 'service+jwt';

/** Longest lifetime, seconds. */
export const serviceTokenLifetime = 60;

/** Characters. */
const maxLength = 2_048;

interface ServiceTokenExpectation {
  readonly issuer: string;
  /** Address of the called service: the only audience. */
  readonly audience: string;
  readonly keys: KeyResolver;
  /** Seconds since 1970. */
  readonly now: number;
}

/**
 * Verifies that the provider itself sent a request: it signed the token, for this service, within the last minute.
 *
 * @returns what is wrong; undefined for a valid token
 * @throws UnavailableError when the key set cannot be read
 */
export async function serviceTokenProblem(
  token: string,
  { issuer, audience, keys, now }: ServiceTokenExpectation,
): Promise<string | undefined> {
  try {
    const { claims } = await verifySignedJwt(token, keys, [serviceTokenType], maxLength);
    const { iss, sub, aud, iat, exp } = claims;
    if (iss !== issuer || sub !== issuer) return 'iss and sub are not the sign-in provider.';
    if (aud !== audience) return `aud is not ${audience}.`;
    if (typeof iat !== 'number' || typeof exp !== 'number') return 'iat or exp is missing.';
    if (exp - iat > serviceTokenLifetime) return `It is valid for more than ${serviceTokenLifetime} seconds.`;
    if (iat > now + defaultClockSkew || exp <= now - defaultClockSkew) return 'It is not valid now.';
    return undefined;
  } catch (error) {
    if (error instanceof SignedJwtError) return error.message;
    throw error;
  }
}
