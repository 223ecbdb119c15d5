import { expect, test } from 'vitest';
import contract from '../../generated/backend/spec.json' with { type: 'json' };
import { createChecker } from '../runtime/validation.ts';
import * as errors from './errors.ts';

const { responses } = contract.components;
const textsOf = (response: 'TokenRefused' | 'SignatureRefused'): readonly string[] =>
  responses[response].content['application/json'].schema.properties.error.enum;

test('errors: the texts of a refused token are those of the contract', () => {
  const texts = [errors.tokenMissing({}), errors.tokenExpired([]), errors.tokenInvalid('bad_access_token_aud', [])];
  expect(texts.map(({ message }) => message)).toEqual(textsOf('TokenRefused'));
});

test('errors: the texts of a refused signature are those of the contract', () => {
  expect([errors.signatureMissing(), errors.signatureInvalid()].map(({ message }) => message)).toEqual(
    textsOf('SignatureRefused'),
  );
});

test('errors: the texts of a refused invoice are those of the contract', () => {
  const { properties } = responses.InvoiceRefused.content['application/json'].schema;
  const made = [errors.invalidBackendRequest({ formErrors: [], fieldErrors: {} }), errors.invalidProduct()];
  expect(made.map(({ message }) => message)).toEqual(properties.error.enum);
  expect(errors.invoiceIdempotencyConflict().message).toBe(
    responses.IdempotencyConflict.content['application/json'].schema.properties.error.const,
  );
  expect(errors.invoiceNotFound().message).toBe(
    responses.InvoiceNotFound.content['application/json'].schema.properties.error.const,
  );
});

test.each([
  errors.payloadInvalid(),
  errors.payloadMismatch(),
  errors.versionUnsupported('2'),
  errors.versionUnsupported(''),
  errors.versionUnsupported('x'.repeat(8000)),
  errors.versionUnsupported('\u00ff\u0085'),
])('errors: the contract has the text of $message', (error) => {
  const check = createChecker(responses.PaymentRefused.content['application/json'].schema.properties.error);
  expect(error.status).toBe(400);
  expect(check(error.message)).toEqual([]);
});

test('errors: the catalogue says each status once and the body carries no code', () => {
  const { body, fromProblem: fromProblem } = errors.backendErrors({});
  expect(body(errors.invoiceNotFound())).toEqual({ error: 'Invoice not found' });
  expect(fromProblem({ kind: 'unavailable', retryAfterSeconds: 5 }).headers).toEqual({ 'retry-after': '5' });
  expect(fromProblem({ kind: 'method_not_allowed', method: 'PUT', allow: 'GET, HEAD' }).status).toBe(405);
});

test('RFC 9728 §5.1: a request without a token is told where the service says what it accepts', () => {
  const resourceMetadata = 'https://backend.example/.well-known/oauth-protected-resource';
  const refused = errors
    .backendErrors({ resourceMetadata })
    .fromProblem({ kind: 'unauthenticated', schemes: ['bearer'] });
  expect(refused.headers['www-authenticate']).toEqual([
    `Bearer resource_metadata="${resourceMetadata}"`,
    `DPoP algs="EdDSA Ed25519", resource_metadata="${resourceMetadata}"`,
  ]);
});
