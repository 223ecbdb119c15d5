import { expect, test } from 'vitest';
import {
  type DpopRequest,
  type DpopRequestOptions,
  type ReplayStore,
  verifyDpopRequest,
  type VerificationErrorCode,
  VerificationError,
  verificationErrorCodes,
} from './dpop-request.ts';
import { signJwt } from '../../contract-tests/fixtures/protocol/keys.ts';
import {
  defectPairs,
  validProof,
  htm,
  htu,
  type HeaderLines,
  type RequestDraft,
  buildRequest,
  validRequest,
  requestDefects,
  rejectionCode,
} from '../../contract-tests/fixtures/protocol/request-defects.ts';
import {
  accessTokenClaims,
  clientId,
  createSigningProvider,
  issuer,
  now,
  agent,
} from '../../contract-tests/fixtures/protocol/signing-provider.ts';
import { dpopProofAlgorithms } from './proof-key.ts';
import { UnavailableError } from './unavailable-error.ts';
import { accessTokenHash, dpopHeader, signDpopProof, verifyDpopProof } from './dpop-proof.ts';
import { parseCompactJwt } from './compact-jws.ts';
import type { JsonObject } from './json-object.ts';

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

test('RFC 9449 §4.3: the DPoP header is found in any case', () => {
  expect(
    dpopHeader([
      ['Host', 'a'],
      ['dPoP', 'proof'],
    ]),
  ).toBe('proof');
});

test('RFC 9449 §4.3: without a DPoP header there is no proof', () => {
  expect(
    dpopHeader([
      ['Host', 'a'],
      ['X-DPoP', 'proof'],
    ]),
  ).toBeUndefined();
});

test('RFC 9449 §4.3: a second DPoP header is rejected, even with the same proof', () => {
  for (const second of ['other', 'proof', '']) {
    expect(() =>
      dpopHeader([
        ['DPoP', 'proof'],
        ['dpop', second],
      ]),
    ).toThrow(
      expect.objectContaining({
        code: 'malformed_proof',
        message: 'The request has 2 DPoP headers: send exactly one.',
      }),
    );
  }
});

test('RFC 9449 §4.2: a created proof verifies with a synchronous or asynchronous signer', async () => {
  for (const sign of [agent.sign, (message: Uint8Array) => Promise.resolve(agent.sign(message))]) {
    const proof = await signDpopProof({
      htm,
      htu: `${htu}?page=2#top`,
      accessToken: 'token',
      nonce: 'n',
      jwk: agent.jwk,
      sign,
      now: now + 0.7,
      jti: 'j',
    });
    expect(parseCompactJwt(proof).header).toEqual({ typ: 'dpop+jwt', alg: 'EdDSA', jwk: agent.jwk });
    expect(parseCompactJwt(proof).claims).toEqual({
      htm,
      htu,
      iat: now,
      jti: 'j',
      ath: accessTokenHash('token'),
      nonce: 'n',
    });
    expect(verifyDpopProof({ proof, htm, htu, now, nonce: 'n' })).toMatchObject({ jti: 'j', nonce: 'n' });
  }
});

test('RFC 9449 §4.2: without token and nonce a created proof has no ath and nonce, and never a private key member', async () => {
  const secret = { ...agent.jwk, d: 'secret' };
  const proof = await signDpopProof({ htm, htu, jwk: secret, sign: agent.sign, now, jti: 'j' });
  expect(parseCompactJwt(proof).claims).toEqual({ htm, htu, iat: now, jti: 'j' });
  expect(parseCompactJwt(proof).header['jwk']).toEqual(agent.jwk);
});

const expected = { htm, htu, now };

const withClaims = (claims: JsonObject) =>
  signJwt(validProof.header, { ...validProof.claims, ...claims }, validProof.sign);

const proof = withClaims({});

test.each<[title: string, message: string, claims: JsonObject]>([
  ['for another method', 'not the method of the request, POST.', { htm: 'GET' }],
  ['for another address', `not the address of the request, ${htu}.`, { htu: 'https://other.example/' }],
  ['that is too old', 'older than 60 seconds (iat)', { iat: now - 61 }],
  ['from the future', 'more than 60 seconds in the future (iat)', { iat: now + 61 }],
  ['without a time', 'no creation time (iat)', { iat: undefined }],
])('DPoP proof: the message for a proof %s says "%s"', (_title, message, claims) => {
  expect(() => verifyDpopProof({ proof: withClaims(claims), ...expected })).toThrow(message);
});

test('DPoP proof: the message for another typ or algorithm names the accepted ones', () => {
  const withHeader = (header: JsonObject) =>
    signJwt({ ...validProof.header, ...header }, validProof.claims, validProof.sign);
  expect(() => verifyDpopProof({ proof: withHeader({ typ: 'JWT' }), ...expected })).toThrow('is not dpop+jwt.');
  expect(() => verifyDpopProof({ proof: withHeader({ alg: 'none' }), ...expected })).toThrow(
    'none of EdDSA, Ed25519, ES256.',
  );
});

test('RFC 9449 §4.3-9: the message names the address of the request up to 200 characters', () => {
  const start = 'https://forum.example/';
  const address = (length: number) => start + 'a'.repeat(length - start.length);
  expect(() => verifyDpopProof({ proof, ...expected, htu: address(200) })).toThrow(
    `The htu of the proof is not the address of the request, ${address(200)}.`,
  );
  for (const other of [address(201), 'mailto:a'])
    expect(() => verifyDpopProof({ proof, ...expected, htu: other })).toThrow(
      /^The htu of the proof is not the address of the request\.$/,
    );
});

test('RFC 9449 §4.2: creating a proof for an invalid address throws and names the address', async () => {
  const created = signDpopProof({ htm, htu: '/api', jwk: agent.jwk, sign: agent.sign, now, jti: 'j' });
  await expect(created).rejects.toThrow(TypeError);
  await expect(created).rejects.toThrow('absolute http or https URL, not /api.');
});

test('DPoP proof: claims ath and nonce that are no text count as absent', () => {
  expect(verifyDpopProof({ proof: withClaims({ ath: 1, nonce: ['n'] }), ...expected })).toMatchObject({
    ath: undefined,
    nonce: undefined,
  });
});
