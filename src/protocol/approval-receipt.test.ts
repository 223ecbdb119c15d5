import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  clientId,
  createSigningProvider,
  issuer,
  now,
} from '../../contract-tests/fixtures/protocol/signing-provider.ts';
import {
  type ApprovalReceiptExpectation,
  approvalRequestDigest,
  type ApprovalRequestParameters,
  verifyApprovalReceipt,
} from './approval-receipt.ts';
import { canonicalJson } from './canonical-json.ts';
import { findDatedKey } from './key-history.ts';

const provider = await createSigningProvider();
const request: ApprovalRequestParameters = {
  client_id: clientId,
  login_hint: 'owner',
  authorization_details: '[{"type":"action"}]',
  jkt: 'key',
};
const header = { typ: 'approval-receipt+jwt', alg: 'RS256', kid: 'k1' };
const claims = {
  iss: issuer,
  aud: clientId,
  client_id: clientId,
  sub: 'owner',
  cnf: { jkt: 'key' },
  iat: now,
  jti: 'request',
  request_digest: approvalRequestDigest(request),
  authorization_details: [{ type: 'action' }],
  decision: 'approved',
  decided_by: 'person',
};
const verify = async (changes: object = {}, expected: Partial<ApprovalReceiptExpectation> = {}, head: object = {}) =>
  verifyApprovalReceipt({
    receipt: await provider.token({ ...header, ...head }, { ...claims, ...changes }),
    keys: provider.keys,
    issuer,
    clientId,
    jkt: 'key',
    request,
    now,
    ...expected,
  });
const dated = (period: object) => async (kid: string) =>
  findDatedKey(
    provider.jwks.keys.map((key) => ({ ...key, ...period })),
    kid,
  );

test('approval receipt: yields decision, person, details and time', async () => {
  expect(await verify()).toMatchObject({
    decision: 'approved',
    decidedBy: 'person',
    sub: 'owner',
    clientId,
    decidedAt: now,
    authorizationDetails: [{ type: 'action' }],
  });
});

test('RFC 8785: the request digest is that of the sent parameters without undefined ones, in any order', () => {
  const { jkt, ...rest } = request;
  const digest = createHash('sha256').update(canonicalJson(request)).digest('base64url');
  expect(approvalRequestDigest({ jkt, resource: undefined, ...rest })).toBe(digest);
});

test.each<[string, object, Partial<ApprovalReceiptExpectation>, object, string]>([
  ['another typ', {}, {}, { typ: 'at+jwt' }, 'bad_receipt_typ'],
  ['an unknown key', {}, {}, { kid: 'k9' }, 'unknown_receipt_kid'],
  ['the key of another kid', {}, {}, { kid: 'k2' }, 'bad_receipt_signature'],
  ['another issuer', { iss: 'https://other.example' }, {}, {}, 'bad_receipt_iss'],
  ['another audience', { aud: 'other', client_id: 'other' }, {}, {}, 'bad_receipt_aud'],
  ['an audience that is not its client', { client_id: 'other' }, { clientId: undefined }, {}, 'bad_receipt_aud'],
  ['a time in the future', { iat: now + 31 }, {}, {}, 'bad_receipt_iat'],
  ['no decision', { decision: 'perhaps' }, {}, {}, 'malformed_receipt'],
  ['another key that asked', { cnf: { jkt: 'other' } }, {}, {}, 'bad_receipt_cnf'],
  ['another request', {}, { request: { ...request, login_hint: 'x' } }, {}, 'bad_request_digest'],
  ['a revoked key', {}, { keys: dated({ from: 0, revoked: { revoked_at: 1 } }) }, {}, 'bad_receipt_key'],
  ['a time before its key signed', {}, { keys: dated({ from: now + 1 }) }, {}, 'bad_receipt_key'],
  ['a time after its key signed', {}, { keys: dated({ from: 0, until: now - 1 }) }, {}, 'bad_receipt_key'],
])('approval receipt: one with %s is rejected', async (_name, changes, expected, head, code) => {
  await expect(verify(changes, expected, head)).rejects.toMatchObject({ code });
});

test('approval receipt: verifies offline with the key history after its key stopped signing', async () => {
  const years = 5 * 365 * 24 * 3600;
  expect(await verify({}, { keys: dated({ from: 0, until: now + 1 }), now: now + years })).toMatchObject({
    decision: 'approved',
  });
});
