import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { bindTestAgent, useTestProvider } from '../../contract-tests/fixtures/cli/core-with-provider.ts';
import { useToolkit } from '../../contract-tests/fixtures/cli/executables.ts';

const toolkit = useToolkit();
const provider = useTestProvider();
let stateDir: string;

const coreIn = (dir: string, ...args: readonly string[]) => toolkit.run('agent-id-core', [...args, '--state-dir', dir]);
const core = (...args: readonly string[]) => coreIn(stateDir, ...args);
const sign = (dir = stateDir) => coreIn(dir, 'sign', '--type', 't', '--action', 'a', '--payload', '1');

beforeEach(async () => {
  stateDir = await bindTestAgent(toolkit, provider);
  await sign();
  await sign();
});

test('core anchor: the provider attests the head, and verify tells how far and since when the trail is anchored', async () => {
  expect((await core('verify')).json['anchor']).toBe(null);
  const { json } = await core('anchor');
  const { head } = (await core('verify')).json;
  expect(json).toEqual({ ok: true, ...(head as object), attestedAt: expect.any(Number) });
  await sign();
  const { ok: _, ...anchor } = json;
  expect((await core('verify')).json).toMatchObject({ ok: true, operations: 3, anchor });
});

test('core verify --proof: anchors are verified offline', async () => {
  const { ok: _, ...anchor } = (await core('anchor')).json;
  const folder = toolkit.scratch();
  const [proof, jwks] = [join(folder, 'proof.json'), join(folder, 'jwks.json')];
  writeFileSync(proof, (await core('export-proof')).stdout);
  writeFileSync(jwks, JSON.stringify(provider.jwks()));
  const verified = await coreIn(join(folder, 'none'), 'verify', '--proof', proof, '--jwks', jwks);
  expect(verified.json).toMatchObject({ ok: true, anchor });
});

test('core verify: a trail rolled back behind its anchor, or another fork, is found without an expected head', async () => {
  const before = toolkit.scratch();
  cpSync(stateDir, before, { recursive: true });
  await sign();
  await core('anchor');
  cpSync(join(stateDir, 'audit/anchors.json'), join(before, 'audit/anchors.json'));
  expect((await coreIn(before, 'verify')).json).toMatchObject({ ok: false, errors: [{ code: 'anchor_not_found' }] });
  await sign(before);
  expect((await coreIn(before, 'verify')).json).toMatchObject({ ok: false, errors: [{ code: 'anchor_not_found' }] });
});

test('core verify: a forged attestation, or one of another head, is an error', async () => {
  await core('anchor');
  const path = join(stateDir, 'audit/anchors.json');
  const stored = JSON.parse(readFileSync(path, 'utf8')) as { anchors: { attestation: string }[] };
  const edit = (attestation: string): void =>
    writeFileSync(path, JSON.stringify({ ...stored, anchors: stored.anchors.map((one) => ({ ...one, attestation })) }));
  const [anchor] = stored.anchors;
  edit(String(anchor?.attestation).replace(/.{8}$/, 'AAAAAAAA'));
  expect((await core('verify')).json).toMatchObject({ ok: false, anchor: null, errors: [{ code: 'bad_anchor' }] });
  const claims = JSON.parse(
    Buffer.from(String(anchor?.attestation).split('.')[1] ?? '', 'base64url').toString(),
  ) as object;
  edit(await provider.signAs('attestation+jwt', { ...claims, digest: 'A'.repeat(43) }));
  expect((await core('verify')).json).toMatchObject({ ok: false, errors: [{ code: 'bad_anchor' }] });
});

test('core verify: an anchor that cannot be verified now is a warning', async () => {
  await core('anchor');
  provider.behaviour.nextResponses.push({ path: '/oauth/jwks', response: 'drop' });
  expect((await core('verify')).json).toMatchObject({
    ok: true,
    anchor: null,
    warnings: [{ code: 'anchor_unverified' }],
  });
});

test('core anchor: a revoked agent, an empty or damaged trail and an unreachable provider anchor nothing', async () => {
  const codeOf = async (): Promise<unknown> => (await core('anchor')).json['code'];
  provider.behaviour.nextResponses.push({ path: '/oauth/userinfo', response: 'drop' });
  expect(await codeOf()).toBe('unreachable');
  const trail = join(stateDir, 'audit/operations.jsonl');
  const lines = readFileSync(trail, 'utf8');
  writeFileSync(trail, lines.replace('"n"', '"m"').replace('"action":"a"', '"action":"b"'));
  expect(await codeOf()).toBe('damaged_state');
  writeFileSync(trail, lines);
  provider.behaviour.revoked = true;
  expect(await codeOf()).toBe('authorization_revoked');
  provider.behaviour.revoked = false;
  stateDir = await bindTestAgent(toolkit, provider);
  expect(await codeOf()).toBe('no_trail');
  rmSync(join(stateDir, 'owner-session.json'));
  expect(await codeOf()).toBe('no_owner_session');
});
