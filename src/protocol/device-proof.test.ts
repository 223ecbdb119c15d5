import { expect, test } from 'vitest';
import { utf8 } from './bytes.ts';
import { parseCompactJwt } from './compact-jws.ts';
import type { DeviceProofExpectation, DeviceProofInput } from './device-proof.ts';
import { signDeviceProof, verifyDeviceProof } from './device-proof.ts';
import { signDpopProof, verifyDpopProof } from './dpop-proof.ts';
import type { JsonObject } from './json-object.ts';
import { ProofError } from './proof-error.ts';
import { signJwt } from '../../contract-tests/fixtures/protocol/ed25519-signer.ts';
import { agent, now } from '../../contract-tests/fixtures/protocol/signing-provider.ts';
import { rejectionCode } from '../../contract-tests/fixtures/protocol/rejection-code.ts';

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
