import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  copyAfterRequest,
  recordCrashPoints,
} from '../../contract-tests/fixtures/cli/crash-points/record-crash-points.ts';
import { useToolkit } from '../../contract-tests/fixtures/cli/executables.ts';
import { bindTestAgent, useTestProvider } from '../../contract-tests/fixtures/cli/core-with-provider.ts';
import { ownerSub } from '../../contract-tests/fixtures/cli/test-provider.ts';

const toolkit = useToolkit('agent-id-core', 'agent-id-vault');

const sign = (stateDir: string, payload = '1'): readonly string[] => {
  return ['sign', '--type', 't', '--action', 'a', '--payload', payload, '--state-dir', stateDir];
};

test('core sign: after kill -9 at any time the trail is valid, the lock is recovered and no acknowledged entry is lost', async () => {
  const directory = toolkit.scratch();
  const core = (...args: readonly string[]) => toolkit.run('agent-id-core', args);
  await core('init', '--state-dir', directory);
  const first = String((await core(...sign(directory))).json['operationId']);
  // Half of this entry is longer than the whole next one, which would not cover it.
  const args = sign(directory, `"${'long '.repeat(1000)}"`);
  const { points, output } = await recordCrashPoints(toolkit, { name: 'agent-id-core', args, directory });
  expect(points.length).toBeGreaterThan(10);
  for (const { name, path, answered } of points) {
    expect((await core('verify', '--state-dir', path)).json, name).toMatchObject({ ok: true, errors: [] });
    const { operationId, ok } = (await core(...sign(path))).json;
    expect(ok, name).toBe(true);
    expect((await core('verify', '--state-dir', path)).json, name).toMatchObject({ ok: true, errors: [] });
    const stored = readFileSync(join(path, 'audit/operations.jsonl'), 'utf8');
    const acknowledged = [first, operationId, ...(answered ? [output.json['operationId']] : [])];
    for (const id of acknowledged) expect(stored, name).toContain(id);
  }
});

test.runIf(process.platform !== 'win32')(
  'core sign: a full disk is reported at any write, and the trail stays valid',
  async () => {
    const stateDir = toolkit.scratch();
    const core = (...args: readonly string[]) => toolkit.run('agent-id-core', args);
    await core('init', '--state-dir', stateDir);
    for (const _ of [1, 2, 3]) await core(...sign(stateDir));
    const results: string[] = [];
    // ulimit -f limits the file size in blocks of 512 or 1024 bytes; a larger write fails as on a full disk.
    for (let blocks = 1; blocks <= 12; blocks++) {
      const script = `trap '' XFSZ; ulimit -f ${blocks}; exec "$@"`;
      const args = ['-c', script, 'sh', process.execPath, toolkit.path('agent-id-core'), ...sign(stateDir)];
      const { stdout } = spawnSync('sh', args, { encoding: 'utf8' });
      const json = JSON.parse(stdout) as { readonly code?: string; readonly ok: boolean };
      results.push(String(json.code ?? json.ok));
      const { json: report } = await core('verify', '--state-dir', stateDir);
      expect(report).toMatchObject({ ok: true, errors: [] });
      expect(report).not.toHaveProperty('tornBytes');
    }
    expect(new Set(results)).toEqual(new Set(['io_error', 'true']));
    expect((await core(...sign(stateDir))).json['ok']).toBe(true);
  },
);

test('vault store: after kill -9 at any time the record is the old or the new one', async () => {
  const directory = toolkit.scratch();
  await toolkit.run('agent-id-core', ['init', '--state-dir', directory]);
  const store = (stateDir: string) => ['store', '--service', 'a', '--state-dir', stateDir];
  const vault = (args: readonly string[]) =>
    toolkit.run('agent-id-vault', args, { env: { OLD: 'old', LAST: 'last' } }).then(({ json }) => json);
  await vault([...store(directory), '--credential-env', 'OLD']);
  const { points } = await recordCrashPoints(toolkit, {
    name: 'agent-id-vault',
    args: store(directory),
    directory,
    options: { stdin: 'new' },
  });
  expect(points.length).toBeGreaterThan(10);
  const found: unknown[] = [];
  for (const { name, path, answered } of points) {
    const get = async () => (await vault(['get', '--service', 'a', '--state-dir', path]))['credential'];
    const credential = await get();
    found.push(credential);
    expect(answered ? ['new'] : ['old', 'new'], name).toContain(credential);
    expect((await vault([...store(path), '--credential-env', 'LAST']))['ok'], name).toBe(true);
    expect(await get(), name).toBe('last');
  }
  expect(new Set(found)).toEqual(new Set(['old', 'new']));
});

test('core init: after kill -9 at any time there is a complete identity or none', async () => {
  const directory = toolkit.scratch();
  const init = (parent: string) => ['init', '--state-dir', join(parent, 'state')];
  const args = init(directory);
  const { points, output } = await recordCrashPoints(toolkit, { name: 'agent-id-core', args, directory });
  expect(points.length).toBeGreaterThan(5);
  for (const { name, path, answered } of points) {
    const { json: after } = await toolkit.run('agent-id-core', init(path));
    expect(after['ok'], name).toBe(true);
    if (answered) expect({ ...after, stateDir: output.json['stateDir'] }, name).toEqual(output.json);
    const verify = ['verify', '--state-dir', join(path, 'state')];
    expect((await toolkit.run('agent-id-core', verify)).json, name).toMatchObject({ ok: true });
  }
});

const provider = useTestProvider();

/** Runs a rotation. @returns its crash points, each with a function that restores the provider as it was then */
async function recordRotation(directory: string) {
  const copies = toolkit.scratch();
  const states = [provider.save()];
  provider.behaviour.afterRequest = () => {
    copyAfterRequest(directory, copies);
    states.push(provider.save());
  };
  const args = ['rotate', '--state-dir', directory];
  const { points, output } = await recordCrashPoints(toolkit, { name: 'agent-id-core', args, directory, copies });
  provider.behaviour.afterRequest = () => undefined;
  expect(output.json).toMatchObject({ ok: true, oldSessionRevoked: true });
  return points.map((point) => ({ ...point, restoreProvider: () => states[point.requests]?.() }));
}

test('core rotate: after kill -9 at any time exactly one key is usable, and the next run completes the rotation', async () => {
  const directory = await bindTestAgent(toolkit, provider);
  const vault = (stateDir: string, ...args: readonly string[]) =>
    toolkit.run('agent-id-vault', [...args, '--service', 'a', '--state-dir', stateDir], { env: { S: 'secret' } });
  await vault(directory, 'store', '--credential-env', 'S');
  const points = await recordRotation(directory);
  // Creation of the key, approval, decision, revocation, and the requests between them.
  expect(points.length).toBeGreaterThan(60);
  expect(new Set(points.map(({ requests }) => requests)).size).toBeGreaterThan(3);
  for (const { name, path, restoreProvider } of points) {
    restoreProvider();
    const core = async (...args: readonly string[]) =>
      (await toolkit.run('agent-id-core', [...args, '--state-dir', path])).json;
    expect(await core('status'), name).toMatchObject({ dpopBound: true, ownerSub });
    expect((await vault(path, 'get')).json, name).toMatchObject({ ok: true, credential: 'secret' });
    expect((await core('sign', '--type', 't', '--action', 'a', '--payload', '1'))['ok'], name).toBe(true);
    expect(await core('verify'), name).toMatchObject({ ok: true, errors: [] });
    expect((await core('refresh'))['ok'], name).toBe(true);
    expect(await core('rotate'), name).toMatchObject({ ok: true, oldSessionRevoked: true });
    const { ok, keys } = await core('verify');
    expect(ok, name).toBe(true);
    const retired = (keys as readonly string[]).slice(0, -1);
    expect(retired.length, name).toBeGreaterThan(0);
    // A run that was killed before the revocation left it to a later one.
    expect(
      retired.map((jkt) => provider.revocations.get(jkt)),
      name,
    ).toEqual(retired.map(() => 'rotated'));
    expect((await vault(path, 'get')).json, name).toMatchObject({ ok: true, credential: 'secret' });
    expect(
      readdirSync(path).filter((file) => /^\.(rotation|retiring)$|^rotation\.json$/.test(file)),
      name,
    ).toEqual([]);
  }
});
