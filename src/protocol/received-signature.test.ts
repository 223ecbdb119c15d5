import { expect, test } from 'vitest';
import { utf8Text } from './bytes.ts';
import { readSignature, signatureLifetime, signedBytes } from './received-signature.ts';

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
