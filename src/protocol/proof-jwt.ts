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

/** The request that a proof must belong to. */
export interface ProofExpectation {
  readonly proof: string;
  /** Method of the request, as sent. */
  readonly htm: string;
  /** Absolute address of the request as the client sees it; query and fragment do not count. */
  readonly htu: string;
  /** Unix seconds. */
  readonly now: number;
  /** Seconds that the proof's time may lie before or after now. Default 60. */
  readonly maxAge?: number | undefined;
}

export interface ProofJwt {
  readonly jwk: Ed25519Jwk;
  /** Thumbprint of the key that signed. */
  readonly jkt: Thumbprint;
  readonly jti: string;
  /** Unix seconds at which the proof says it was made. */
  readonly iat: number;
  readonly claims: JsonObject;
}

/** Default of ProofExpectation.maxAge. */
export const defaultProofMaxAge = 60;

/**
 * What DPoP proofs (RFC 9449 §4.3) and device proofs have in common: a JWT that carries its own
 * public key and binds one request.
 *
 * @throws ProofError with the code of the first check that fails.
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
    throw new ProofError('bad_proof_htu', `The htu of the proof is not the address of the request${shown(address)}.`);
  }
}

/** Addresses come from outside and may be long; a message stays short. */
function shown(address = ''): string {
  return address.length > 0 && address.length <= 200 ? `, ${address}` : '';
}

function checkTime({ iat, exp, nbf }: JsonObject, { now, maxAge = defaultProofMaxAge }: ProofExpectation): number {
  if (typeof iat !== 'number') throw new ProofError('stale_proof', 'The proof does not say when it was made (iat).');
  if (iat < now - maxAge) throw new ProofError('stale_proof', `The proof is older than ${maxAge} seconds.`);
  if (iat > now + maxAge)
    throw new ProofError('future_proof', `The proof is more than ${maxAge} seconds in the future.`);
  // No proof needs exp or nbf; a JWT that has them means them (RFC 7519 §4.1.4, §4.1.5). The same clocks, the same window.
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

/** Signs bytes with the private key that belongs to the proof's jwk: 64 bytes of Ed25519. */
export type Ed25519Sign = (message: Uint8Array) => Uint8Array | Promise<Uint8Array>;

export interface ProofInput {
  readonly htm: string;
  /** Address of the request; query and fragment are left out of the proof. */
  readonly htu: string;
  /** Unix seconds. */
  readonly now: number;
  /** Fresh and unguessable, 1 to 256 characters: a UUID serves. */
  readonly jti: string;
  readonly jwk: Ed25519Jwk;
  readonly sign: Ed25519Sign;
}

/**
 * Makes a proof that verifyProofJwt accepts. Claims that are undefined are left out.
 *
 * @throws TypeError when htu is no absolute http or https address.
 */
export async function signProofJwt(
  typ: string,
  { htm, htu, now, jti, jwk: { kty, crv, x }, sign }: ProofInput,
  furtherClaims: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const address = normalizeHtu(htu);
  if (address === undefined) throw new TypeError(`A proof needs an absolute http or https address, not ${htu}.`);
  const header = { typ, alg: 'EdDSA', jwk: { kty, crv, x } };
  const claims = { htm, htu: address, iat: Math.floor(now), jti, ...furtherClaims };
  const signingInput = `${segment(header)}.${segment(claims)}`;
  return `${signingInput}.${encodeBase64url(await sign(utf8(signingInput)))}`;
}

function segment(value: object): string {
  return encodeBase64url(utf8(JSON.stringify(value)));
}
