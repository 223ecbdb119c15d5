import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { bindTestAgent, useTestProvider } from '../../contract-tests/fixtures/cli/core-with-provider.ts';
import { recordCrashPoints } from '../../contract-tests/fixtures/cli/crash-points/record-crash-points.ts';
import { useToolkit } from '../../contract-tests/fixtures/cli/executables.ts';
import { ownerSub } from '../../contract-tests/fixtures/cli/test-provider.ts';

const toolkit = useToolkit('agent-id-core');
const provider = useTestProvider();
let stateDir: string;
let file: string;
const env = { AGENT_ID_NEW_PASSPHRASE: 'correct horse' };

const core = (dir: string, args: readonly string[], more: Readonly<Record<string, string>> = env) =>
  toolkit.run('agent-id-core', [...args, '--state-dir', dir], { env: more });
const sign = (dir: string) => core(dir, ['sign', '--type', 't', '--action', 'a', '--payload', '1']);

beforeEach(async () => {
  stateDir = await bindTestAgent(toolkit, provider);
  for (let n = 0; n < 3; n++) await sign(stateDir);
  const credential = join(toolkit.scratch(), 'credential');
  writeFileSync(credential, 'kept secret');
  const words = ['store', '--service', 'a', '--credential-file', credential, '--state-dir', stateDir];
  await toolkit.run('agent-id-vault', words);
  file = join(toolkit.scratch(), 'identity.backup');
});

test('core backup: restored in an empty place, the identity signs, verifies, opens its vault and is bound', async () => {
  const backup = await core(stateDir, ['backup', '--out', file]);
  expect(backup.json).toMatchObject({ ok: true, path: file, head: { seq: 3 } });
  const home = toolkit.scratch();
  const restored = join(home, 'new/state');
  const { json } = await toolkit.spawn('agent-id-core', ['restore', '--in', file, '--state-dir', restored], {
    env: { ...env, HOME: home },
  });
  expect(json).toEqual({ ok: true, stateDir: restored, files: backup.json['files'], jkt: backup.json['jkt'] });
  expect((await core(restored, ['status'])).json).toMatchObject({ dpopBound: true, ownerSub, nextSeq: 4 });
  expect((await sign(restored)).json['seq']).toBe(4);
  expect((await core(restored, ['verify'])).json['ok']).toBe(true);
  const get = await toolkit.run('agent-id-vault', ['get', '--service', 'a', '--state-dir', restored]);
  expect(get.json['credential']).toBe('kept secret');
  for (const name of readdirSync(restored, { recursive: true }) as string[]) {
    const { mode } = statSync(join(restored, name));
    expect([name, mode & 0o077]).toEqual([name, 0]);
  }
});

test('core backup: the file shows neither key nor tokens, and only its owner can read it', async () => {
  await core(stateDir, ['backup', '--out', file]);
  expect(readFileSync(file, 'latin1')).not.toMatch(/PRIVATE KEY|owner-session|keys\//);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('core backup: without a passphrase, or with a symbolic link in the directory, nothing is written', async () => {
  expect((await core(stateDir, ['backup', '--out', file], {})).json['code']).toBe('passphrase_required');
  symlinkSync('/etc/passwd', join(stateDir, 'link'));
  expect((await core(stateDir, ['backup', '--out', file])).json['code']).toBe('unsafe_state_dir');
  expect(existsSync(file)).toBe(false);
});

test('core backup: the trail of an abandoned key and a file with any name are restored', async () => {
  const { archive } = (await core(stateDir, ['rotate', '--abandon'])).json;
  const names = [`${String(archive)}/audit/operations.jsonl`, 'notes of the owner (ü).txt'];
  writeFileSync(join(stateDir, 'notes of the owner (ü).txt'), 'kept');
  expect((await core(stateDir, ['backup', '--out', file])).json['ok']).toBe(true);
  const restored = join(toolkit.scratch(), 'state');
  expect((await core(restored, ['restore', '--in', file])).json['ok']).toBe(true);
  for (const name of names) expect(readFileSync(join(restored, name))).toEqual(readFileSync(join(stateDir, name)));
});

test('core backup: a file whose name no restore accepts is refused instead of making the backup useless', async () => {
  writeFileSync(join(stateDir, 'a\\b'), 'x');
  const { json } = await core(stateDir, ['backup', '--out', file]);
  expect(json).toMatchObject({ code: 'unsafe_state_dir', error: expect.stringContaining('no restore accepts') });
});

test('core restore: never writes into a directory that is not empty', async () => {
  await core(stateDir, ['backup', '--out', file]);
  const other = toolkit.scratch();
  await core(other, ['init']);
  const before = readFileSync(join(other, 'keys/main.json'), 'utf8');
  expect((await core(other, ['restore', '--in', file])).json['code']).toBe('identity_exists');
  expect(readFileSync(join(other, 'keys/main.json'), 'utf8')).toBe(before);
});

test('core restore: a wrong passphrase or a changed file leaves no directory', async () => {
  await core(stateDir, ['backup', '--out', file]);
  const target = join(toolkit.scratch(), 'state');
  const wrong = { AGENT_ID_NEW_PASSPHRASE: 'wrong' };
  expect((await core(target, ['restore', '--in', file], wrong)).json['code']).toBe('wrong_passphrase');
  const bytes = readFileSync(file);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  expect((await core(target, ['restore', '--in', file])).json['code']).toBe('wrong_passphrase');
  expect(existsSync(target)).toBe(false);
});

test('core backup, restore: the passphrase of a protected identity opens both', async () => {
  const passphrase = { AGENT_ID_PASSPHRASE: 'identity' };
  await core(stateDir, ['passphrase', 'set'], { AGENT_ID_NEW_PASSPHRASE: 'identity' });
  await core(stateDir, ['backup', '--out', file], passphrase);
  const target = join(toolkit.scratch(), 'state');
  expect((await core(target, ['restore', '--in', file], passphrase)).json['ok']).toBe(true);
  expect((await core(target, ['status'], passphrase)).json['dpopBound']).toBe(true);
});

test('core restore: killed at any point, it leaves the whole identity or nothing, and the next restore cleans up', async () => {
  await core(stateDir, ['backup', '--out', file]);
  const directory = toolkit.scratch();
  const { points } = await recordCrashPoints(toolkit, {
    name: 'agent-id-core',
    args: ['restore', '--in', file, '--state-dir', join(directory, 'state')],
    directory,
    options: { env },
  });
  expect(points.length).toBeGreaterThan(30);
  for (const { name, path, answered } of points) {
    const target = join(path, 'state');
    if (answered) expect(existsSync(target), name).toBe(true);
    if (!existsSync(target)) expect((await core(target, ['restore', '--in', file])).json['ok'], name).toBe(true);
    expect((await core(target, ['status'])).json, name).toMatchObject({ dpopBound: true, ownerSub, nextSeq: 4 });
    expect((await core(target, ['verify'])).json, name).toMatchObject({ ok: true, operations: 3 });
    expect(readdirSync(path), name).toEqual(['state']);
  }
});

test('core restore: a draft of a killed restore is deleted', async () => {
  await core(stateDir, ['backup', '--out', file]);
  const parent = toolkit.scratch();
  mkdirSync(join(parent, '.state.restoring-999999999'));
  expect((await core(join(parent, 'state'), ['restore', '--in', file])).json['ok']).toBe(true);
  expect(readdirSync(parent)).toEqual(['state']);
});
