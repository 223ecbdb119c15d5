import { utf8 } from './bytes.ts';
import type { CompactJwt } from './compact-jws.ts';
import { MalformedJwsError, parseCompactJwt } from './compact-jws.ts';
import type { JsonObject } from './json-object.ts';
import { type Rs256Key, verifyRs256 } from './rs256.ts';
import { UnavailableError } from './unavailable-error.ts';

/** A public RSA key of the provider. */
export type VerificationKey = Rs256Key;

/**
 * Finds the provider's key with a kid; undefined when there is none, or no longer. It rejects when
 * the key set cannot be had at all. The same key should come back as the same object: that is how a
 * remembered token notices that its key was replaced.
 */
export type KeyResolver = (kid: string) => Promise<VerificationKey | undefined>;

/** Default of the seconds by which the clocks of signer and verifier may differ. */
export const defaultClockSkew = 30;

/** Why a signed JWT is refused, in the order of the checks. */
export type SignedJwtErrorCode = 'malformed' | 'bad_typ' | 'bad_alg' | 'unknown_kid' | 'bad_signature';

export class SignedJwtError extends Error {
  readonly code: SignedJwtErrorCode;

  constructor(code: SignedJwtErrorCode, message: string) {
    super(message);
    this.name = 'SignedJwtError';
    this.code = code;
  }
}

export interface SignedJwt {
  readonly claims: JsonObject;
  readonly kid: string;
  readonly key: VerificationKey;
}

/**
 * Verifies what every token of the provider has in common: a JWT of an expected typ, signed with
 * RS256 by a key of the key set (RFC 7515 §5.2). The claims are left to the caller.
 *
 * @param typs accepted values of the header's typ; undefined among them accepts its absence.
 * @throws SignedJwtError with the code of the first check that fails, whatever the token is.
 * @throws UnavailableError when the key resolver rejects.
 */
export async function verifySignedJwt(
  token: string,
  keys: KeyResolver,
  typs: readonly (string | undefined)[],
): Promise<SignedJwt> {
  const { header, claims, signingInput, signature } = parse(token);
  const { typ, alg, kid } = header;
  if (!typs.some((accepted) => accepted === typ)) {
    throw new SignedJwtError('bad_typ', `The typ of the token is not ${typs.filter(Boolean).join(' or ')}.`);
  }
  if (alg !== 'RS256') throw new SignedJwtError('bad_alg', 'The alg of the token is not RS256.');
  const key = typeof kid === 'string' ? await resolveKey(keys, kid) : undefined;
  if (typeof kid !== 'string' || key === undefined) {
    throw new SignedJwtError('unknown_kid', 'The kid of the token names no key of the provider.');
  }
  if (!(await verifyRs256(key, utf8(signingInput), signature))) {
    throw new SignedJwtError(
      'bad_signature',
      'The signature of the token does not verify with the key that its kid names.',
    );
  }
  return { claims, kid, key };
}

/** @throws UnavailableError when the resolver rejects. */
export async function resolveKey(keys: KeyResolver, kid: string): Promise<VerificationKey | undefined> {
  try {
    return await keys(kid);
  } catch (error) {
    throw new UnavailableError('key_set', error);
  }
}

function parse(token: string): CompactJwt {
  try {
    return parseCompactJwt(token);
  } catch (error) {
    if (error instanceof MalformedJwsError) throw new SignedJwtError('malformed', error.message);
    throw error;
  }
}
