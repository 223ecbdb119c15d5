import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { bindTestAgent, useTestProvider } from '../../contract-tests/fixtures/cli/core-with-provider.ts';
import { recordCrashPoints } from '../../contract-tests/fixtures/cli/crash-points/record-crash-points.ts';
import { type ExecutableName, useToolkit } from '../../contract-tests/fixtures/cli/executables.ts';
import { ownerSub, providerAddress } from '../../contract-tests/fixtures/cli/test-provider.ts';

const toolkit = useToolkit('agent-id-core');
const provider = useTestProvider();
let stateDir: string;

type Json = Readonly<Record<string, unknown>>;
const runIn = async (directory: string, name: ExecutableName, ...args: readonly string[]): Promise<Json> => {
  const env = { SSO_BASE_URL: provider.url, PLATFORM_PROVIDER_ADDRESS: providerAddress, S: 'secret' };
  return (await toolkit.run(name, [...args, '--state-dir', directory], { env })).json;
};
const core = (...args: readonly string[]) => runIn(stateDir, 'agent-id-core', ...args);
const vault = (...args: readonly string[]) => runIn(stateDir, 'agent-id-vault', ...args, '--service', 'a');
const sign = (directory: string) =>
  runIn(directory, 'agent-id-core', 'sign', '--type', 't', '--action', 'a', '--payload', '1');
/** The next response of the provider to a path. */
const respond = (path: string, status: number, body: object) =>
  provider.behaviour.nextResponses.push({ path, response: [status, body] });

beforeEach(async () => {
  stateDir = await bindTestAgent(toolkit, provider);
});

test('core rotate --abandon: a new key has the vault, an empty trail, no session and no successor of the old key', async () => {
  const { jkt: previousJkt } = await core('status');
  await sign(stateDir);
  await vault('store', '--credential-env', 'S');
  const { jkt, archive, ...result } = await core('rotate', '--abandon');
  expect(result).toEqual({ ok: true, previousJkt, next: 'agent-id-core bootstrap' });
  expect(await core('status')).toMatchObject({ initialized: true, bound: false, jkt, nextSeq: 1 });
  expect(jkt).not.toBe(previousJkt);
  expect(await vault('get')).toMatchObject({ ok: true, credential: 'secret' });
  expect(await core('verify')).toMatchObject({ ok: true, operations: 0 });
  const former = join(stateDir, String(archive));
  expect(readFileSync(join(former, 'audit/operations.jsonl'), 'utf8').trim().split('\n')).toHaveLength(1);
  expect(readFileSync(join(former, 'public-key.pem'), 'utf8')).toContain('PUBLIC KEY');
  const files = readdirSync(stateDir, { recursive: true }) as string[];
  expect(files.filter((name) => /rotation|retiring|ssh.agent-id|pending/.test(name))).toEqual([]);
  expect((await core('bootstrap'))['ok']).toBe(true);
  await sign(stateDir);
  expect(await core('verify')).toMatchObject({ ok: true, operations: 1, ownerSub });
});

test('core rotate --abandon: it needs no provider, and works after an ordinary rotation and with a pending sign-in', async () => {
  await sign(stateDir);
  await core('rotate');
  await core('auth', '--new');
  provider.behaviour.nextResponses.push({ path: '/oauth/revoke', response: 'drop' });
  expect((await core('rotate', '--abandon'))['ok']).toBe(true);
  expect(existsSync(join(stateDir, 'keys/retired.json'))).toBe(false);
  expect((await core('bind'))['code']).toBe('no_pending_auth');
  expect(await core('verify')).toMatchObject({ ok: true, operations: 0 });
});

test('core rotate --abandon: after kill -9 at any time one key is usable with the vault, and a repetition succeeds', async () => {
  await sign(stateDir);
  await vault('store', '--credential-env', 'S');
  const { jkt: previousJkt } = await core('status');
  const args = ['rotate', '--abandon', '--state-dir', stateDir];
  const recorded = { name: 'agent-id-core' as const, args, directory: stateDir, copies: toolkit.scratch() };
  const { points } = await recordCrashPoints(toolkit, recorded);
  expect(points.length).toBeGreaterThan(20);
  for (const { name, path } of points) {
    const { jkt, nextSeq } = await runIn(path, 'agent-id-core', 'status');
    expect(nextSeq, name).toBe(jkt === previousJkt ? 2 : 1);
    expect(await runIn(path, 'agent-id-vault', 'get', '--service', 'a'), name).toMatchObject({ credential: 'secret' });
    expect(await runIn(path, 'agent-id-core', 'verify'), name).toMatchObject({ ok: true, errors: [] });
    expect((await runIn(path, 'agent-id-core', 'rotate', '--abandon'))['ok'], name).toBe(true);
    expect(
      readdirSync(path).filter((file) => file.includes('rotation')),
      name,
    ).toEqual([]);
  }
});

const stolen = { error: 'invalid_request', error_description: 'stolen', reason: 'key_compromised' };

test('core auth and bootstrap: a stolen key is key_compromised, and the remedy works as printed', async () => {
  provider.behaviour.revoked = true;
  respond('/oauth/authorize', 400, stolen);
  const { error, code } = await core('bootstrap');
  expect(code).toBe('key_compromised');
  respond('/oauth/authorize', 400, stolen);
  expect((await core('auth'))['code']).toBe('key_compromised');
  provider.behaviour.revoked = false;
  const [, command = ''] = /agent-id-core (.*)$/.exec(String(error)) ?? [];
  expect((await core(...command.split(' ')))['ok']).toBe(true);
  expect((await core('bootstrap'))['ok']).toBe(true);
});

test('core refresh: for a stolen key too the text is that of a revoked authorization', async () => {
  respond('/oauth/token', 400, { error: 'invalid_grant', error_description: 'ended' });
  expect((await core('refresh'))['error']).toMatch(/^Session refresh failed \(authorization revoked\)/);
});

test.each(['key_compromised', 'key_of_another_owner'])(
  'core bind: the provider refuses the key with %s, before and after the approval, and auth starts again',
  async (reason) => {
    await core('auth', '--new');
    respond('/oauth/poll', 200, { status: 'rejected', reason });
    expect((await core('bind'))['code']).toBe(reason);
    expect((await core('bind'))['code']).toBe('no_pending_auth');
    await core('auth');
    respond('/oauth/token', 400, { error: 'invalid_grant', error_description: 'no', reason });
    expect((await core('bind'))['code']).toBe(reason);
    expect((await core('bind'))['code']).toBe('no_pending_auth');
  },
);
