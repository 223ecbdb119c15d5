import { createPrivateKey, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentDigest, fieldString, signatureBase, signatureParams, signMessage } from './message-signature.ts';
import { utf8, utf8Text } from './bytes.ts';
import { readSignature, signatureLifetime, signedBytes } from './received-signature.ts';
import { agentKey } from '../../contract-tests/fixtures/protocol/signing-provider.ts';
import { agentDirectoryUrl, type AgentRequest, signAgentRequest, signDirectory } from './web-bot-auth.ts';

/** Key test-key-ed25519 of RFC 9421 appendix B.1.4. */
const key = createPrivateKey({
  key: {
    kty: 'OKP',
    crv: 'Ed25519',
    d: 'n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU',
    x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs',
  },
  format: 'jwk',
});

const components = [
  { identifier: '"date"', value: 'Tue, 20 Apr 2021 02:07:55 GMT' },
  { identifier: '"@method"', value: 'POST' },
  { identifier: '"@path"', value: '/foo' },
  { identifier: '"@authority"', value: 'example.com' },
  { identifier: '"content-type"', value: 'application/json' },
  { identifier: '"content-length"', value: '18' },
];

const parameters = { created: 1618884473, keyid: 'test-key-ed25519' };

test('RFC 9421 B.2.6: the signature base and signature of a request with Ed25519', async () => {
  const params =
    '("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"';
  expect(signatureParams(components, parameters)).toBe(params);
  expect(signatureBase(components, params)).toBe(
    [
      '"date": Tue, 20 Apr 2021 02:07:55 GMT',
      '"@method": POST',
      '"@path": /foo',
      '"@authority": example.com',
      '"content-type": application/json',
      '"content-length": 18',
      `"@signature-params": ${params}`,
    ].join('\n'),
  );
  const signed = await signMessage('sig-b26', components, parameters, (message) => sign(null, message, key));
  expect(signed).toEqual({
    signatureInput: `sig-b26=${params}`,
    signature: 'sig-b26=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:',
  });
});

test('RFC 9530 §2: Content-Digest of bytes and text', () => {
  const expected = 'sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:';
  expect(contentDigest('{"hello": "world"}')).toBe(expected);
  expect(contentDigest(utf8('{"hello": "world"}'))).toBe(expected);
});

test('RFC 9651 §4.1.6: quotes and backslashes are escaped, and text that is not printable ASCII is refused', () => {
  expect(fieldString(String.raw`a"b\c`)).toBe(String.raw`"a\"b\\c"`);
  for (const text of ['ä', 'a\nb', '\0']) expect(() => fieldString(text)).toThrow(TypeError);
  expect(() => fieldString('ä')).toThrow('A structured field string is printable ASCII.');
});

const tag = 'web-bot-auth';
const signature = 'sig1=:AQI=:';

const rejection = (code: string, message: string) =>
  expect.objectContaining({ code, message: expect.stringContaining(message) });

test('RFC 9421 §4: the signature with the tag is found among others, with its components and parameters', () => {
  const signatureInput = `other=("@path");tag="x",  sig1=("@method"   "@authority";req);created=1;tag="${tag}"`;
  const found = readSignature({ signatureInput, signature: `other=:AA==:, ${signature}` }, tag);
  expect(found.components.map(({ identifier, name }) => [identifier, name])).toEqual([
    ['"@method"', '@method'],
    ['"@authority";req', '@authority'],
  ]);
  expect(found.parameters.get('created')).toBe(1);
  expect(found.params).toBe(`("@method" "@authority";req);created=1;tag="${tag}"`);
  expect(found.bytes).toEqual(Uint8Array.of(1, 2));
});

test.each([
  ['no Signature-Input', undefined, signature],
  ['no Signature', `sig1=("@method");tag="${tag}"`, undefined],
  ['an empty Signature-Input', '', signature],
  ['another tag', 'sig1=("@method");tag="other"', signature],
  ['no tag', 'sig1=("@method")', signature],
])('RFC 9421 §4: a message with %s is missing_signature', (_title, signatureInput, signature) => {
  expect(() => readSignature({ signatureInput, signature }, tag)).toThrow(
    rejection('missing_signature', 'no signature with the tag web-bot-auth.'),
  );
});

const twice = `sig1=("@method");tag="${tag}", sig2=("@method");tag="${tag}"`;

test.each([
  ['a Signature-Input that is no dictionary', '(', signature, 'Signature-Input is not a dictionary'],
  ['a Signature that is no dictionary', `sig1=("@method");tag="${tag}"`, '(', 'Signature is not a dictionary'],
  ['two signatures with the tag', twice, signature, 'has 2 signatures with the tag web-bot-auth'],
  ['a text for the components', `sig1="@method";tag="${tag}"`, signature, 'sig1 of Signature-Input is no list'],
  ['tokens for the components', `sig1=(method);tag="${tag}"`, signature, 'names of components are strings'],
  ['no signature of the label', `sig1=("@method");tag="${tag}"`, 'sig2=:AQI=:', 'no byte sequence sig1'],
  ['a text as signature', `sig1=("@method");tag="${tag}"`, 'sig1="AQI="', 'no byte sequence sig1'],
  ['a component twice', `sig1=("a" "b" "a");tag="${tag}"`, signature, 'covers "a" twice'],
])('RFC 9421 §4: a message with %s is malformed_signature', (_title, signatureInput, signature, message) => {
  expect(() => readSignature({ signatureInput, signature }, tag)).toThrow(rejection('malformed_signature', message));
});

test('RFC 9421 §2: a component with another parameter is another component', () => {
  const signatureInput = `sig1=("a" "a";req);tag="${tag}"`;
  expect(readSignature({ signatureInput, signature }, tag).components).toHaveLength(2);
});

test('RFC 9421 §2.5: the signed bytes need every required component, and a value for every covered one', () => {
  const received = readSignature({ signatureInput: `sig1=("@method" "a";req);tag="${tag}"`, signature }, tag);
  const bytes = signedBytes(received, ['"@method"'], ({ name }) => `value of ${name}`);
  expect(utf8Text(bytes)).toBe(
    `"@method": value of @method\n"a";req: value of a\n"@signature-params": ("@method" "a";req);tag="${tag}"`,
  );
  expect(() => signedBytes(received, ['"@method"', '"a"'], () => '')).toThrow(
    rejection('missing_component', 'does not cover "a".'),
  );
  expect(() => signedBytes(received, [], ({ name }) => (name === 'a' ? undefined : ''))).toThrow(
    rejection('unsupported_component', 'covers "a";req, which'),
  );
});

const now = 1_767_225_600;

const lifetime = (created: unknown, expires: unknown) =>
  signatureLifetime({ parameters: new Map(Object.entries({ created, expires })) }, now, 30);

test.each([
  ['that was created now', now, now + 60],
  ['that expires in one second', now - 59, now + 1],
  ['of one second', now, now + 1],
  ['created 30 seconds ahead', now + 30, now + 31],
])('RFC 9421 §2.3: a signature %s is accepted', (_title, created, expires) => {
  expect(lifetime(created, expires)).toEqual({ created, expires });
});

test.each([
  ['without created', undefined, now + 60, 'malformed_signature', 'has no created and expires'],
  ['without expires', now, undefined, 'malformed_signature', 'has no created and expires'],
  ['with a text as created', `${now}`, now + 60, 'malformed_signature', 'has no created and expires'],
  ['with a fraction in expires', now, now + 0.5, 'malformed_signature', 'has no created and expires'],
  ['that expires before its creation', now + 10, now + 5, 'malformed_signature', 'expires -5 seconds after'],
  ['of no lifetime', now + 5, now + 5, 'malformed_signature', 'expires 0 seconds after'],
  ['of 61 seconds', now, now + 61, 'malformed_signature', '61 seconds after its creation instead of 1 to 60'],
  ['that expires now', now - 60, now, 'expired_signature', 'has expired'],
  ['created 31 seconds ahead', now + 31, now + 32, 'future_signature', 'in the future'],
])('RFC 9421 §2.3: a signature %s is rejected', (_title, created, expires, code, message) => {
  expect(() => lifetime(created, expires)).toThrow(
    expect.objectContaining({ code, message: expect.stringContaining(message) }),
  );
});

const request: AgentRequest = {
  method: 'GET',
  url: new URL('https://notes.example/notes?draft=1#top'),
  ...agentKey,
  signatureAgent: 'https://sso.example/directory',
  form: 'dictionary',
  now: 1_767_225_600.9,
  nonce: 'n',
};

test.each([
  ['dictionary', 'sig1="https://sso.example/directory";type=jwks_uri', '"signature-agent";key="sig1"'],
  ['plain', '"https://sso.example/directory"', '"signature-agent"'],
] as const)('Web Bot Auth: in the form %s, Signature-Agent is %s', async (form, field, component) => {
  const fields = await signAgentRequest({ ...request, form });
  expect(fields['signature-agent']).toBe(field);
  expect(fields['signature-input']).toContain(`("@authority" "@method" "@target-uri" ${component});`);
});

test('Web Bot Auth: a signature lasts 60 seconds and names key, algorithm, nonce and tag', async () => {
  const { 'signature-input': input } = await signAgentRequest(request);
  expect(input).toMatch(
    /;created=1767225600;expires=1767225660;nonce="n";keyid="[\w-]{43}";alg="ed25519";tag="web-bot-auth"$/,
  );
});

test('RFC 9530 §2: the digest of the body is sent and signed; without a body there is none', async () => {
  expect(Object.keys(await signAgentRequest(request))).not.toContain('content-digest');
  const fields = await signAgentRequest({ ...request, body: utf8('note') });
  expect(fields['content-digest']).toMatch(/^sha-256=:/);
  expect(fields['signature-input']).toContain(' "content-digest");');
});

test('Web Bot Auth: the response of a directory is signed for the authority of its request', async () => {
  const { jwk, sign } = agentKey;
  const fields = await signDirectory({
    authority: 'sso.example',
    body: '{}',
    jwk,
    sign,
    now: 1_767_225_600.9,
    nonce: 'n',
  });
  expect(fields['signature-input']).toMatch(
    /^sig1=\("@authority";req "content-digest"\);created=1767225600;expires=1767225660;nonce="n";keyid="[\w-]{43}";alg="ed25519";tag="http-message-signatures-directory"$/,
  );
});

test('Web Bot Auth: the directory of an agent is below the provider, with or without a trailing slash', () => {
  for (const provider of ['https://sso.example', 'https://sso.example/'])
    expect(agentDirectoryUrl(provider, 'k')).toBe(
      'https://sso.example/agents/k/.well-known/http-message-signatures-directory',
    );
});
