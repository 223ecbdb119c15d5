import { expect, test } from 'vitest';
import contract from '../../generated/backend/spec.json' with { type: 'json' };
import { readOperations } from '../runtime/contract/contract.ts';
import * as errors from './errors.ts';
import { violationDetails } from './errors.ts';

const { responses } = contract.components;
type Refusal =
  | 'TokenRefused'
  | 'AdministratorRefused'
  | 'SignatureRefused'
  | 'InvoiceRefused'
  | 'InvoiceConflict'
  | 'InvoiceNotFound';
const textsOf = (response: Refusal): readonly string[] => responses[response]['x-error-codes'];

test('backend errors: the texts of a rejected token are those of the contract', () => {
  const texts = [errors.tokenMissing({}), errors.tokenExpired([]), errors.tokenInvalid('bad_access_token_aud', [])];
  expect(texts.map(({ message }) => message)).toEqual(textsOf('TokenRefused'));
});

test("backend errors: the texts of a rejected administrator's key are those of the contract", () => {
  const { fromProblem } = errors.backendErrors({});
  const unconfirmed = fromProblem({ kind: 'unconfirmed', demand: { maxAge: 600, action: undefined }, schemes: {} });
  const made = [errors.missingAdminKey(), errors.invalidAdminKey(), unconfirmed];
  expect(made.map(({ message }) => message)).toEqual(textsOf('AdministratorRefused'));
});

test('backend errors: the texts of a rejected signature are those of the contract', () => {
  expect([errors.signatureMissing(), errors.signatureInvalid()].map(({ message }) => message)).toEqual(
    textsOf('SignatureRefused'),
  );
});

test('backend errors: the texts of a rejected invoice are those of the contract', () => {
  const made = [errors.invalidRequest({ formErrors: [], fieldErrors: {} }), errors.invalidProduct()];
  expect(made.map(({ message }) => message)).toEqual(textsOf('InvoiceRefused'));
  const conflicts = [errors.idempotencyConflict(), errors.tooManyPendingInvoices(), errors.approvalUsed()];
  expect(conflicts.map(({ message }) => message)).toEqual(textsOf('InvoiceConflict'));
  expect([errors.invoiceNotFound().message]).toEqual(textsOf('InvoiceNotFound'));
});

test.each([
  errors.payloadInvalid(),
  errors.payloadMismatch(),
  errors.versionUnsupported('2'),
  errors.versionUnsupported(''),
  errors.versionUnsupported('x'.repeat(8000)),
  errors.versionUnsupported('\u00ff\u0085'),
])('backend errors: the contract allows the text: $message', (error) => {
  const receive = readOperations(contract).find(({ operationId }) => operationId === 'receivePaymentWebhook');
  const { body } = errors.backendErrors({});
  expect(error.status).toBe(400);
  expect(receive?.checkResponse(400, body(error), { 'x-request-id': 'r' })).toEqual([]);
  expect(receive?.checkResponse(400, { error: 'Another text' }, { 'x-request-id': 'r' })).toMatchObject([
    { keyword: 'x-error-codes' },
  ]);
});

test('backend errors: status and Retry-After are set, and the body has no code', () => {
  const { body, fromProblem } = errors.backendErrors({});
  expect(body(errors.invoiceNotFound())).toEqual({ error: 'Invoice not found' });
  expect(fromProblem({ kind: 'unavailable', retryAfterSeconds: 5 }).headers).toEqual({ 'retry-after': '5' });
  expect(fromProblem({ kind: 'method_not_allowed', method: 'PUT', allow: 'GET, HEAD' }).status).toBe(405);
});

test('RFC 9728 §5.1: the challenges of a request without token name the resource metadata and the scope', () => {
  const resourceMetadata = 'https://backend.example/.well-known/oauth-protected-resource';
  const refused = errors
    .backendErrors({ resourceMetadata })
    .fromProblem({ kind: 'unauthenticated', schemes: { bearer: ['payments'] } });
  expect(refused.headers['www-authenticate']).toEqual([
    `Bearer resource_metadata="${resourceMetadata}", scope="openid payments"`,
    `DPoP algs="EdDSA Ed25519 ES256", resource_metadata="${resourceMetadata}", scope="openid payments"`,
  ]);
});

const invalid = (...violations: readonly (readonly [field: string, keyword: string, message: string])[]) =>
  violationDetails({
    kind: 'invalid',
    part: 'body',
    violations: violations.map(([field, keyword, message]) => ({ field, keyword, message })),
  });

test('backend details: an invalid member is named with what is expected', () => {
  expect(invalid(['productId', 'required', 'is required'], ['productId', 'type', 'must be string'])).toEqual({
    formErrors: [],
    fieldErrors: { productId: ['is required', 'must be string'] },
  });
});

test('backend details: an unknown member is a form error', () => {
  expect(invalid(['amount', 'additionalProperties', 'is not known here'])).toEqual({
    formErrors: ['amount is not known here'],
    fieldErrors: {},
  });
});

test('backend details: a form error names the part of the request', () => {
  expect(invalid(['', 'type', 'must be object']).formErrors).toEqual(['the body must be object']);
});

test('backend details: an unreadable body is a form error', () => {
  const { formErrors } = violationDetails({ kind: 'malformed_body', reason: 'it is not valid JSON' });
  expect(formErrors).toEqual(['The request body cannot be read: it is not valid JSON.']);
});

test('backend details: member names from the request are shortened and made well-formed', () => {
  const [text = ''] = invalid([`\ud800${'x'.repeat(5000)}`, 'additionalProperties', 'is not known here']).formErrors;
  expect(text).toHaveLength(1000);
  expect(text.isWellFormed()).toBe(true);
});
