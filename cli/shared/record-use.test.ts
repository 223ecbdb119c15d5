import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { bindTestAgent } from '../../contract-tests/fixtures/cli/core-with-provider.ts';
import { useToolkit, type ExecutableName } from '../../contract-tests/fixtures/cli/executables.ts';
import { startTestProvider } from '../../contract-tests/fixtures/cli/test-provider.ts';
import { startTestService } from '../../contract-tests/fixtures/cli/test-service.ts';
import { useStarted } from '../../contract-tests/fixtures/use-started.ts';

const toolkit = useToolkit('agent-id-vault');
const provider = useStarted(startTestProvider);
const service = useStarted(startTestService);
let stateDir: string;
beforeEach(async () => {
  stateDir = await bindTestAgent(toolkit, provider);
});

const secret = 'hunter2-secret';
const all = { AGENT_ID_AUDIT: 'all' };
const run = (name: ExecutableName, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  toolkit.run(name, [...args, '--state-dir', stateDir], { env: { S: secret, ...env } });
const trail = (): string => readFileSync(join(stateDir, 'audit/operations.jsonl'), 'utf8');
const entries = (): readonly unknown[] =>
  trail()
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { type, action, payload } = (JSON.parse(line) as { envelope: Readonly<Record<string, unknown>> }).envelope;
      return { type, action, payload };
    });
const store = ['store', '--service', 'a', '--credential-env', 'S', '--username', secret];

test('AGENT_ID_AUDIT=all: calls, uses of the vault and refreshes are recorded, without a secret', async () => {
  expect((await run('agent-id-vault', store, all)).json).toMatchObject({ ok: true, auditSeq: 1 });
  const spawned = ['exec', '--service', 'a', '--env', 'TOKEN', '--state-dir', stateDir, '--', 'true', secret];
  expect((await toolkit.spawn('agent-id-vault', spawned, { env: all })).code).toBe(0);
  const url = `${service.url}/echo`;
  const call = ['call', '--url', `${url}?token=${secret}`, '--method', 'POST', '--body', JSON.stringify({ secret })];
  expect((await run('agent-id-auth', call, all)).json).toMatchObject({ ok: true, auditSeq: 3 });
  expect((await run('agent-id-core', ['refresh'], all)).json).toMatchObject({ ok: true, auditSeq: 4 });
  expect((await run('agent-id-vault', ['remove', '--service', 'a'], all)).json).toMatchObject({ auditSeq: 5 });
  const issued = { issuer: provider.url, providerAddress: expect.any(String) as unknown };
  expect(entries()).toEqual([
    { type: 'vault', action: 'store', payload: { service: 'a', type: 'api-key', updated: false } },
    {
      type: 'vault',
      action: 'exec',
      payload: { credentials: [{ service: 'a', env: 'TOKEN' }], command: 'true', argumentCount: 1 },
    },
    { type: 'auth', action: 'call', payload: { method: 'POST', url, status: 200 } },
    { type: 'core', action: 'refresh', payload: issued },
    { type: 'vault', action: 'remove', payload: { service: 'a' } },
  ]);
  expect(trail()).not.toContain(secret);
  expect((await run('agent-id-core', ['verify'])).json).toMatchObject({ ok: true, operations: 5 });
});

test('--audit: one command is recorded, and others are not', async () => {
  await run('agent-id-vault', store);
  expect((await run('agent-id-vault', [...store, '--audit'])).json).toMatchObject({ updated: true, auditSeq: 1 });
  expect((await run('agent-id-core', ['refresh'])).json).not.toHaveProperty('auditSeq');
});

test('--audit: a sign-in is recorded by bind', async () => {
  const env = { SSO_BASE_URL: provider.url, PLATFORM_PROVIDER_ADDRESS: '00000006010000000000000000000001' };
  await run('agent-id-core', ['auth', '--new'], env);
  expect((await run('agent-id-core', ['bind', '--audit', '--timeout-sec', '5'], env)).json).toMatchObject({
    ok: true,
    auditSeq: 1,
  });
  expect(entries()).toMatchObject([{ type: 'core', action: 'bind', payload: { issuer: provider.url } }]);
});

test('--audit: a request that fails is recorded with its code', async () => {
  const call = ['call', '--url', 'http://127.0.0.1:1/x', '--audit'];
  const { code } = (await run('agent-id-auth', call)).json;
  expect(entries()).toEqual([
    { type: 'auth', action: 'call', payload: { method: 'GET', url: 'http://127.0.0.1:1/x', error: code } },
  ]);
});

test('AGENT_ID_AUDIT: vault exec that cannot be recorded runs nothing', async () => {
  await run('agent-id-vault', store);
  const mark = join(toolkit.scratch(), 'mark');
  const exec = ['exec', '--service', 'a', '--env', 'TOKEN', '--state-dir', stateDir, '--', 'touch', mark];
  // A directory in place of the trail cannot be written.
  mkdirSync(join(stateDir, 'audit/operations.jsonl'));
  expect((await toolkit.spawn('agent-id-vault', exec, { env: all })).json).toMatchObject({ code: 'unsafe_state_dir' });
  expect(existsSync(mark)).toBe(false);
  expect((await toolkit.spawn('agent-id-vault', exec)).code).toBe(0);
  expect(existsSync(mark)).toBe(true);
});

test('AGENT_ID_AUDIT: a misspelled setting is refused before anything happens', async () => {
  expect((await run('agent-id-vault', store, { AGENT_ID_AUDIT: 'al' })).json).toMatchObject({ code: 'invalid_flag' });
  expect((await run('agent-id-vault', ['list'])).json['credentials']).toEqual([]);
});
