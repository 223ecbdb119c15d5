import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { bindTestAgent, useTestProvider } from '../../contract-tests/fixtures/cli/core-with-provider.ts';
import { useToolkit, git, gitWithInput, initRepo } from '../../contract-tests/fixtures/cli/executables.ts';
import { ownerSub } from '../../contract-tests/fixtures/cli/test-provider.ts';

const toolkit = useToolkit();
const provider = useTestProvider();
let stateDir: string;
let repo: string;

const commit = (...args: readonly string[]) =>
  toolkit.run('agent-id-git', ['commit', '--allow-empty', '-m', 'Work', ...args, '--state-dir', stateDir], {
    cwd: repo,
  });
const verify = (...args: readonly string[]) =>
  toolkit.run('agent-id-git', ['verify', ...args, '--state-dir', stateDir], { cwd: repo });

type Bundle = Readonly<Record<string, unknown>>;
const readBundle = (): Bundle =>
  JSON.parse(
    Buffer.from(git(repo, 'notes', '--ref=refs/notes/agent-id', 'show', 'HEAD'), 'base64url').toString(),
  ) as Bundle;
const writeBundle = (bundle: Bundle): string => {
  const text = Buffer.from(JSON.stringify(bundle)).toString('base64url');
  return gitWithInput(repo, text, 'notes', '--ref=refs/notes/agent-id', 'add', '-f', '-F', '-', 'HEAD');
};
const claimsOf = (jwt: unknown): Readonly<Record<string, unknown>> =>
  JSON.parse(Buffer.from(String(jwt).split('.')[1] ?? '', 'base64url').toString()) as Readonly<Record<string, unknown>>;

beforeEach(async () => {
  stateDir = await bindTestAgent(toolkit, provider);
  repo = initRepo(toolkit.scratch());
});

test('git commit: the provider attests the SHA-256 of the commit id, and verify prints the time', async () => {
  const { json } = await commit();
  expect(json).toMatchObject({ ok: true, attested: true, proofAttached: true });
  const bundle = readBundle();
  expect(Object.keys(bundle)).toEqual(['version', 'id_token', 'agent_jwk', 'attestation']);
  const { digest, purpose, iat } = claimsOf(bundle['attestation']);
  expect([digest, purpose]).toEqual([
    createHash('sha256').update(String(json['commitHash'])).digest('base64url'),
    'commit',
  ]);
  expect((await verify('--require-attestation')).json).toMatchObject({
    ok: true,
    attestedAt: iat,
    keyStatus: 'active',
  });
});

test.each([
  ['revoked', 'authorization_revoked'],
  ['paused', 'agent_paused'],
] as const)('git commit: a %s agent is refused before HEAD moves', async (state, refusal) => {
  await commit();
  const head = git(repo, 'rev-parse', 'HEAD');
  provider.behaviour[state] = true;
  const { json, code } = await commit();
  expect([code, json['code']]).toEqual([1, refusal]);
  expect(git(repo, 'rev-parse', 'HEAD')).toBe(head);
  expect(git(repo, 'notes', '--ref=refs/notes/agent-id', 'list').split('\n')).toHaveLength(1);
});

test('git commit: with an unreachable provider the commit is made and says attested false', async () => {
  provider.behaviour.nextResponses.push({ path: '/oauth/userinfo', response: 'drop' });
  const { json, stderr } = await commit();
  expect(json).toMatchObject({ ok: true, attested: false, proofAttached: true });
  expect(stderr).toContain('warning: the provider cannot be asked');
  expect((await verify()).json).toMatchObject({ ok: true, attestedAt: null });
  expect((await verify('--require-attestation')).json).toMatchObject({ ok: false, code: 'not_attested' });
});

test('git commit: a provider that refuses or fails to attest leaves a signed commit that is not attested', async () => {
  for (const response of [[503, {}], [403, { error: 'denied' }], [201, {}], 'drop'] as const) {
    provider.behaviour.nextResponses.push({ path: '/oauth/attestations', response });
    expect((await commit()).json).toMatchObject({ ok: true, attested: false, proofAttached: true });
    expect((await verify()).json['ok']).toBe(true);
  }
});

test('git commit: a refused access token of a live session is refreshed', async () => {
  provider.behaviour.nextResponses.push({ path: '/oauth/userinfo', response: [401, { error: 'invalid_token' }] });
  expect((await commit()).json).toMatchObject({ ok: true, attested: true });
});

test('git commit: a request whose proof lacks the nonce of the provider is repeated with it', async () => {
  const challenge = { 'www-authenticate': 'DPoP error="use_dpop_nonce"', 'dpop-nonce': 'n-1' };
  for (const path of ['/oauth/userinfo', '/oauth/attestations'])
    provider.behaviour.nextResponses.push({ path, response: [401, { error: 'use_dpop_nonce' }, challenge] });
  const before = provider.requests.length;
  expect((await commit()).json).toMatchObject({ ok: true, attested: true });
  expect(provider.requests.slice(before)).toEqual([
    'GET /oauth/userinfo',
    'GET /oauth/userinfo',
    'POST /oauth/attestations',
    'POST /oauth/attestations',
  ]);
});

test.each([
  ['of another commit', { digest: 'A'.repeat(43) }, 'bad_attestation'],
  ['for another key', { cnf: { jkt: 'other' } }, 'bad_attestation'],
  ['for another owner', { sub: 'other' }, 'bad_attestation'],
  ['with another purpose', { purpose: 'anchor' }, 'bad_attestation'],
  ['without a time', { iat: undefined }, 'bad_attestation'],
  ['of another issuer', { iss: 'https://evil.example' }, 'untrusted_issuer'],
])('git verify: an attestation %s is refused', async (_case, claims, code) => {
  await commit();
  const bundle = readBundle();
  const attestation = await provider.signAs('attestation+jwt', { ...claimsOf(bundle['attestation']), ...claims });
  writeBundle({ ...bundle, attestation });
  expect((await verify()).json['code']).toBe(code);
});

test('git verify: an id_token or an access token is not an attestation', async () => {
  await commit();
  const bundle = readBundle();
  const claims = claimsOf(bundle['attestation']);
  for (const typ of ['JWT', 'at+jwt']) {
    writeBundle({ ...bundle, attestation: await provider.signAs(typ, claims) });
    expect((await verify()).json['code']).toBe('bad_attestation');
  }
});

test('git verify: a commit attested before the revocation stays valid', async () => {
  provider.behaviour.attestationTime = Math.floor(Date.now() / 1000) - 60;
  await commit();
  provider.behaviour.revoked = true;
  expect((await verify()).json).toMatchObject({ ok: true, keyStatus: 'revoked' });
});

test('git verify: a commit attested after the revocation fails', async () => {
  provider.behaviour.attestationTime = Math.floor(Date.now() / 1000) + 600;
  await commit();
  provider.behaviour.revoked = true;
  const { json, code } = await verify();
  expect([code, json['code']]).toEqual([1, 'revoked_before_commit']);
});

test('git verify: a commit without attestation fails once its key is revoked, unless the key was rotated', async () => {
  provider.behaviour.nextResponses.push({ path: '/oauth/userinfo', response: 'drop' });
  await commit();
  expect((await verify()).json['ok']).toBe(true);
  provider.behaviour.revoked = true;
  expect((await verify()).json['code']).toBe('revoked_before_commit');
  provider.behaviour.revocationReason = 'rotated';
  expect((await verify()).json).toMatchObject({ ok: true, keyStatus: 'revoked' });
});

test('git verify: keyStatus is unknown when the provider returns no key status', async () => {
  await commit();
  const path = `/oauth/keys/${String((await verify()).json['jkt'])}`;
  provider.behaviour.nextResponses.push({ path, response: [404, { error: 'not_found' }] });
  expect((await verify()).json).toMatchObject({ ok: true, keyStatus: 'unknown' });
});

test('git verify: a policy with requireAttestation refuses a commit without attestation', async () => {
  provider.behaviour.nextResponses.push({ path: '/oauth/userinfo', response: 'drop' });
  await commit();
  const file = join(toolkit.scratch(), 'policy.json');
  writeFileSync(file, JSON.stringify({ owners: [ownerSub], requireAttestation: true }));
  expect((await verify('--policy', file)).json['code']).toBe('not_attested');
  await commit();
  expect((await verify('--policy', file)).json['ok']).toBe(true);
  writeFileSync(file, JSON.stringify({ requireAttestation: 'yes' }));
  expect((await verify('--policy', file)).json['code']).toBe('invalid_policy');
});

test('git verify: a proof whose signing key left the key set verifies with the history of the provider', async () => {
  await commit();
  const empty = { path: '/oauth/jwks', response: [200, { keys: [] }] } as const;
  provider.behaviour.nextResponses.push(empty);
  expect((await verify()).json['ok']).toBe(true);
});

test.each([
  ['covers the time', { from: 0 }, true],
  ['ended before', { from: 0, until: 1 }, false],
  ['began later', { from: 4_000_000_000 }, false],
  ['was revoked', { from: 0, revoked: true }, false],
])('git verify: --jwks-history with a key that %s', async (_case, members, ok) => {
  await commit();
  const file = join(toolkit.scratch(), 'history.json');
  writeFileSync(file, JSON.stringify({ keys: provider.jwks().keys.map((key) => ({ ...key, ...members })) }));
  const { json } = await verify('--jwks-history', file);
  expect(json).toMatchObject(ok ? { ok, keyStatus: 'unknown' } : { ok, code: 'bad_id_token' });
});

const statusOfKey = (jkt: unknown, members: object): void => {
  for (let asked = 0; asked < 2; asked++)
    provider.behaviour.nextResponses.push({
      path: `/oauth/keys/${String(jkt)}`,
      response: [200, { jkt, status: 'revoked', reason: 'compromised', ...members }],
    });
};

test('git verify: a commit by a stolen key is valid only with an attestation from before the theft', async () => {
  provider.behaviour.attestationTime = Math.floor(Date.now() / 1000) - 60;
  const { jkt } = (await commit()).json;
  const theft = (seconds: number): object => {
    const time = new Date((Number(provider.behaviour.attestationTime) + seconds) * 1000).toISOString();
    return { revokedAt: new Date().toISOString(), compromisedSince: time };
  };
  statusOfKey(jkt, theft(1));
  expect((await verify()).json).toMatchObject({ ok: true, keyStatus: 'revoked', compromisedSince: expect.any(Number) });
  provider.behaviour.nextResponses.length = 0;
  statusOfKey(jkt, theft(0));
  const { json, code } = await verify();
  expect([code, json['code'], json['keyStatus']]).toEqual([1, 'key_compromised', 'revoked']);
});

test('git verify: a commit by a stolen key without attestation fails, and the status is asked for its owner', async () => {
  provider.behaviour.nextResponses.push({ path: '/oauth/userinfo', response: 'drop' });
  const { jkt } = (await commit()).json;
  statusOfKey(jkt, { revokedAt: new Date(0).toISOString(), compromisedSince: new Date(0).toISOString() });
  expect((await verify()).json['code']).toBe('key_compromised');
  expect(provider.queries.at(-1)).toBe(`/oauth/keys/${String(jkt)}?sub=${ownerSub}`);
});
