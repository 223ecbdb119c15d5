import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useToolkit } from '../testing/executables.ts';

const toolkit = useToolkit('agent-id-core');

/** Starts a sign and kills it with SIGKILL after some milliseconds. */
function killedSign(stateDir: string, afterMs: number): Promise<string> {
  const args = ['sign', '--type', 't', '--action', 'a', '--payload', '1', '--state-dir', stateDir];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [toolkit.path('agent-id-core'), ...args]);
    let stdout = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    const timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
    child.on('close', () => {
      clearTimeout(timer);
      resolve(stdout);
    });
  });
}

test('sign: killed at any moment, the trail stays valid, the lock is recovered and nothing acknowledged is lost', async () => {
  const stateDir = toolkit.scratch();
  const core = (...args: readonly string[]) => toolkit.run('agent-id-core', [...args, '--state-dir', stateDir]);
  await core('init');
  const started = performance.now();
  const sample = await toolkit.spawn('agent-id-core', [
    'sign',
    '--type',
    't',
    '--action',
    'a',
    '--payload',
    '1',
    '--state-dir',
    stateDir,
  ]);
  const usual = performance.now() - started;
  expect(sample.code).toBe(0);
  const acknowledged: string[] = [String(sample.json['operationId'])];
  for (let round = 0; round < 30; round++) {
    // Spread over the last two thirds of a run, where the writing happens.
    const stdout = await killedSign(stateDir, usual * (0.35 + (0.75 * round) / 30));
    if (stdout.trimEnd().endsWith('}')) acknowledged.push((JSON.parse(stdout) as { operationId: string }).operationId);
  }
  const { json: next } = await core('sign', '--type', 't', '--action', 'a', '--payload', '1');
  expect(next['ok']).toBe(true);
  const { json: report } = await core('verify');
  expect(report).toMatchObject({ ok: true, errors: [] });
  const stored = readFileSync(join(stateDir, 'audit/operations.jsonl'), 'utf8');
  for (const id of acknowledged) expect(stored).toContain(id);
});
