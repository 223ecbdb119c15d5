import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { utf8 } from './bytes.ts';
import { parseCompactJwt } from './compact-jws.ts';
import {
  type DeviceProofExpectation,
  type DeviceProofInput,
  signDeviceProof,
  verifyDeviceProof,
} from './device-proof.ts';
import { signDpopProof, verifyDpopProof } from './dpop-proof.ts';
import type { JsonObject } from './json-object.ts';
import { ProofError } from './proof-error.ts';
import { signJwt } from '../../contract-tests/fixtures/protocol/keys.ts';
import {
  agent,
  now,
  clientId,
  createSigningProvider,
  issuer,
} from '../../contract-tests/fixtures/protocol/signing-provider.ts';
import { rejectionCode } from '../../contract-tests/fixtures/protocol/request-defects.ts';
import {
  type ApprovalReceiptExpectation,
  approvalRequestDigest,
  type ApprovalRequestParameters,
  verifyApprovalReceipt,
} from './approval-receipt.ts';
import { findDatedKey } from './key-history.ts';
import { canonicalJson } from './canonical-json.ts';

const htm = 'POST';
const htu = 'https://sso.example/api/v1/owner/devices';
const body = utf8('{"decision":"approve"}');
const expected = { htm, htu, now };

const create = (further: Partial<DeviceProofInput> = {}) =>
  signDeviceProof({ htm, htu, now, jti: 'j', jwk: agent.jwk, sign: agent.sign, ...further });

function refusal(proof: string, expectation: Partial<DeviceProofExpectation> = {}): string | undefined {
  try {
    verifyDeviceProof({ proof, ...expected, ...expectation });
    return undefined;
  } catch (error) {
    if (error instanceof ProofError) return rejectionCode(error);
    throw error;
  }
}

test('device proof: a signed proof contains the SHA-256 of the body and verifies', async () => {
  const proof = await create({ body });
  expect(verifyDeviceProof({ proof, ...expected, body })).toEqual({
    jwk: agent.jwk,
    jkt: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
    jti: 'j',
    iat: now,
  });
  expect(parseCompactJwt(proof).claims['body_sha256']).toBe('Ld0RbIMHRPVDXHORiVxYSSHH6DwZMTukOjBYKl6U5Oo');
});

test('device proof: without a body or with an empty one there is no body_sha256', async () => {
  const proof = await create({ body: new Uint8Array() });
  expect(parseCompactJwt(proof).claims).toEqual({ htm, htu, iat: now, jti: 'j' });
  expect(refusal(proof)).toBeUndefined();
  expect(refusal(proof, { body: new Uint8Array() })).toBeUndefined();
});

test('device proof: another body, a missing body and an unsigned body are rejected', async () => {
  expect(refusal(await create({ body }), { body: utf8('{"decision":"reject"}') })).toBe('bad_proof_body');
  expect(refusal(await create({ body }), { body: utf8('{"decision":"approve"} ') })).toBe('bad_proof_body');
  expect(refusal(await create({ body }))).toBe('bad_proof_body');
  expect(refusal(await create(), { body })).toBe('bad_proof_body');
});

test.each([null, '', 1, ['Ld0RbIMHRPVDXHORiVxYSSHH6DwZMTukOjBYKl6U5Oo']])(
  'device proof: body_sha256 %j is rejected with and without a body',
  (hash) => {
    const header: JsonObject = { typ: 'device-proof+jwt', alg: 'EdDSA', jwk: agent.jwk };
    const proof = signJwt(header, { htm, htu, iat: now, jti: 'j', body_sha256: hash }, agent.sign);
    expect(refusal(proof)).toBe('bad_proof_body');
    expect(refusal(proof, { body })).toBe('bad_proof_body');
  },
);

test('device proof: a DPoP proof is rejected, and a device proof is rejected as a DPoP proof', async () => {
  const dpop = await signDpopProof({ htm, htu, now, jti: 'j', jwk: agent.jwk, sign: agent.sign });
  expect(refusal(dpop)).toBe('bad_proof_typ');
  const device = await create();
  expect(() => verifyDpopProof({ proof: device, ...expected })).toThrow(/typ/);
});

test('device proof: method, address and time are checked as in a DPoP proof', async () => {
  expect(refusal(await create(), { htm: 'DELETE' })).toBe('bad_proof_htm');
  expect(refusal(await create(), { htu: `${htu}/1` })).toBe('bad_proof_htu');
  expect(refusal(await create(), { now: now + 61 })).toBe('stale_proof');
  expect(refusal(await create(), { now: now - 61 })).toBe('future_proof');
  expect(refusal(await create({ jti: '' }))).toBe('missing_proof_jti');
});

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
