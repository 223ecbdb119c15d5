import { utf8 } from './bytes.ts';
import type { CompactJwt } from './compact-jws.ts';
import { MalformedJwsError, parseCompactJwt } from './compact-jws.ts';
import type { JsonObject } from './json-object.ts';
import { type Rs256Key, verifyRs256 } from './rs256.ts';
import { UnavailableError } from './unavailable-error.ts';

/** A public RSA key of the provider. */
export type VerificationKey = Rs256Key;

/**
 * Returns the provider's key with a kid, or undefined when the provider does not publish it. Rejects when the key set is
 * unavailable. Returns the same object for the same key, because token caches compare keys by identity.
 */
export type KeyResolver = (kid: string) => Promise<VerificationKey | undefined>;

/** Default clock skew between signer and verifier in seconds. */
export const defaultClockSkew = 30;

/** Error codes of signed JWTs in the order of the checks. */
type SignedJwtErrorCode = 'malformed' | 'bad_typ' | 'bad_alg' | 'unknown_kid' | 'bad_signature';

/** The same errors of one kind of token, for example `bad_id_token_typ`. */
export type SignedTokenErrorCode<Token extends string> =
  | `malformed_${Token}`
  | `bad_${Token}_typ`
  | `bad_${Token}_alg`
  | `unknown_${Token}_kid`
  | `bad_${Token}_signature`;

/** Inserts the kind of token after the first word of a code. */
export const tokenErrorCode = <Token extends string>(
  code: SignedJwtErrorCode,
  token: Token,
): SignedTokenErrorCode<Token> => code.replace(/_|$/, `_${token}$&`) as SignedTokenErrorCode<Token>;

export class SignedJwtError extends Error {
  readonly code: SignedJwtErrorCode;

  constructor(code: SignedJwtErrorCode, message: string) {
    super(message);
    this.name = 'SignedJwtError';
    this.code = code;
  }
}

/**
 * Verifies typ and RS256 signature of a token of the provider (RFC 7515 §5.2). The caller checks the claims.
 *
 * @param typs accepted values of typ; undefined accepts a missing typ
 * @param maxLength characters
 * @throws SignedJwtError with the code of the first failed check, for any input.
 * @throws UnavailableError when the key resolver rejects.
 */
export async function verifySignedJwt(
  token: string,
  keys: KeyResolver,
  typs: readonly (string | undefined)[],
  maxLength?: number,
): Promise<{ readonly claims: JsonObject; readonly kid: string; readonly key: VerificationKey }> {
  const { header, claims, signingInput, signature } = parse(token, maxLength);
  const { typ, alg, kid } = header;
  if (!typs.some((accepted) => accepted === typ)) {
    throw new SignedJwtError('bad_typ', `The typ of the token is not ${typs.filter(Boolean).join(' or ')}.`);
  }
  if (alg !== 'RS256') throw new SignedJwtError('bad_alg', 'The alg of the token is not RS256.');
  const key = typeof kid === 'string' ? await resolveKey(keys, kid) : undefined;
  if (typeof kid !== 'string' || key === undefined) {
    throw new SignedJwtError('unknown_kid', 'The kid of the token is not in the key set of the provider.');
  }
  if (!(await verifyRs256(key, utf8(signingInput), signature))) {
    throw new SignedJwtError('bad_signature', 'The signature of the token does not verify with the key of its kid.');
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

function parse(token: string, maxLength: number | undefined): CompactJwt {
  try {
    return parseCompactJwt(token, maxLength);
  } catch (error) {
    if (error instanceof MalformedJwsError) throw new SignedJwtError('malformed', error.message);
    throw error;
  }
}
