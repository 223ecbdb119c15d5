import { expect, test } from 'vitest';
import type { DpopRequest, DpopRequestOptions, ReplayStore } from './dpop-request.ts';
import { verifyDpopRequest } from './dpop-request.ts';
import { signJwt } from '../../contract-tests/fixtures/protocol/ed25519-signer.ts';
import { defectPairs, validProof } from '../../contract-tests/fixtures/protocol/proof-defects.ts';
import {
  accessTokenClaims,
  clientId,
  createSigningProvider,
  issuer,
  now,
} from '../../contract-tests/fixtures/protocol/signing-provider.ts';
import type { HeaderLines, RequestDraft } from '../../contract-tests/fixtures/protocol/request-defects.ts';
import { buildRequest, validRequest, requestDefects } from '../../contract-tests/fixtures/protocol/request-defects.ts';
import { dpopProofAlgorithms } from './proof-key.ts';
import { UnavailableError } from './unavailable-error.ts';
import type { VerificationErrorCode } from './verification-error.ts';
import { VerificationError, verificationErrorCodes } from './verification-error.ts';
import { rejectionCode } from '../../contract-tests/fixtures/protocol/rejection-code.ts';

const provider = await createSigningProvider();
const build = (draft: RequestDraft) => buildRequest(draft, provider);

interface UsedProof {
  readonly jkt: string;
  readonly jti: string;
  readonly expiresAt: number;
}

function memoryStore(used = false): ReplayStore & { readonly stored: UsedProof[] } {
  const stored: UsedProof[] = [];
  return {
    stored,
    once(jkt, jti, expiresAt) {
      const fresh = !used && !stored.some((other) => other.jkt === jkt && other.jti === jti);
      stored.push({ jkt, jti, expiresAt });
      return Promise.resolve(fresh);
    },
  };
}

const options = (replayStore: ReplayStore): DpopRequestOptions => ({
  issuer,
  audience: issuer,
  keys: provider.keys,
  replayStore,
  now,
});

async function refusal(request: DpopRequest, options: DpopRequestOptions): Promise<string | undefined> {
  try {
    await verifyDpopRequest(request, options);
    return undefined;
  } catch (error) {
    if (error instanceof VerificationError) return rejectionCode(error);
    throw error;
  }
}

test('RFC 9449 §7: a valid request yields key, owner, client and claims', async () => {
  const verified = await verifyDpopRequest(await build(validRequest), options(memoryStore()));
  expect(verified).toMatchObject({
    jkt: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
    sub: accessTokenClaims.sub,
    clientId,
    claims: accessTokenClaims,
  });
  expect(new Set(verified.checks)).toHaveLength(verified.checks.length);
  expect(verified.checks.filter((check) => check.includes('nonce'))).toEqual([]);
  for (const check of verified.checks) expect(check).toMatch(/^RFC (9449|9068) §\d[\d.]*(-\d+)?: ./);
});

test('RFC 9449 §4.3-5: the passed checks name every accepted algorithm', async () => {
  const { checks } = await verifyDpopRequest(await build(validRequest), options(memoryStore()));
  for (const algorithm of dpopProofAlgorithms.names)
    expect(checks).toContainEqual(expect.stringMatching(new RegExp(`^RFC 9449 §4.3-5: .*\\b${algorithm}\\b`)));
});

test.each(requestDefects)('DPoP request: one defect is rejected with $code [S147]', async ({ code, apply }) => {
  const draft = apply(validRequest);
  expect(await refusal(await build(draft), options(memoryStore(draft.used)))).toBe(code);
});

test('DPoP request: the defects cover the published codes in order, except those of nonces and status lists [C25]', () => {
  expect(requestDefects.map(({ code }) => code)).toEqual(
    verificationErrorCodes.filter((code) => code !== 'use_dpop_nonce' && code !== 'revoked_access_token'),
  );
});

test('DPoP request: of two defects the first checked determines the code, and no proof is consumed', async () => {
  for (const [first, second] of defectPairs(requestDefects)) {
    const draft = first.apply(second.apply(validRequest));
    const store = memoryStore(draft.used);
    expect(await refusal(await build(draft), options(store)), `${first.code}, ${second.code}`).toBe(first.code);
    expect(store.stored, `${first.code}, ${second.code}`).toEqual([]);
  }
});

test('RFC 9449 §11.1: a proof is accepted once, and a rejected request does not consume it', async () => {
  const store = memoryStore();
  const request = await build(validRequest);
  expect(await refusal({ ...request, method: 'GET' }, options(store))).toBe('bad_proof_htm');
  expect(await refusal(request, { ...options(store), audience: 'https://other.example' })).toBe('bad_access_token_aud');
  expect(await refusal(request, options(store))).toBeUndefined();
  expect(await refusal(request, options(store))).toBe('replayed_proof_jti');
});

test('RFC 9449 §11.1: a used proof is stored until iat plus window plus skew', async () => {
  const store = memoryStore();
  await refusal(await build(validRequest), { ...options(store), now: now - 50 });
  await refusal(await build(validRequest), { ...options(store), maxAge: 300, skew: 5 });
  const jkt = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k';
  expect(store.stored).toEqual([
    { jkt, jti: 'proof-1', expiresAt: now + 60 + 30 },
    { jkt, jti: 'proof-1', expiresAt: now + 300 + 5 },
  ]);
});

test('DPoP request: a failing replay store is UnavailableError', async () => {
  const replayStore: ReplayStore = { once: () => Promise.reject(new Error('connection terminated')) };
  const verified = verifyDpopRequest(await build(validRequest), options(replayStore));
  await expect(verified).rejects.toThrow(UnavailableError);
  await expect(verified).rejects.toMatchObject({ code: 'unavailable', needed: 'replay_store' });
});

test('DPoP request: an unreachable key set does not consume the proof [S150]', async () => {
  const store = memoryStore();
  const keys = () => Promise.reject(new Error('connect ECONNREFUSED'));
  await expect(verifyDpopRequest(await build(validRequest), { ...options(store), keys })).rejects.toMatchObject({
    code: 'unavailable',
    needed: 'key_set',
  });
  expect(store.stored).toEqual([]);
});

/** The header lines with one value changed. */
const changed = (lines: HeaderLines, name: string, change: (value: string) => string): HeaderLines =>
  lines.map((line) => (line[0] === name ? [name, change(line[1])] : line));

const headerDefects: readonly {
  readonly defect: string;
  readonly code: VerificationErrorCode;
  readonly apply: (lines: HeaderLines) => HeaderLines;
}[] = [
  {
    defect: 'a second DPoP header',
    code: 'malformed_proof',
    apply: (lines) => [...lines, ...lines.filter(([name]) => name === 'DPoP')],
  },
  {
    defect: 'two proofs in one header',
    code: 'malformed_proof',
    apply: (lines) => changed(lines, 'DPoP', (proof) => `${proof}, ${proof}`),
  },
  { defect: 'an empty DPoP header', code: 'malformed_proof', apply: (lines) => changed(lines, 'DPoP', () => '') },
  {
    defect: 'a second Authorization line',
    code: 'invalid_scheme',
    apply: (lines) => [...lines, ...lines.filter(([name]) => name === 'Authorization')],
  },
  {
    defect: 'the scheme without a token',
    code: 'invalid_scheme',
    apply: (lines) => changed(lines, 'Authorization', () => 'DPoP'),
  },
];

test.each(headerDefects)('RFC 9449 §4.3-1: $defect is rejected with $code', async ({ code, apply }) => {
  const request = await build(validRequest);
  expect(await refusal({ ...request, headers: apply(request.headers) }, options(memoryStore()))).toBe(code);
});

test('RFC 9110 §11.1: the scheme is DPoP in any case', async () => {
  for (const scheme of ['dpop', 'DPOP']) {
    expect(await refusal(await build({ ...validRequest, scheme }), options(memoryStore()))).toBeUndefined();
  }
});

test.each([undefined, null, {}, { jkt: '' }, { jkt: 1 }, 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k', []])(
  'RFC 9449 §6.1: cnf %j is rejected [S148]',
  async (cnf) => {
    const draft = { ...validRequest, tokenClaims: { ...accessTokenClaims, cnf } };
    expect(['missing_cnf_jkt', 'jkt_mismatch']).toContain(await refusal(await build(draft), options(memoryStore())));
  },
);

test('RFC 9449 §4.3-12: a proof without ath is rejected [S147]', async () => {
  const request = await build(validRequest);
  const bare = signJwt(validProof.header, validProof.claims, validProof.sign);
  const headers = changed(request.headers, 'DPoP', () => bare);
  expect(await refusal({ ...request, headers }, options(memoryStore()))).toBe('bad_proof_ath');
});

test('RFC 9449 §9: the nonce is checked before the token, and its challenge does not consume the proof', async () => {
  const store = memoryStore();
  const proof = { ...validProof, claims: { ...validProof.claims, nonce: 'n2' } };
  const stale = await build({ ...validRequest, proof, tokenSuffix: '==' });
  expect(await refusal(stale, { ...options(store), nonce: 'n3' })).toBe('use_dpop_nonce');
  expect(store.stored).toEqual([]);
  const verified = await verifyDpopRequest(await build({ ...validRequest, proof }), {
    ...options(store),
    nonce: ['n2', 'n3'],
  });
  expect(verified.checks.filter((check) => check.includes('§4.3-10'))).toHaveLength(1);
});

test('DPoP request: no error message contains the token or the proof [S153]', async () => {
  for (const { apply } of requestDefects) {
    const request = await build(apply(validRequest));
    const secrets = request.headers.slice(1).map(([, value]) => value.split(' ').at(-1) ?? '');
    try {
      await verifyDpopRequest(request, options(memoryStore(true)));
    } catch (error) {
      for (const secret of secrets) expect(String(error)).not.toContain(secret);
    }
  }
});
