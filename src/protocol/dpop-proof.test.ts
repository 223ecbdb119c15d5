import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { encodeBase64url } from './base64url.ts';
import { parseCompactJwt } from './compact-jws.ts';
import { type DpopProofExpectation, accessTokenHash, verifyDpopProof } from './dpop-proof.ts';
import { decodeHex } from './bytes.ts';
import type { JsonObject } from './json-object.ts';
import { ProofError, proofErrorCodes } from './proof-error.ts';
import { smallOrderEncodings } from '../../contract-tests/fixtures/protocol/ed25519-vectors.ts';
import { signJwt, requireBytes } from '../../contract-tests/fixtures/protocol/keys.ts';
import {
  type ProofDraft,
  defectPairs,
  validProof,
  htm,
  htu,
  proofDefects,
  rejectionCode,
} from '../../contract-tests/fixtures/protocol/request-defects.ts';
import { agent, now } from '../../contract-tests/fixtures/protocol/signing-provider.ts';
import { normalizeHtu } from './proof-jwt.ts';

const expected = { htm, htu, now };
const build = ({ header, claims, sign, suffix }: ProofDraft) => signJwt(header, claims, sign) + suffix;
const withClaims = (claims: JsonObject) => build({ ...validProof, claims: { ...validProof.claims, ...claims } });
const withHeader = (header: JsonObject) => build({ ...validProof, header: { ...validProof.header, ...header } });

function refusal(proof: string, expectation: Partial<DpopProofExpectation> = {}): string | undefined {
  try {
    verifyDpopProof({ proof, ...expected, ...expectation });
    return undefined;
  } catch (error) {
    if (error instanceof ProofError) return rejectionCode(error);
    throw error;
  }
}

test('RFC 9449 §4.3: a valid proof yields key, identifier and time', () => {
  expect(verifyDpopProof({ proof: withClaims({ ath: 'hash', nonce: 'n' }), ...expected })).toEqual({
    jwk: agent.jwk,
    jkt: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
    jti: 'proof-1',
    iat: now,
    ath: 'hash',
    nonce: 'n',
  });
});

test.each(proofDefects)('RFC 9449 §4.3: a proof with one defect is rejected with $code', ({ code, apply }) => {
  expect(refusal(build(apply(validProof)))).toBe(code);
});

test('DPoP proof: the header of a second proof of a key is not parsed again, unless it is long', () => {
  const parsed = (proof: string) => {
    const parse = vi.spyOn(JSON, 'parse');
    verifyDpopProof({ proof, ...expected });
    const calls = parse.mock.calls.length;
    parse.mockRestore();
    return calls;
  };
  const known = { kid: 'remembered' };
  expect([parsed(withHeader(known)), parsed(withHeader(known))]).toEqual([2, 1]);
  const long = { kid: 'x'.repeat(512) };
  expect([parsed(withHeader(long)), parsed(withHeader(long))]).toEqual([2, 2]);
});

test('DPoP proof: a remembered header has no other spelling', () => {
  const proof = withHeader({ kid: 'spelled' });
  expect(refusal(proof)).toBeUndefined();
  const padded = `${proof.split('.')[0]}=`;
  expect(refusal(proof.replace(/^[^.]+/, padded))).toBe('malformed_proof');
  expect(refusal(proof.replace(/^[^.]+/, padded))).toBe('malformed_proof');
});

test('DPoP proof: the defects cover the published codes in order', () => {
  expect(proofDefects.map(({ code }) => code)).toEqual(proofErrorCodes);
});

test('DPoP proof: of two defects the one that is checked first determines the code', () => {
  const pairs = defectPairs(proofDefects);
  expect(pairs).toHaveLength(62);
  for (const [first, second] of pairs) {
    expect(refusal(build(first.apply(second.apply(validProof)))), `${first.code}, ${second.code}`).toBe(first.code);
  }
});

test('RFC 9449 §4.1: the example proof, signed with ES256, is accepted for its request and time', () => {
  const proof =
    'eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZOXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19.eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUuY29tL3Rva2VuIiwiaWF0IjoxNTYyMjYyNjE2fQ.2-GxA6T8lP4vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwnQg4PtFLbdLXiOSsX0x7NVY-FNyJK70nfbV37xRZT3Lg';
  expect(parseCompactJwt(proof).claims['htu']).toBe('https://server.example.com/token');
  const request = { htm: 'POST', htu: 'https://server.example.com/token', now: 1_562_262_616 };
  expect(refusal(proof, request)).toBeUndefined();
  expect(refusal(proof, { ...request, htu: 'https://server.example.com/other' })).toBe('bad_proof_htu');
});

test('RFC 9449 §7.1: accessTokenHash yields the ath of the example access token', () => {
  expect(accessTokenHash('Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU')).toBe(
    'fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo',
  );
});

test('RFC 9864: alg Ed25519 is accepted like EdDSA', () => {
  expect(refusal(withHeader({ alg: 'Ed25519' }))).toBeUndefined();
});

test.each(['ES384', 'HS256', 'RS256', 'eddsa', 'EdDSA ', 'Ed448', '', null, 1, ['EdDSA'], undefined])(
  'RFC 9449 §4.3-5: alg %j is rejected [S135]',
  (alg) => {
    expect(refusal(withHeader({ alg }))).toBe('bad_proof_alg');
  },
);

test.each(['jwt', 'dpop', 'DPoP+JWT', 'dpop+jwt ', 'at+jwt', 'device-proof+jwt', null, ['dpop+jwt'], undefined])(
  'RFC 9449 §4.3-4: typ %j is rejected [S135]',
  (typ) => {
    expect(refusal(withHeader({ typ }))).toBe('bad_proof_typ');
  },
);

test.each([
  ['null', null],
  ['a text', agent.jwk.x],
  ['an array', [agent.jwk]],
  ['empty', {}],
  ['elliptic', { kty: 'EC', crv: 'P-256', x: agent.jwk.x, y: agent.jwk.x }],
  ['symmetric', { kty: 'oct', k: agent.jwk.x }],
  ['for another curve', { ...agent.jwk, crv: 'X25519' }],
  ['padded', { ...agent.jwk, x: `${agent.jwk.x}=` }],
  ['short', { ...agent.jwk, x: agent.jwk.x.slice(0, 40) }],
])('RFC 9449 §4.3-6: a jwk that is %s is rejected [S136]', (_, jwk) => {
  expect(refusal(withHeader({ jwk }))).toBe('bad_proof_jwk');
});

test.each(smallOrderEncodings)('DPoP proof: the small-order key %s is rejected with any signature [S136]', (hex) => {
  const x = encodeBase64url(requireBytes(decodeHex(hex)));
  const forged = new Uint8Array(64);
  forged[0] = 1;
  expect(
    refusal(build({ ...validProof, header: { ...validProof.header, jwk: { ...agent.jwk, x } }, sign: () => forged })),
  ).toBe('bad_proof_jwk');
});

test.each(['kid', 'jku', 'x5c', 'x5u'])(
  'RFC 9449 §4.3-6: the header member %s does not replace jwk [S136]',
  (member) => {
    expect(refusal(withHeader({ jwk: undefined, [member]: agent.jwk }))).toBe('missing_proof_jwk');
  },
);

test('RFC 7515 §4.1.11: a DPoP proof with crit is rejected [S135]', () => {
  expect(refusal(withHeader({ crit: ['exp'], exp: now + 60 }))).toBe('malformed_proof');
});

test.each([
  ['a list of two proofs', `${build(validProof)}, ${build(validProof)}`],
  ['an empty text', ''],
  ['a JWS in JSON form', JSON.stringify({ payload: '', signatures: [] })],
  [
    'a repeated claim',
    signJwt(validProof.header, `{"htm":"GET",${JSON.stringify(validProof.claims).slice(1)}`, agent.sign),
  ],
  ['claims that are an array', signJwt(validProof.header, [validProof.claims], agent.sign)],
  ['a JWT in a JWT', signJwt(validProof.header, build(validProof), agent.sign)],
])('RFC 9449 §4.3-2: %s instead of one well-formed JWT is rejected [S135]', (_, proof) => {
  expect(refusal(proof)).toBe('malformed_proof');
});

test.each(['post', 'POST ', 'GET', '', null, 1, ['POST'], undefined])(
  'RFC 9449 §4.3-8: htm %j is rejected for POST [S138]',
  (htm) => {
    expect(refusal(withClaims({ htm }))).toBe('bad_proof_htm');
  },
);

test.each([
  'HTTPS://FORUM.example:443/api/posts',
  'https://forum.example/api/x/../posts',
  'https://forum.example/%61pi/posts',
  'https://forum.example/api/posts?page=2',
  'https://forum.example/api/posts#top',
])('RFC 9449 §4.3-9: htu %s equals the request address after normalization [S139]', (htu) => {
  expect(refusal(withClaims({ htu }))).toBeUndefined();
});

test.each([
  'http://forum.example/api/posts',
  'https://forum.example:8443/api/posts',
  'https://forum.example/api/posts/',
  'https://forum.example/API/posts',
  'https://forum.example/api%2Fposts',
  'https://evil.example/api/posts',
  'https://forum.example@evil.example/api/posts',
  'https://forum.example\\api/posts',
  ' https://forum.example/api/posts',
  '/api/posts',
  '',
  null,
  undefined,
  [htu],
])('RFC 9449 §4.3-9: htu %j is rejected [S139]', (htu) => {
  expect(refusal(withClaims({ htu }))).toBe('bad_proof_htu');
});

test('RFC 9449 §4.3-9: a request with an invalid address matches no proof', () => {
  expect(refusal(withClaims({ htu: 'mailto:a' }), { htu: 'mailto:a' })).toBe('bad_proof_htu');
});

test.each([
  [-61, 'stale_proof'],
  [-60, undefined],
  [-59.5, undefined],
  [60, undefined],
  [61, 'future_proof'],
])('RFC 9449 §11.1: a proof with an iat %d seconds from now: %s [S141]', (seconds, code) => {
  expect(refusal(withClaims({ iat: now + seconds }))).toBe(code);
});

test.each([
  ['a text', String(now), 'stale_proof'],
  ['missing', undefined, 'stale_proof'],
  ['null', null, 'stale_proof'],
  ['negative', -now, 'stale_proof'],
  ['in milliseconds', now * 1000, 'future_proof'],
])('RFC 9449 §4.3-11: an iat that is %s is rejected [S141]', (_, iat, code) => {
  expect(refusal(withClaims({ iat }))).toBe(code);
});

test('RFC 9449 §4.3-11: an infinite iat is rejected', () => {
  const claims = JSON.stringify(validProof.claims).replace(String(now), '1e999');
  expect(refusal(signJwt(validProof.header, claims, agent.sign))).toBe('future_proof');
});

test('RFC 9449 §11.1: maxAge sets the accepted window [S141]', () => {
  expect(refusal(withClaims({ iat: now - 300 }), { maxAge: 300 })).toBeUndefined();
  expect(refusal(withClaims({ iat: now - 301 }), { maxAge: 300 })).toBe('stale_proof');
});

test.each([
  [{ exp: now - 60 }, 'stale_proof'],
  [{ exp: now - 59 }, undefined],
  [{ exp: 'tomorrow' }, 'stale_proof'],
  [{ exp: String(now + 60) }, 'stale_proof'],
  [{ nbf: now + 61 }, 'future_proof'],
  [{ nbf: now + 60 }, undefined],
  [{ nbf: null }, 'future_proof'],
])('RFC 7519 §4.1.4, §4.1.5: a proof with %o: %s', (claims, code) => {
  expect(refusal(withClaims(claims))).toBe(code);
});

test.each([
  ['empty', '', 'missing_proof_jti'],
  ['one character', 'a', undefined],
  ['256 characters', 'a'.repeat(256), undefined],
  ['257 characters', 'a'.repeat(257), 'missing_proof_jti'],
  ['a number', 1, 'missing_proof_jti'],
  ['null', null, 'missing_proof_jti'],
])('RFC 9449 §4.2: a jti that is %s: %s [S144]', (_, jti, code) => {
  expect(refusal(withClaims({ jti }))).toBe(code);
});

test('RFC 9449 §8: only a currently accepted nonce passes [S146]', () => {
  expect(refusal(withClaims({ nonce: 'new' }), { nonce: 'new' })).toBeUndefined();
  expect(refusal(withClaims({ nonce: 'old' }), { nonce: ['new', 'old'] })).toBeUndefined();
  for (const nonce of ['older', '', undefined, null, 1, ['new']]) {
    expect(refusal(withClaims({ nonce }), { nonce: ['new', 'old'] }), String(nonce)).toBe('use_dpop_nonce');
  }
  expect(refusal(withClaims({ nonce: 'ne' }), { nonce: 'new' })).toBe('use_dpop_nonce');
  expect(refusal(withClaims({ nonce: 'new' }), { nonce: [] })).toBe('use_dpop_nonce');
});

test('RFC 9449 §8: another defect is reported before use_dpop_nonce', () => {
  expect(refusal(withClaims({ jti: '' }), { nonce: 'new' })).toBe('missing_proof_jti');
});

test('DPoP proof: a proof with any character changed is rejected [S137]', () => {
  const proof = build(validProof);
  fc.assert(
    fc.property(fc.nat(proof.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, character) => {
      const changed = proof.slice(0, at) + character + proof.slice(at + 1);
      expect(refusal(changed) === undefined).toBe(changed === proof);
    }),
  );
});

test('DPoP proof: any header and claims without a valid signature are rejected with a code', () => {
  const anyJson = fc.jsonValue();
  const header = fc.record({
    typ: fc.constant('dpop+jwt'),
    alg: fc.constant('EdDSA'),
    jwk: fc.oneof(anyJson, fc.constant(agent.jwk)),
  });
  const claims = fc.record({
    jti: anyJson,
    htm: fc.oneof(anyJson, fc.constant(htm)),
    htu: fc.oneof(anyJson, fc.constant(htu)),
    iat: anyJson,
  });
  const codes: readonly (string | undefined)[] = [...proofErrorCodes, undefined];
  fc.assert(
    fc.property(fc.oneof(anyJson, header), fc.oneof(anyJson, claims), (header, claims) => {
      expect(codes).toContain(refusal(signJwt(header, claims, agent.sign)));
    }),
  );
});

test('DPoP proof: any text is rejected with a code', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(refusal(text)).toBe('malformed_proof');
    }),
  );
});

test.each([
  ['§6.2.2.1: scheme and host in lowercase', 'HTTPS://Forum.EXAMPLE/Api', 'https://forum.example/Api'],
  ['§6.2.2.1: escapes in capitals', 'https://a/%c3%a9', 'https://a/%C3%A9'],
  ['§6.2.2.1: escapes of a host in capitals', 'https://%c3%A9.example/', 'https://%C3%A9.example/'],
  ['§6.2.2.2: unreserved characters unescaped', 'https://a/%7Ea%2Db%5f%2ec', 'https://a/~a-b_.c'],
  ['§6.2.2.2: reserved characters stay escaped', 'https://a/b%2fc%3F', 'https://a/b%2Fc%3F'],
  ['§6.2.2.2: an escaped percent sign is not decoded twice', 'https://a/%2541', 'https://a/%2541'],
  ['§6.2.2.3: dot segments removed', 'https://a/b/./c/../d', 'https://a/b/d'],
  ['§6.2.2.3: escaped dots are dots', 'https://a/b/%2e%2E/c', 'https://a/c'],
  ['§6.2.3: an empty path is /', 'https://a', 'https://a/'],
  ['§6.2.3: the default port of https dropped', 'https://a:443/x', 'https://a/x'],
  ['§6.2.3: the default port of http dropped', 'http://a:80/x', 'http://a/x'],
  ['§6.2.3: an empty port dropped', 'https://a:/x', 'https://a/x'],
  ['§6.2.3: leading zeros of a port dropped', 'http://a:004002/x', 'http://a:4002/x'],
  ['the default port of the other scheme is kept', 'https://a:80/x', 'https://a:80/x'],
  ['the highest port', 'https://a:65535/', 'https://a:65535/'],
  ['another port is kept', 'http://localhost:4002/api', 'http://localhost:4002/api'],
  ['RFC 9449 §4.3: the query dropped', 'https://a/b?c=/../d&e', 'https://a/b'],
  ['RFC 9449 §4.3: the fragment dropped', 'https://a/b#c?d', 'https://a/b'],
  ['a query without a path', 'https://a?b', 'https://a/'],
  ['an IPv6 address', 'http://[::1]:4002/api', 'http://[::1]:4002/api'],
  ['an IPv6 address in capitals', 'http://[FE80::1]/', 'http://[fe80::1]/'],
  ['a trailing slash is kept', 'https://a/b/', 'https://a/b/'],
  ['doubled slashes are kept', 'https://a//b//', 'https://a//b//'],
  ['the example of RFC 3986 §6.2.2', 'HTTP://a/./b/../b/%63/%7bfoo%7d', 'http://a/b/c/%7Bfoo%7D'],
])('RFC 3986 %s', (_, uri, normalized) => {
  expect(normalizeHtu(uri)).toBe(normalized);
});

test.each([
  ['/a/b/c/./../../g', '/a/g'],
  ['/b/c/g/.', '/b/c/g/'],
  ['/b/c/..', '/b/'],
  ['/b/c/../g', '/b/g'],
  ['/b/c/../../', '/'],
  ['/../g', '/g'],
  ['/b/c/../../../../g', '/g'],
  ['/b/c/g.', '/b/c/g.'],
  ['/b/c/..g', '/b/c/..g'],
  ['/b/c/.well-known', '/b/c/.well-known'],
  ['//../a', '/a'],
  ['/..//a', '//a'],
])('RFC 3986 §5.2.4, §5.4: the path %s becomes %s', (path, normalized) => {
  expect(normalizeHtu(`https://a${path}`)).toBe(`https://a${normalized}`);
});

test.each([
  ['nothing', ''],
  ['a relative reference', '/api/posts'],
  ['no scheme', '//a/b'],
  ['another scheme', 'ftp://a/b'],
  ['no host', 'https:///b'],
  ['user information', 'https://u:p@a/b'],
  ['a back slash', 'https://a\\b'],
  ['a leading space', ' https://a/b'],
  ['a trailing line end', 'https://a/b\n'],
  ['a tab that URL parsers drop', 'ht\ttps://a/b'],
  ['an incomplete escape', 'https://a/%4'],
  ['a stray percent sign in the host', 'https://a%zz/b'],
  ['a letter outside ASCII', 'https://a/é'],
  ['a port above 65535', 'https://a:65536/'],
  ['a port that is no number', 'https://a:1x/'],
  ['an open bracket', 'https://[::1/'],
])('RFC 3986 §3: %s is rejected', (_, uri) => {
  expect(normalizeHtu(uri)).toBeUndefined();
});

test('RFC 3986 §6.2: normalization is idempotent', () => {
  const part = fc.string({ unit: fc.constantFrom(...Array.from('aB./%2e7EcF?#:~é')), maxLength: 24 });
  fc.assert(
    fc.property(part, (rest) => {
      const once = normalizeHtu(`https://a/${rest}`);
      if (once !== undefined) expect(normalizeHtu(once)).toBe(once);
    }),
  );
});

test('RFC 3986 §6.2: any text is normalized or rejected within the time limit', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(['string', 'undefined']).toContain(typeof normalizeHtu(text));
    }),
  );
  expect(normalizeHtu(`https://a/${'../'.repeat(5000)}${'%41'.repeat(5000)}`)).toBe(`https://a/${'A'.repeat(5000)}`);
});
