import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useToolkit, type ExecutableName } from '../../contract-tests/fixtures/cli/executables.ts';

const toolkit = useToolkit('agent-id-core', 'agent-id-vault');

/** Starts an executable and kills it with SIGKILL after some milliseconds. @returns its output */
function killed(name: ExecutableName, args: readonly string[], stdin: string, afterMs: number): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [toolkit.path(name), ...args]);
    let stdout = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin);
    const timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
    child.on('close', () => {
      clearTimeout(timer);
      resolve(stdout);
    });
  });
}

/** Delays before SIGKILL in milliseconds, spread over the last two thirds of a normal run, which writes. */
async function killDelays(count: number, usualRun: () => Promise<unknown>): Promise<readonly number[]> {
  await usualRun();
  const started = performance.now();
  await usualRun();
  const usual = performance.now() - started;
  return Array.from({ length: count }, (_, round) => usual * (0.35 + (0.75 * round) / count));
}

const isAnswer = (stdout: string): boolean => stdout.trimEnd().endsWith('}');

test('core sign: after kill -9 at any time the trail is valid, the lock is recovered and no acknowledged entry is lost', async () => {
  const stateDir = toolkit.scratch();
  const core = (...args: readonly string[]) => toolkit.run('agent-id-core', [...args, '--state-dir', stateDir]);
  await core('init');
  const sign = ['sign', '--type', 't', '--action', 'a', '--payload', '1', '--state-dir', stateDir];
  const acknowledged: string[] = [];
  for (const time of await killDelays(30, () => toolkit.spawn('agent-id-core', sign))) {
    const stdout = await killed('agent-id-core', sign, '', time);
    if (isAnswer(stdout)) acknowledged.push((JSON.parse(stdout) as { operationId: string }).operationId);
  }
  expect((await toolkit.run('agent-id-core', sign)).json['ok']).toBe(true);
  expect((await core('verify')).json).toMatchObject({ ok: true, errors: [] });
  const stored = readFileSync(join(stateDir, 'audit/operations.jsonl'), 'utf8');
  for (const id of acknowledged) expect(stored).toContain(id);
});

test.runIf(process.platform !== 'win32')(
  'core sign: a full disk is reported at any write, and the trail stays valid',
  async () => {
    const stateDir = toolkit.scratch();
    const core = (...args: readonly string[]) => toolkit.run('agent-id-core', [...args, '--state-dir', stateDir]);
    await core('init');
    const sign = ['sign', '--type', 't', '--action', 'a', '--payload', '1', '--state-dir', stateDir];
    for (const _ of [1, 2, 3]) await core(...sign.slice(0, -2));
    const results: string[] = [];
    // ulimit -f limits the file size in blocks of 512 or 1024 bytes; a larger write fails as on a full disk.
    for (let blocks = 1; blocks <= 12; blocks++) {
      const script = `trap '' XFSZ; ulimit -f ${blocks}; exec "$@"`;
      const args = ['-c', script, 'sh', process.execPath, toolkit.path('agent-id-core'), ...sign];
      const { stdout } = spawnSync('sh', args, { encoding: 'utf8' });
      const json = JSON.parse(stdout) as { readonly code?: string; readonly ok: boolean };
      results.push(String(json.code ?? json.ok));
      const { json: report } = await core('verify');
      expect(report).toMatchObject({ ok: true, errors: [] });
      expect(report).not.toHaveProperty('tornBytes');
    }
    expect(new Set(results)).toEqual(new Set(['io_error', 'true']));
    expect((await core(...sign.slice(0, -2))).json['ok']).toBe(true);
  },
);

test('vault store: after kill -9 at any time the record is the old or the new one', async () => {
  const stateDir = toolkit.scratch();
  await toolkit.run('agent-id-core', ['init', '--state-dir', stateDir]);
  const store = ['store', '--service', 'a', '--state-dir', stateDir];
  const get = ['get', '--service', 'a', '--state-dir', stateDir];
  let newest = 0;
  await toolkit.spawn('agent-id-vault', store, { stdin: '0' });
  for (const time of await killDelays(15, () => toolkit.spawn('agent-id-vault', store, { stdin: '0' }))) {
    const stdout = await killed('agent-id-vault', store, String(newest + 1), time);
    const found = Number((await toolkit.run('agent-id-vault', get)).json['credential']);
    expect(isAnswer(stdout) ? [newest + 1] : [newest, newest + 1]).toContain(found);
    newest = found;
  }
  expect((await toolkit.spawn('agent-id-vault', store, { stdin: 'last' })).json['ok']).toBe(true);
});

test('core init: after kill -9 at any time there is a complete identity or none', async () => {
  const fresh = () => ['init', '--state-dir', join(toolkit.scratch(), 'state')];
  for (const time of await killDelays(10, () => toolkit.spawn('agent-id-core', fresh()))) {
    const init = fresh();
    const stateDir = init.at(-1) ?? '';
    const stdout = await killed('agent-id-core', init, '', time);
    const { json: after } = await toolkit.run('agent-id-core', init);
    expect(after['ok']).toBe(true);
    if (isAnswer(stdout)) expect(JSON.parse(stdout)).toEqual(after);
    expect((await toolkit.run('agent-id-core', ['verify', '--state-dir', stateDir])).json).toMatchObject({ ok: true });
  }
});
