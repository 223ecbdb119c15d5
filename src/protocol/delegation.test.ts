import fc from 'fast-check';
import { expect, test } from 'vitest';
import { otherSigner, rfc8037Signer, signJwt } from '../../contract-tests/fixtures/protocol/keys.ts';
import {
  DelegationError,
  longestDelegation,
  signDelegation,
  verifyDelegation,
  actorChainOf,
  ActorClaimError,
  actorClaim,
} from './delegation.ts';
import { jwkThumbprint, isThumbprint, type Thumbprint } from './jwk-thumbprint.ts';
import { lackingScope, platformScopesOf, scopeToRequest, unlimitedScope } from './token-scope.ts';

const issuer = 'https://id.test';
const now = 1_800_000_000;
const agent = jwkThumbprint(rfc8037Signer.jwk);
const helper = jwkThumbprint(otherSigner.jwk);
const ownerSub = '5f3c9a1e7b2d4860a1c2e3f405162738';

const header = { typ: 'delegation+jwt', alg: 'EdDSA', jwk: rfc8037Signer.jwk };

const claims = {
  iss: agent,
  sub: ownerSub,
  cnf: { jkt: helper },
  scope: 'forum:write',
  iat: now,
  exp: now + 3_600,
  jti: 'd-1',
};

const signed = (changes: object = {}, headerChanges: object = {}) =>
  signJwt({ ...header, ...headerChanges }, { ...claims, ...changes }, rfc8037Signer.sign);

const verify = (token: string, at = now) => verifyDelegation({ token, issuer, now: at });

const sign = (lifetime = 3_600) =>
  signDelegation({
    ...rfc8037Signer,
    issuer,
    ownerSub,
    childJkt: helper,
    scope: 'forum:write',
    resource: 'https://forum.test',
    clientId: 'app-1',
    now: now + 0.7,
    lifetime,
    jti: 'd-1',
  });

test('delegation: a signed delegation verifies with all its claims', async () => {
  expect(verify(await sign())).toEqual({
    parentJkt: agent,
    ownerSub,
    childJkt: helper,
    scope: 'forum:write',
    resource: 'https://forum.test',
    clientId: 'app-1',
    iat: now,
    exp: now + 3_600,
    jti: 'd-1',
  });
});

test('delegation: one without resource and application has neither claim', async () => {
  const { resource, clientId } = verify(
    await signDelegation({
      ...rfc8037Signer,
      issuer,
      ownerSub,
      childJkt: helper,
      scope: 'forum:write',
      now,
      lifetime: 60,
      jti: 'd-1',
    }),
  );
  expect([resource, clientId]).toEqual([undefined, undefined]);
});

test('delegation: the longest lifetime is 24 hours', async () => {
  expect(verify(await sign(longestDelegation)).exp).toBe(now + 86_400);
  const longer = await sign(longestDelegation + 1);
  expect(() => verify(longer)).toThrow('86400 seconds');
});

test('RFC 8725 §3.9: a delegation names this provider in aud, or none', () => {
  expect(verify(signed({ aud: [issuer, 'https://other.test'] })).jti).toBe('d-1');
  expect(verify(signed({ aud: undefined })).jti).toBe('d-1');
  expect(() => verify(signed({ aud: 'https://other.test' }))).toThrow(`another provider (aud) than ${issuer}`);
});

test('RFC 8725 §3.11: a DPoP proof of the agent is no delegation', () => {
  expect(() => verify(signed({}, { typ: 'dpop+jwt' }))).toThrow('is not delegation+jwt');
});

test('delegation: a token that another key signed is rejected', () => {
  expect(() => verify(signJwt(header, claims, otherSigner.sign))).toThrow('does not verify');
  expect(() => verify(signJwt({ ...header, jwk: otherSigner.jwk }, claims, otherSigner.sign))).toThrow('iss');
});

test.each<[title: string, named: string, changes: object, headerChanges?: object]>([
  ['without iss', '(iss)', { iss: undefined }],
  ['for no owner', '(sub)', { sub: 'Jane' }],
  ['without sub', '(sub)', { sub: undefined }],
  ['with a list of owners', '(sub)', { sub: [ownerSub] }],
  ['with a longer sub', '(sub)', { sub: `${ownerSub}0` }],
  ['with a prefix before its sub', '(sub)', { sub: `0${ownerSub}` }],
  ['without cnf', '(cnf.jkt)', { cnf: undefined }],
  ['with a cnf that is no object', '(cnf.jkt)', { cnf: helper }],
  ['with a key that is no thumbprint', '(cnf.jkt)', { cnf: { jkt: 'short' } }],
  ['without scope', 'no scope', { scope: undefined }],
  ['with openid alone', 'no scope', { scope: 'openid' }],
  ['with an unknown scope alone', 'no scope', { scope: 'forum:admin' }],
  ['with a scope that is an array', 'no scope', { scope: ['forum:write'] }],
  ['with a scope of 257 characters', 'no scope', { scope: `forum:write ${'x'.repeat(245)}` }],
  ['with an empty resource', 'resource', { resource: '' }],
  ['with a resource of 2049 characters', 'resource', { resource: 'x'.repeat(2049) }],
  ['with two resources', 'resource', { resource: ['https://a.test', 'https://b.test'] }],
  ['with two applications', 'client_id', { client_id: ['a', 'b'] }],
  ['without iat', '(iat)', { iat: undefined }],
  ['from the future', '(iat)', { iat: now + 31, exp: now + 60 }],
  ['without exp', '(exp)', { exp: undefined }],
  ['with exp as text', '(exp)', { exp: `${now + 60}` }],
  ['that has expired', '(exp)', { exp: now }],
  ['that is not valid yet', '(nbf)', { nbf: now + 31 }],
  ['with nbf as text', '(nbf)', { nbf: `${now}` }],
  ['without jti', 'jti', { jti: undefined }],
  ['with a jti that is no path segment', 'jti', { jti: 'a/b' }],
  ['with a jti that is too long', 'jti', { jti: 'x'.repeat(129) }],
  ['without key', 'key of the delegation is unusable', {}, { jwk: undefined }],
  ['with alg none', 'key of the delegation is unusable', {}, { alg: 'none' }],
  ['with alg HS256', 'key of the delegation is unusable', {}, { alg: 'HS256' }],
  [
    'with the private key',
    'key of the delegation is unusable',
    {},
    { jwk: { ...rfc8037Signer.jwk, d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A' } },
  ],
])('delegation: a token %s is rejected with the message "… %s …"', (_title, named, changes, headerChanges) => {
  const token = signed(changes, headerChanges);
  expect(() => verify(token)).toThrow(DelegationError);
  expect(() => verify(token)).toThrow(named);
});

test.each<[string, object]>([
  ['a scope of 256 characters', { scope: `forum:write ${'x'.repeat(244)}` }],
  ['a resource of one character', { resource: 'x' }],
  ['a resource of 2048 characters', { resource: 'x'.repeat(2048) }],
  ['iat 30 seconds ahead', { iat: now + 30 }],
  ['nbf 30 seconds ahead', { nbf: now + 30 }],
  ['nbf in the past', { nbf: now - 1 }],
  ['exp in one second', { exp: now + 1 }],
])('delegation: %s is accepted', (_title, changes) => {
  expect(verify(signed(changes)).jti).toBe('d-1');
});

test('delegation: any other text is rejected with a DelegationError', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.constant(`${signed()}.x`), fc.constant(`${signed()}${'A'.repeat(5_000)}`)),
      (token) => {
        expect(() => verify(token)).toThrow(DelegationError);
        expect(() => verify(token)).toThrow('The delegation is malformed. ');
      },
    ),
  );
});

test.each<[unknown, readonly string[], string | undefined]>([
  ['openid', ['forum:write'], undefined],
  ['openid', [unlimitedScope], undefined],
  [undefined, ['forum:write'], undefined],
  ['openid profile', ['forum:write'], undefined],
  ['openid forum:write', ['forum:write'], undefined],
  ['forum:write', ['forum:write'], undefined],
  ['openid forum:write', [], undefined],
  ['openid forum:write', ['forum:vote'], 'forum:vote'],
  ['openid forum:vote', ['forum:write'], 'forum:write'],
  ['openid payments forum:write', [unlimitedScope], unlimitedScope],
  ['openid forum:writer', ['forum:write'], undefined],
  ['openid approval', ['forum:write'], 'forum:write'],
  ['openid approval', [unlimitedScope], unlimitedScope],
  ['openid approvals', [unlimitedScope], undefined],
])('token scope: %j called where %j is required lacks %s', (scope, required, lacking) => {
  expect(lackingScope(scope, required)).toBe(lacking);
});

test('token scope: platform scopes are listed once each, and others are not', () => {
  expect(platformScopesOf('openid forum:vote forum:vote payments email')).toEqual(['forum:vote', 'payments']);
});

test.each([
  [undefined, 'openid'],
  [[unlimitedScope], 'openid'],
  [['forum:write'], 'openid forum:write'],
])('token scope: a client that needs %j asks for %s', (required, scope) => {
  expect(scopeToRequest(required)).toBe(scope);
});

function key(letter: string): Thumbprint {
  const text = letter.repeat(43);
  if (!isThumbprint(text)) throw new TypeError(text);
  return text;
}

const [agentKey, helperKey, second, third] = [key('a'), key('b'), key('c'), key('d')];

test('RFC 8693 §4.1: the outermost act is the current actor, and the least recent is nested deepest', () => {
  expect(actorClaim([second, helperKey, agentKey])).toEqual({
    sub: second,
    act: { sub: helperKey, act: { sub: agentKey } },
  });
});

test('RFC 8693 §4.1: the chain of a token is what its claim was made from', () => {
  for (const chain of [[], [helperKey], [helperKey, agentKey], [second, helperKey, agentKey]])
    expect(actorChainOf({ act: actorClaim(chain) })).toEqual(chain);
});

test.each([
  ['four keys', actorClaim([third, second, helperKey, agentKey])],
  ['a text', helperKey],
  ['null', null],
  ['an array', [{ sub: helperKey }]],
  ['no sub', { act: { sub: agentKey } }],
  ['a sub that is no key', { sub: 'somebody' }],
])('RFC 8693 §4.1: an act of %s is malformed', (_title, act) => {
  expect(() => actorChainOf({ act })).toThrow(ActorClaimError);
  expect(() => actorChainOf({ act })).toThrow('The claim act is not a chain of at most 3 keys.');
});
