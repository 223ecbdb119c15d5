import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bindTestAgent } from '../../../contract-tests/fixtures/cli/bind-test-agent.ts';
import {
  copyAfterRequest,
  recordCrashPoints,
} from '../../../contract-tests/fixtures/cli/crash-points/record-crash-points.ts';
import { useToolkit } from '../../../contract-tests/fixtures/cli/executables.ts';
import { ownerSub, startTestProvider, type TestProvider } from '../../../contract-tests/fixtures/cli/test-provider.ts';

const toolkit = useToolkit('agent-id-core');
let provider: TestProvider;
beforeAll(async () => {
  provider = await startTestProvider();
});
afterAll(() => provider.close());

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
