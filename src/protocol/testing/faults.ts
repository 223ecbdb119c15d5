import { encodeBase64url } from '../base64url.ts';
import type { JsonObject } from '../json-object.ts';
import type { ProofErrorCode } from '../proof-error.ts';
import type { VerificationErrorCode } from '../verification-error.ts';
import { otherSigner } from './ed25519-signer.ts';
import { agent, now } from './provider.ts';

/** What a test proof is made of. */
export interface ProofDraft {
  readonly header: JsonObject;
  readonly claims: JsonObject;
  readonly sign: typeof agent.sign;
  /** Appended to the finished proof. */
  readonly suffix: string;
}

export const htm = 'POST';
export const htu = 'https://forum.example/api/posts';

/** A proof that is good for `POST https://forum.example/api/posts` at `now`, but for its ath. */
export const goodProof: ProofDraft = {
  header: { typ: 'dpop+jwt', alg: 'EdDSA', jwk: agent.jwk },
  claims: { jti: 'proof-1', htm, htu, iat: now },
  sign: agent.sign,
  suffix: '',
};

/** One fault: the code that it leads to, and what it does. Faults of one group exclude each other. */
export interface Fault<Code, Draft> {
  readonly code: Code;
  readonly group: string;
  readonly spoil: (draft: Draft) => Draft;
}

const header =
  (members: JsonObject) =>
  (draft: ProofDraft): ProofDraft => ({ ...draft, header: { ...draft.header, ...members } });
const claims =
  (members: JsonObject) =>
  (draft: ProofDraft): ProofDraft => ({ ...draft, claims: { ...draft.claims, ...members } });

/** Every fault of a proof, in the order of the checks. */
export const proofFaults: readonly Fault<ProofErrorCode & VerificationErrorCode, ProofDraft>[] = [
  { code: 'malformed_proof', group: 'form', spoil: (draft) => ({ ...draft, suffix: '=' }) },
  { code: 'bad_proof_typ', group: 'typ', spoil: header({ typ: 'JWT' }) },
  { code: 'bad_proof_alg', group: 'alg', spoil: header({ alg: 'none' }) },
  { code: 'missing_proof_jwk', group: 'jwk', spoil: header({ jwk: undefined }) },
  {
    code: 'bad_proof_jwk',
    group: 'jwk',
    // The identity point: of small order.
    spoil: header({ jwk: { ...agent.jwk, x: encodeBase64url(new Uint8Array(32).fill(1, 0, 1)) } }),
  },
  { code: 'private_in_proof_jwk', group: 'jwk', spoil: header({ jwk: { ...agent.jwk, d: agent.jwk.x } }) },
  { code: 'bad_proof_signature', group: 'signature', spoil: (draft) => ({ ...draft, sign: otherSigner.sign }) },
  { code: 'bad_proof_htm', group: 'htm', spoil: claims({ htm: 'GET' }) },
  { code: 'bad_proof_htu', group: 'htu', spoil: claims({ htu: 'https://forum.example/api/forums' }) },
  { code: 'stale_proof', group: 'iat', spoil: claims({ iat: now - 61 }) },
  { code: 'future_proof', group: 'iat', spoil: claims({ iat: now + 61 }) },
  { code: 'missing_proof_jti', group: 'jti', spoil: claims({ jti: undefined }) },
];

/** Every two faults that can stand together, the one that is checked first in front. */
export function faultPairs<Code, Draft>(
  faults: readonly Fault<Code, Draft>[],
): readonly (readonly [Fault<Code, Draft>, Fault<Code, Draft>])[] {
  return faults.flatMap((first, index) =>
    faults.slice(index + 1).flatMap((second) => (first.group === second.group ? [] : [[first, second] as const])),
  );
}
