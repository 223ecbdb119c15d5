import { encodeBase64url } from './base64url.ts';
import { LRUCache } from 'lru-cache';
import { utf8, utf8Text } from './bytes.ts';
import { type CompactJwt, MalformedJwsError, parseCompactJwt, readHeader } from './compact-jws.ts';
import type { JsonObject } from './json-object.ts';
import type { Ed25519Jwk, P256Jwk, Thumbprint } from './jwk-thumbprint.ts';
import { type ProofAlgorithms, type ProofKey, readProofKey } from './proof-key.ts';
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

interface ProofJwt<Jwk extends Ed25519Jwk | P256Jwk> {
  readonly jwk: Jwk;
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
export function verifyProofJwt<Jwk extends Ed25519Jwk | P256Jwk>(
  typ: string,
  expectation: ProofExpectation,
  algorithms: ProofAlgorithms<Jwk>,
): ProofJwt<Jwk> {
  const jwt = parse(expectation.proof);
  const key = verifiedKey(typ, jwt, algorithms);
  checkRequest(jwt.claims, expectation);
  const iat = checkTime(jwt.claims, expectation);
  const jti = checkIdentifier(jwt.claims);
  return { jwk: key.jwk, jkt: key.jkt, jti, iat, claims: jwt.claims };
}

// All proofs of a key have the same header.
const headers = /* @__PURE__ */ new LRUCache<string, JsonObject>({ max: 4096 });
/** Characters: longer headers are rare and would fill the memory. */
const longestRemembered = 512;

/** Reads a header that was accepted before without parsing it again. */
function readKnownHeader(encoded: string): JsonObject {
  const known = headers.get(encoded);
  if (known !== undefined) return known;
  const header = readHeader(encoded);
  // A copy: a part of the request's header line would keep the whole line in memory.
  if (encoded.length <= longestRemembered) headers.set(utf8Text(utf8(encoded)) ?? encoded, header);
  return header;
}

function parse(proof: string): CompactJwt {
  try {
    return parseCompactJwt(proof, undefined, readKnownHeader);
  } catch (error) {
    if (error instanceof MalformedJwsError) throw new ProofError('malformed_proof', error.message);
    throw error;
  }
}

function verifiedKey<Jwk extends Ed25519Jwk | P256Jwk>(
  typ: string,
  { header, signingInput, signature }: CompactJwt,
  algorithms: ProofAlgorithms<Jwk>,
): ProofKey<Jwk> {
  if (header['typ'] !== typ) throw new ProofError('bad_proof_typ', `The typ of the proof is not ${typ}.`);
  const key = readProofKey(header['alg'], header['jwk'], algorithms);
  if (!key.verifies(utf8(signingInput), signature)) {
    throw new ProofError('bad_proof_signature', 'The signature of the proof does not verify with its jwk.');
  }
  return key;
}

function checkRequest({ htm, htu }: JsonObject, expected: ProofExpectation): void {
  if (htm !== expected.htm)
    throw new ProofError('bad_proof_htm', `The htm of the proof is not the method of the request, ${expected.htm}.`);
  const address = normalizeHtu(expected.htu);
  // Almost every client sends the normalized address.
  if (typeof htu !== 'string' || address === undefined || (htu !== address && normalizeHtu(htu) !== address)) {
    throw new ProofError(
      'bad_proof_htu',
      `The htu of the proof is not the address of the request${shortAddress(address)}.`,
    );
  }
}

/** Returns an address of at most 200 characters for a message. */
function shortAddress(address: string | undefined): string {
  return address !== undefined && address.length <= 200 ? `, ${address}` : '';
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

/**
 * Returns the `htu` of a URI (RFC 9449 §4.2): without query and fragment, normalized by syntax (RFC 3986 §6.2.2) and by
 * scheme (§6.2.3), so that equivalent URIs compare equal.
 *
 * The WHATWG URL parser is not used because it corrects invalid input (backslashes, tabs, `127.1`).
 *
 * @returns undefined when the text is no absolute http or https URI or contains user information
 */
export function normalizeHtu(uri: string): string | undefined {
  const match = httpUri.exec(uri);
  if (match === null) return undefined;
  const [, rawScheme = '', rawHost = '', port = '', rawPath = ''] = match;
  const scheme = rawScheme.toLowerCase();
  const host = normalizeHost(rawHost);
  const path = normalizePercentEncoding(rawPath);
  if (host === undefined || path === undefined || Number(port) > 65_535) return undefined;
  const significant = port.replace(/^0+(?=\d)/, '');
  const authority = significant === '' || significant === defaultPorts[scheme] ? host : `${host}:${significant}`;
  return `${scheme}://${authority}${removeDotSegments(path)}`;
}

const defaultPorts: Readonly<Record<string, string>> = { http: '80', https: '443' };

// scheme "://" host [":" port] path-abempty ["?" query] ["#" fragment], RFC 3986 §3 and appendix A.
const httpUri =
  /^(https?):\/\/(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9\-._~!$&'()*+,;=%]+)(?::(\d{0,8}))?((?:\/[A-Za-z0-9\-._~!$&'()*+,;=:@%/]*)?)(?:\?[^#\s]*)?(?:#\S*)?$/i;

/** Lowercases a host and normalizes its percent-encoding. */
function normalizeHost(host: string): string | undefined {
  const lowered = normalizePercentEncoding(host)?.toLowerCase();
  return lowered === undefined ? undefined : normalizePercentEncoding(lowered);
}

/** Decodes escaped unreserved characters and uppercases the other escapes (RFC 3986 §6.2.2.1, §6.2.2.2). */
function normalizePercentEncoding(text: string): string | undefined {
  if (!text.includes('%')) return text;
  if (/%(?![0-9A-Fa-f]{2})/.test(text)) return undefined;
  return text.replace(/%[0-9A-Fa-f]{2}/g, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[A-Za-z0-9\-._~]/.test(character) ? character : escape.toUpperCase();
  });
}

/** Removes dot segments of an absolute path (RFC 3986 §5.2.4); an empty path becomes `/` (§6.2.3). */
function removeDotSegments(path: string): string {
  if (!path.includes('/.')) return path === '' ? '/' : path;
  const kept: string[] = [];
  const segments = path.split('/').slice(1);
  for (const [index, segment] of segments.entries()) {
    const dots = segment === '.' || segment === '..';
    if (segment === '..') kept.pop();
    if (!dots) kept.push(segment);
    else if (index === segments.length - 1) kept.push('');
  }
  return `/${kept.join('/')}`;
}
