import { verifyEd25519 } from '#ed25519';
import { encodeBase64url } from './base64url.ts';
import { utf8 } from './bytes.ts';
import type { CompactJwt } from './compact-jws.ts';
import { MalformedJwsError, parseCompactJwt } from './compact-jws.ts';
import type { Ed25519PublicKey } from './ed25519-key.ts';
import { Ed25519KeyError, parseEd25519Jwk } from './ed25519-key.ts';
import { normalizeHtu } from './htu.ts';
import type { JsonObject } from './json-object.ts';
import type { Ed25519Jwk, Thumbprint } from './jwk-thumbprint.ts';
import { ProofError } from './proof-error.ts';

/** The request to which a proof must belong. */
export interface ProofExpectation {
  readonly proof: string;
  /** Method of the request, as sent. */
  readonly htm: string;
  /** Absolute URL of the request as the client sees it; query and fragment are ignored. */
  readonly htu: string;
  /** Unix seconds. */
  readonly now: number;
  /** Maximum difference between iat and now in seconds. Default 60. */
  readonly maxAge?: number | undefined;
}

export interface ProofJwt {
  readonly jwk: Ed25519Jwk;
  /** Thumbprint of the signing key. */
  readonly jkt: Thumbprint;
  readonly jti: string;
  /** Creation time in Unix seconds, as the proof states. */
  readonly iat: number;
  readonly claims: JsonObject;
}

/** Default of ProofExpectation.maxAge. */
export const defaultProofMaxAge = 60;

/**
 * Verifies the common part of DPoP proofs (RFC 9449 §4.3) and device proofs: a JWT that contains its public key and is
 * bound to one request.
 *
 * @throws ProofError with the code of the first failed check.
 */
export function verifyProofJwt(typ: string, expectation: ProofExpectation): ProofJwt {
  const jwt = parse(expectation.proof);
  const key = verifiedKey(typ, jwt);
  checkRequest(jwt.claims, expectation);
  const iat = checkTime(jwt.claims, expectation);
  const jti = checkIdentifier(jwt.claims);
  return { jwk: key.jwk, jkt: key.jkt, jti, iat, claims: jwt.claims };
}

function parse(proof: string): CompactJwt {
  try {
    return parseCompactJwt(proof);
  } catch (error) {
    if (error instanceof MalformedJwsError) throw new ProofError('malformed_proof', error.message);
    throw error;
  }
}

function verifiedKey(typ: string, { header, signingInput, signature }: CompactJwt): Ed25519PublicKey {
  if (header['typ'] !== typ) throw new ProofError('bad_proof_typ', `The typ of the proof is not ${typ}.`);
  // RFC 9864 names Ed25519 what RFC 8037 named EdDSA.
  if (header['alg'] !== 'EdDSA' && header['alg'] !== 'Ed25519') {
    throw new ProofError('bad_proof_alg', 'The alg of the proof is neither EdDSA nor Ed25519.');
  }
  if (header['jwk'] === undefined) throw new ProofError('missing_proof_jwk', 'The header of the proof has no jwk.');
  const key = parseKey(header['jwk']);
  if (!verifyEd25519(key.bytes, utf8(signingInput), signature)) {
    throw new ProofError('bad_proof_signature', 'The signature of the proof does not verify with its jwk.');
  }
  return key;
}

function parseKey(jwk: unknown): Ed25519PublicKey {
  try {
    return parseEd25519Jwk(jwk);
  } catch (error) {
    if (!(error instanceof Ed25519KeyError)) throw error;
    throw new ProofError(error.code === 'bad_key' ? 'bad_proof_jwk' : 'private_in_proof_jwk', error.message);
  }
}

function checkRequest({ htm, htu }: JsonObject, expected: ProofExpectation): void {
  if (htm !== expected.htm)
    throw new ProofError('bad_proof_htm', `The htm of the proof is not the method of the request, ${expected.htm}.`);
  const address = normalizeHtu(expected.htu);
  if (typeof htu !== 'string' || address === undefined || normalizeHtu(htu) !== address) {
    throw new ProofError(
      'bad_proof_htu',
      `The htu of the proof is not the address of the request${shortUrl(address)}.`,
    );
  }
}

/** Returns a URL of at most 200 characters for a message. */
function shortUrl(address = ''): string {
  return address.length > 0 && address.length <= 200 ? `, ${address}` : '';
}

function checkTime({ iat, exp, nbf }: JsonObject, { now, maxAge = defaultProofMaxAge }: ProofExpectation): number {
  if (typeof iat !== 'number') throw new ProofError('stale_proof', 'The proof has no creation time (iat).');
  if (iat < now - maxAge)
    throw new ProofError(
      'stale_proof',
      `The proof is older than ${maxAge} seconds (iat): check the clock of the client.`,
    );
  if (iat > now + maxAge)
    throw new ProofError(
      'future_proof',
      `The proof is more than ${maxAge} seconds in the future (iat): check the clock of the client.`,
    );
  // exp and nbf are optional in proofs and are checked with the same window (RFC 7519 §4.1.4, §4.1.5).
  if (exp !== undefined && !(typeof exp === 'number' && exp > now - maxAge))
    throw new ProofError('stale_proof', 'The proof has expired (exp).');
  if (nbf !== undefined && !(typeof nbf === 'number' && nbf <= now + maxAge))
    throw new ProofError('future_proof', 'The proof is not valid yet (nbf).');
  return iat;
}

function checkIdentifier({ jti }: JsonObject): string {
  if (typeof jti === 'string' && jti.length >= 1 && jti.length <= 256) return jti;
  throw new ProofError('missing_proof_jti', 'The proof has no jti of 1 to 256 characters.');
}

/** Signs bytes with the private key of the proof's jwk and returns the 64-byte Ed25519 signature. */
export type Ed25519Sign = (message: Uint8Array) => Uint8Array | Promise<Uint8Array>;

export interface ProofInput {
  readonly htm: string;
  /** URL of the request; the proof omits query and fragment. */
  readonly htu: string;
  /** Unix seconds. */
  readonly now: number;
  /** Unique and unpredictable, 1 to 256 characters, for example a random UUID. */
  readonly jti: string;
  readonly jwk: Ed25519Jwk;
  readonly sign: Ed25519Sign;
}

/**
 * Creates a proof for verifyProofJwt. Omits undefined claims.
 *
 * @throws TypeError when htu is no absolute http or https URL.
 */
export async function signProofJwt(
  typ: string,
  { htm, htu, now, jti, jwk: { kty, crv, x }, sign }: ProofInput,
  furtherClaims: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const address = normalizeHtu(htu);
  if (address === undefined) throw new TypeError(`A proof needs an absolute http or https URL, not ${htu}.`);
  const header = { typ, alg: 'EdDSA', jwk: { kty, crv, x } };
  const claims = { htm, htu: address, iat: Math.floor(now), jti, ...furtherClaims };
  const signingInput = `${segment(header)}.${segment(claims)}`;
  return `${signingInput}.${encodeBase64url(await sign(utf8(signingInput)))}`;
}

function segment(value: object): string {
  return encodeBase64url(utf8(JSON.stringify(value)));
}
