import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { bindTestAgent, useTestProvider } from '../../contract-tests/fixtures/cli/core-with-provider.ts';
import { useToolkit } from '../../contract-tests/fixtures/cli/executables.ts';
import { ownerSub } from '../../contract-tests/fixtures/cli/test-provider.ts';

const toolkit = useToolkit();
const theft = Date.parse('2026-03-01T12:00:00Z') / 1000;
const provider = useTestProvider();
let stateDir: string;
let jkt: string;

const core = (...args: readonly string[]) =>
  toolkit.run('agent-id-core', [...args, '--state-dir', stateDir], { env: { SSO_BASE_URL: provider.url } });
const sign = () => core('sign', '--type', 't', '--action', 'a', '--payload', '1');

async function anchorAt(seconds: number): Promise<void> {
  provider.behaviour.attestationTime = seconds;
  expect((await core('anchor')).json['ok']).toBe(true);
}

function reportTheft(key = jkt): void {
  const compromisedSince = new Date(theft * 1000).toISOString();
  provider.behaviour.nextResponses.push({
    path: `/oauth/keys/${key}`,
    response: [
      200,
      { jkt: key, status: 'revoked', reason: 'compromised', revokedAt: compromisedSince, compromisedSince },
    ],
  });
}

/** Verifies the exported proof in an empty state directory. */
async function verifyProof(...args: readonly string[]) {
  const folder = toolkit.scratch();
  const file = join(folder, 'proof.json');
  writeFileSync(file, (await core('export-proof')).stdout);
  const words = ['verify', '--proof', file, '--trusted-issuer', provider.url, ...args];
  return (await toolkit.run('agent-id-core', [...words, '--state-dir', join(folder, 'none')])).json;
}

beforeEach(async () => {
  stateDir = await bindTestAgent(toolkit, provider);
  jkt = String((await core('status')).json['jkt']);
  await sign();
  await sign();
});

test('core verify --proof: what a stolen key signed is refused without an attestation, and its owner is asked for', async () => {
  reportTheft();
  expect(await verifyProof()).toMatchObject({
    ok: false,
    errors: [{ seq: 1, code: 'key_compromised', message: expect.stringContaining('the entries 1 to 2 were not') }],
  });
  expect(provider.queries).toContain(`/oauth/keys/${jkt}?sub=${ownerSub}`);
});

test.each([
  ['a second before the theft, it counts', theft - 1, true],
  ['in the second of the theft, it does not', theft, false],
])('core verify --proof: what a stolen key signed was attested: %s', async (_case, attestedAt, ok) => {
  await anchorAt(attestedAt);
  reportTheft();
  const found = [expect.objectContaining({ code: 'key_compromised' })];
  expect(await verifyProof()).toMatchObject(ok ? { ok, warnings: found } : { ok, errors: found });
});

test('core verify --proof: entries after the attested one are refused, also those of a thief without an owner', async () => {
  await anchorAt(theft - 60);
  await sign();
  await core('setup-owner-session');
  await sign();
  reportTheft();
  expect(await verifyProof()).toMatchObject({
    ok: false,
    errors: [{ seq: 3, code: 'key_compromised', message: expect.stringContaining('the entries 3 to 4 were not') }],
  });
});

test('core verify --proof: a helper of a stolen key proves nothing either', async () => {
  const helped = 'h'.repeat(43);
  provider.behaviour.idTokenClaims = { act: { sub: jkt, act: { sub: helped } } };
  await core('refresh');
  await sign();
  reportTheft(helped);
  const message = expect.stringContaining(`The key ${helped} was reported stolen`);
  expect(await verifyProof()).toMatchObject({ ok: false, errors: [{ code: 'key_compromised', message }] });
});

test('core verify --proof: with the provider’s keys from a file nothing is known of thefts, as for git verify', async () => {
  reportTheft();
  const jwks = join(toolkit.scratch(), 'jwks.json');
  writeFileSync(jwks, JSON.stringify(provider.jwks()));
  expect(await verifyProof('--jwks', jwks)).toMatchObject({ ok: true });
});
