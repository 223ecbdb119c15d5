import { spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bindTestAgent } from '../../../contract-tests/fixtures/cli/bind-test-agent.ts';
import { cleanEnv, useToolkit } from '../../../contract-tests/fixtures/cli/executables.ts';
import { ownerSub, startTestProvider, type TestProvider } from '../../../contract-tests/fixtures/cli/test-provider.ts';

const toolkit = useToolkit('agent-id-core');
let provider: TestProvider;
beforeAll(async () => {
  provider = await startTestProvider();
});
afterAll(() => provider.close());

/** Starts a rotation and kills it after some milliseconds. @returns whether it had ended */
function rotate(stateDir: string, killAfterMs: number): Promise<'ended' | 'killed'> {
  const args = [toolkit.path('agent-id-core'), 'rotate', '--state-dir', stateDir];
  const child = spawn(process.execPath, args, { env: cleanEnv(stateDir), stdio: 'ignore' });
  const timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  return new Promise((resolve) =>
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve(code === null ? 'killed' : 'ended');
    }),
  );
}

test('core rotate: after kill -9 at any time exactly one key is usable, and the next run completes the rotation', async () => {
  const stateDir = await bindTestAgent(toolkit, provider);
  const core = async (...args: readonly string[]) =>
    (await toolkit.run('agent-id-core', [...args, '--state-dir', stateDir])).json;
  const vault = (...args: readonly string[]) =>
    toolkit.run('agent-id-vault', [...args, '--service', 'a', '--state-dir', stateDir], { env: { S: 'secret' } });
  await vault('store', '--credential-env', 'S');
  const started = performance.now();
  await rotate(stateDir, 60_000);
  let usual = performance.now() - started;
  const rounds = 40;
  let killed = 0;
  for (let round = 0; round < rounds; round++) {
    // Spread over the whole run: creation of the key, approval, decision, revocation.
    const share = 0.2 + (0.9 * ((round * 7) % rounds)) / rounds;
    const end = await rotate(stateDir, usual * share);
    killed += end === 'killed' ? 1 : 0;
    // A run that should have ended takes longer: the machine is slower than when it was measured.
    if (end === 'killed' && share >= 1) usual *= 1.5;
    expect(await core('status')).toMatchObject({ dpopBound: true, ownerSub });
    expect((await vault('get')).json).toMatchObject({ ok: true, credential: 'secret' });
    expect((await core('sign', '--type', 't', '--action', 'a', '--payload', '1'))['ok']).toBe(true);
    expect(await core('verify')).toMatchObject({ ok: true, errors: [] });
    expect((await core('refresh'))['ok']).toBe(true);
  }
  expect(killed).toBeGreaterThan(rounds / 4);
  expect(await core('rotate')).toMatchObject({ ok: true, oldSessionRevoked: true });
  const { keys } = await core('verify');
  const retired = (keys as readonly string[]).slice(0, -1);
  expect(retired.length).toBeGreaterThan(2);
  // A run that was killed before the revocation left it to a later one.
  expect(retired.map((jkt) => provider.revocations.get(jkt))).toEqual(retired.map(() => 'rotated'));
}, 240_000);
