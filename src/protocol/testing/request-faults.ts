import { accessTokenHash } from '../dpop-proof.ts';
import type { DpopRequest } from '../dpop-request.ts';
import type { JsonObject } from '../json-object.ts';
import type { VerificationErrorCode } from '../verification-error.ts';
import { signJwt } from './ed25519-signer.ts';
import type { Fault, ProofDraft } from './faults.ts';
import { goodProof, htm, htu, proofFaults } from './faults.ts';
import type { Provider } from './provider.ts';
import { accessTokenClaims, accessTokenHeader, clientId, now } from './provider.ts';

/** What a test request is made of. */
export interface RequestDraft {
  readonly scheme: string | undefined;
  readonly proof: ProofDraft | undefined;
  /** The token that the proof's ath is of; undefined for the one that is presented. */
  readonly ath: string | undefined;
  readonly tokenHeader: JsonObject;
  readonly tokenClaims: JsonObject;
  readonly tokenSigner: 'k1' | 'k2';
  readonly tokenSuffix: string;
  readonly used: boolean;
}

/** A request that is good at `now`, for a service whose audience is the issuer. */
export const goodRequest: RequestDraft = {
  scheme: 'DPoP',
  proof: goodProof,
  ath: undefined,
  tokenHeader: accessTokenHeader,
  tokenClaims: accessTokenClaims,
  tokenSigner: 'k1',
  tokenSuffix: '',
  used: false,
};

export type RequestFault = Fault<VerificationErrorCode, RequestDraft>;

const fault = (code: VerificationErrorCode, group: string, change: Partial<RequestDraft>): RequestFault => ({
  code,
  group,
  spoil: (draft) => ({ ...draft, ...change }),
});
const claim = (code: VerificationErrorCode, name: string, value: unknown): RequestFault => ({
  code,
  group: name,
  spoil: (draft) => ({ ...draft, tokenClaims: { ...draft.tokenClaims, [name]: value } }),
});
const header = (code: VerificationErrorCode, name: string, value: unknown): RequestFault => ({
  code,
  group: `header ${name}`,
  spoil: (draft) => ({ ...draft, tokenHeader: { ...draft.tokenHeader, [name]: value } }),
});

/** Every fault of a request, in the order of the checks. */
export const requestFaults: readonly RequestFault[] = [
  fault('missing_authorization', 'scheme', { scheme: undefined }),
  fault('invalid_scheme', 'scheme', { scheme: 'Bearer' }),
  fault('missing_dpop', 'proof', { proof: undefined }),
  ...proofFaults.map(({ code, group, spoil }) => ({
    code,
    group: `proof ${group}`,
    spoil: (draft: RequestDraft) => ({ ...draft, proof: draft.proof === undefined ? undefined : spoil(draft.proof) }),
  })),
  fault('malformed_access_token', 'form', { tokenSuffix: '==' }),
  header('bad_access_token_typ', 'typ', 'JWT'),
  header('bad_access_token_alg', 'alg', 'RS512'),
  header('unknown_access_token_kid', 'kid', 'k3'),
  fault('bad_access_token_signature', 'signature', { tokenSigner: 'k2' }),
  claim('bad_access_token_iss', 'iss', 'https://other.example'),
  claim('bad_access_token_aud', 'aud', clientId),
  claim('expired_access_token', 'exp', now),
  claim('missing_access_token_sub', 'sub', undefined),
  claim('missing_cnf_jkt', 'cnf', undefined),
  claim('jkt_mismatch', 'cnf', { jkt: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs' }),
  fault('bad_proof_ath', 'ath', { ath: 'another.token' }),
  fault('replayed_proof_jti', 'used', { used: true }),
];

export type HeaderLines = readonly (readonly [name: string, value: string])[];

export async function buildRequest(
  draft: RequestDraft,
  { token: issue }: Provider,
): Promise<DpopRequest & { readonly headers: HeaderLines }> {
  const { scheme, proof, tokenHeader, tokenClaims, tokenSigner, tokenSuffix } = draft;
  const token = (await issue(tokenHeader, tokenClaims, tokenSigner)) + tokenSuffix;
  const headers: (readonly [string, string])[] = [['Host', 'forum.example']];
  if (scheme !== undefined) headers.push(['Authorization', `${scheme} ${token}`]);
  if (proof !== undefined) {
    const ath = accessTokenHash(draft.ath ?? token);
    headers.push(['DPoP', signJwt(proof.header, { ...proof.claims, ath }, proof.sign) + proof.suffix]);
  }
  return { method: htm, url: `${htu}?page=2`, headers };
}
