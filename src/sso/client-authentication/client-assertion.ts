import { createLocalJWKSet, errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';
import { assertionAlgorithms } from './auth-method.ts';
import type { ClientKeySet } from './client-key-set.ts';

export interface AssertionExpectation {
  readonly assertion: string;
  readonly clientId: string;
  readonly keys: ClientKeySet;
  /** Accepted values of `aud`, which must be one string (draft-ietf-oauth-rfc7523bis). */
  readonly audiences: readonly string[];
  readonly now: Date;
}

export interface ClientAssertion {
  readonly jti: string;
  /** After which every process rejects the assertion. */
  readonly expiresAt: Date;
}

/** Seconds by which the clocks of client and provider may differ. */
const clockSkew = 30;
/** Longest lifetime of an assertion, seconds; used ones are stored as long. */
const longestLifetime = 3_600;
const longestJti = 256;
/** Values of `typ`: other JWTs that a client signs are not assertions (RFC 8725 §3.11). */
const types = ['jwt', 'client-authentication+jwt'];

/**
 * Verifies a client assertion (RFC 7523 §3, OpenID Connect Core §9). The caller checks that its jti is new.
 *
 * @returns a text that says what is wrong
 */
export async function verifyClientAssertion(expected: AssertionExpectation): Promise<ClientAssertion | string> {
  const { assertion, clientId, audiences, now } = expected;
  const options: JWTVerifyOptions = {
    algorithms: [...assertionAlgorithms],
    issuer: clientId,
    subject: clientId,
    audience: [...audiences],
    clockTolerance: clockSkew,
    currentDate: now,
    requiredClaims: ['exp', 'jti'],
  };
  const verified = await verify(assertion, expected.keys, options);
  if (typeof verified === 'string') return verified;
  const { aud, typ, exp = 0, iat = 0, jti } = verified;
  if (typeof aud !== 'string') return 'client_assertion names its audience in a list: send one string.';
  if (typ !== undefined && !types.includes(typ.toLowerCase().replace(/^application\//, '')))
    return 'client_assertion has the typ of another JWT.';
  if (typeof jti !== 'string' || jti === '' || jti.length > longestJti)
    return `client_assertion has no jti of 1 to ${longestJti} characters.`;
  if (iat > now.getTime() / 1000 + clockSkew) return 'client_assertion was issued in the future: check the clock.';
  if (exp > now.getTime() / 1000 + longestLifetime + clockSkew)
    return `client_assertion expires more than ${longestLifetime} seconds from now.`;
  return { jti, expiresAt: new Date((exp + 2 * clockSkew) * 1000) };
}

type VerifiedAssertion = JWTPayload & { readonly typ: string | undefined };

async function verify(
  assertion: string,
  { keys }: ClientKeySet,
  options: JWTVerifyOptions,
): Promise<VerifiedAssertion | string> {
  const keySet = createLocalJWKSet({ keys: keys.map((key) => ({ ...key })) });
  try {
    return verifiedAssertion(await jwtVerify(assertion, keySet, options));
  } catch (error) {
    if (error instanceof errors.JWKSMultipleMatchingKeys)
      for await (const key of error) {
        try {
          return verifiedAssertion(await jwtVerify(assertion, key, options));
        } catch (failure) {
          if (failure instanceof errors.JWSSignatureVerificationFailed) continue;
          return problemOf(failure);
        }
      }
    return problemOf(error);
  }
}

const verifiedAssertion = ({
  payload,
  protectedHeader: { typ },
}: Awaited<ReturnType<typeof jwtVerify>>): VerifiedAssertion => ({ ...payload, typ });

/** jose rejects with its own errors, and with TypeError or DOMException for a key that does not fit the algorithm. */
function problemOf(error: unknown): string {
  if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired)
    return `client_assertion is not valid here: ${error.claim} ${error.reason}.`;
  return 'client_assertion does not verify with a registered key of this client.';
}
