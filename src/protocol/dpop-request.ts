import {
  AccessTokenError,
  verifyAccessToken,
  accessTokenErrorCodes,
  type AccessToken,
  type VerifiedTokenCache,
} from './access-token.ts';
import { AuthorizationError, authorizationToken, type RawHeaders } from './request-headers.ts';
import { accessTokenHash, dpopHeader, verifyDpopProof, type DpopProof } from './dpop-proof.ts';
import { isJsonObject, type JsonObject } from './json-object.ts';
import type { Thumbprint } from './jwk-thumbprint.ts';
import { ProofError, proofErrorCodes } from './proof-error.ts';
import { defaultProofMaxAge } from './proof-jwt.ts';
import { defaultClockSkew, type KeyResolver } from './signed-jwt.ts';
import type { StatusLists } from './status-lists.ts';
import { UnavailableError } from './unavailable-error.ts';

/** Error codes of DPoP requests in the order of the checks. */
export const verificationErrorCodes = [
  'missing_authorization',
  'invalid_scheme',
  'missing_dpop',
  ...proofErrorCodes,
  'use_dpop_nonce',
  ...accessTokenErrorCodes,
  'missing_cnf_jkt',
  'jkt_mismatch',
  'bad_proof_ath',
  'replayed_proof_jti',
] as const;

export type VerificationErrorCode = (typeof verificationErrorCodes)[number];

/** Rejects a request with 401 and a code. The message can be sent to the caller. */
export class VerificationError extends Error {
  readonly code: VerificationErrorCode;

  constructor(code: VerificationErrorCode, message: string) {
    super(message);
    this.name = 'VerificationError';
    this.code = code;
  }
}

/**
 * Seconds that a replay store keeps a proof after its expiry. A store or process with a fast clock must not delete a proof
 * that another process still accepts.
 */
export const replayMargin = 300;

/** A received request. */
export interface DpopRequest {
  readonly method: string;
  /** Absolute URL as the client sees it; query and fragment are ignored. */
  readonly url: string;
  readonly headers: RawHeaders;
}

/** Stores used proofs for all processes that verify requests of the same services. */
export interface ReplayStore {
  /**
   * Stores (jkt, jti) atomically and returns true for exactly one of any number of calls with the same pair.
   * jti is any string of 1 to 256 characters chosen by the client; store a digest of the pair.
   *
   * @param expiresAt Unix seconds after which every process rejects the proof; keep the pair five minutes longer for
   *   clocks that differ.
   */
  once(jkt: Thumbprint, jti: string, expiresAt: number): Promise<boolean>;
}

export interface DpopRequestOptions {
  readonly issuer: string;
  /** As of `AccessTokenExpectation`. */
  readonly audience: string | readonly string[] | undefined;
  readonly keys: KeyResolver;
  readonly replayStore: ReplayStore;
  /** Unix seconds. */
  readonly now: number;
  /** Maximum difference between a proof's iat and now in seconds. Default 60. */
  readonly maxAge?: number | undefined;
  /** Clock skew in seconds, added to the time that used proofs are stored. Default 30. */
  readonly skew?: number | undefined;
  /** Nonces that the server currently accepts (RFC 9449 §9). Default: no nonce is required. */
  readonly nonce?: string | readonly string[] | undefined;
  readonly tokenCache?: VerifiedTokenCache | undefined;
  /** Rejects revoked tokens that name a status list. Default: a token is accepted until it expires. */
  readonly statusLists?: Pick<StatusLists, 'isRevoked'> | undefined;
}

export interface VerifiedDpopRequest {
  /** Thumbprint of the key that signed the proof and to which the token is bound. */
  readonly jkt: Thumbprint;
  readonly sub: string;
  readonly clientId: string;
  /** All claims of the access token. */
  readonly claims: JsonObject;
  /** Checks of RFC 9449 and RFC 9068 that the request passed, as readable text. */
  readonly checks: readonly string[];
}

/**
 * Verifies a request that presents a DPoP-bound access token (RFC 9449 §4.3 and §7, RFC 9068 §4).
 * Consumes the proof in the last check, so that a request which fails an earlier check can be corrected and repeated.
 *
 * @throws VerificationError with the code of the first failed check.
 * @throws UnavailableError when the key set, the status list or the replay store is unreachable.
 */
export async function verifyDpopRequest(
  request: DpopRequest,
  options: DpopRequestOptions,
): Promise<VerifiedDpopRequest> {
  const { maxAge = defaultProofMaxAge, skew = defaultClockSkew, replayStore } = options;
  const { token, proof } = readCredentials(request, options);
  const tokenHash = accessTokenHash(token);
  const accessToken = await verifyAccessToken({ ...options, token, tokenHash }).catch(rejectRequest);
  checkBinding(accessToken, tokenHash, proof);
  if (!(await consumeProof(replayStore, proof, proof.iat + maxAge + skew))) {
    throw new VerificationError('replayed_proof_jti', 'The proof was used before: create a new one for every request.');
  }
  const { sub, clientId, claims } = accessToken;
  return {
    jkt: proof.jkt,
    sub,
    clientId,
    claims,
    checks: options.nonce === undefined ? checks : [...checks, nonceCheck],
  };
}

/** Returns the unverified access token and the verified proof. */
function readCredentials(
  request: DpopRequest,
  { now, maxAge, nonce }: DpopRequestOptions,
): { token: string; proof: DpopProof } {
  const { method: htm, url: htu, headers } = request;
  try {
    const token = authorizationToken(headers, 'DPoP');
    const proof = dpopHeader(headers);
    if (proof === undefined)
      throw new VerificationError('missing_dpop', 'The request has no DPoP header with a proof.');
    return { token, proof: verifyDpopProof({ proof, htm, htu, now, maxAge, nonce }) };
  } catch (error) {
    return rejectRequest(error);
  }
}

/** Checks that token and proof are bound to each other (RFC 9449 §4.3, check 12, and §6.1). */
function checkBinding({ claims }: AccessToken, tokenHash: string, proof: DpopProof): void {
  const jkt = isJsonObject(claims['cnf']) ? claims['cnf']['jkt'] : undefined;
  if (typeof jkt !== 'string')
    throw new VerificationError('missing_cnf_jkt', 'The access token is not bound to a key (cnf.jkt).');
  if (jkt !== proof.jkt) {
    throw new VerificationError(
      'jkt_mismatch',
      `The access token is not bound to the key that signed the proof, ${proof.jkt}.`,
    );
  }
  if (proof.ath !== tokenHash) {
    throw new VerificationError('bad_proof_ath', 'The ath of the proof is not the hash of the access token.');
  }
}

async function consumeProof(store: ReplayStore, { jkt, jti }: DpopProof, expiresAt: number): Promise<boolean> {
  try {
    return await store.once(jkt, jti, expiresAt);
  } catch (error) {
    throw new UnavailableError('replay_store', error);
  }
}

function rejectRequest(error: unknown): never {
  if (error instanceof AuthorizationError || error instanceof AccessTokenError) {
    throw new VerificationError(error.code, error.message);
  }
  if (error instanceof ProofError && error.code !== 'bad_proof_body')
    throw new VerificationError(error.code, error.message);
  throw error;
}

// In the order of the checks.
const checks: readonly string[] = [
  'RFC 9449 §4.3-1: one DPoP header',
  'RFC 9449 §4.3-2: the proof is one well-formed JWT',
  'RFC 9449 §4.3-4: typ is dpop+jwt',
  'RFC 9449 §4.3-5: alg is EdDSA, Ed25519 or ES256',
  'RFC 9449 §4.3-7: the jwk has no private key',
  'RFC 9449 §4.3-6: the signature verifies with the jwk',
  'RFC 9449 §4.3-8: htm is the method of the request',
  'RFC 9449 §4.3-9: htu is the address of the request',
  'RFC 9449 §4.3-11: iat is within the accepted window',
  'RFC 9449 §4.3-3: the proof has all required claims',
  'RFC 9068 §4: the typ of the access token is at+jwt',
  'RFC 9068 §4: the signature is RS256 by a key of the provider',
  'RFC 9068 §4: iss is the provider',
  'RFC 9068 §4: aud names this service',
  'RFC 9068 §4: the access token has not expired',
  'RFC 9068 §2.2: the access token has sub, client_id, jti and iat',
  'RFC 9449 §4.3-12: cnf.jkt is the thumbprint of the proof key',
  'RFC 9449 §4.3-12: ath is the hash of the access token',
  'RFC 9449 §11.1: jti was not used before',
];

const nonceCheck = 'RFC 9449 §4.3-10: the nonce is one that this server gave';
