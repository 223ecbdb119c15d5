import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { bindTestAgent, useTestProvider } from '../../contract-tests/fixtures/cli/core-with-provider.ts';
import { canonicalHash } from '../shared/audit-trail/audit-entry.ts';
import { useToolkit } from '../../contract-tests/fixtures/cli/executables.ts';

const toolkit = useToolkit('agent-id-core');
const provider = useTestProvider();
let stateDir: string;
beforeEach(async () => {
  stateDir = await bindTestAgent(toolkit, provider);
});

const hook = (event: 'tool-use' | 'stop', stdin: string, dir = stateDir) =>
  toolkit.spawn('agent-id-core', ['hook', event, '--audit', '--state-dir', dir], { stdin });
const verify = async () => (await toolkit.run('agent-id-core', ['verify', '--state-dir', stateDir])).json;
const call = {
  session_id: 's-1',
  hook_event_name: 'PostToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'echo hunter2' },
};

test('core hook tool-use: a call is a signed entry of the trail, with digests instead of its content', async () => {
  const { code, stdout, stderr } = await hook(
    'tool-use',
    JSON.stringify({ ...call, tool_response: { stdout: 'hunter2' } }),
  );
  expect([code, stdout, stderr]).toEqual([0, '{}\n', '']);
  expect(await verify()).toMatchObject({ ok: true, operations: 1 });
  const trail = readFileSync(join(stateDir, 'audit/operations.jsonl'), 'utf8');
  expect(JSON.parse(trail).envelope).toMatchObject({
    type: 'tool-call',
    action: 'Bash',
    payload: { event: 'PostToolUse', session: 's-1', inputHash: expect.any(String), outputHash: expect.any(String) },
  });
  expect(trail).not.toContain('hunter2');
});

test.each([
  ['PostToolUseFailure', { error: 'exit code 1: hunter2' }],
  ['postToolUseFailure', { error_message: 'exit code 1: hunter2' }],
])('core hook tool-use: a call that failed (%s) is an entry with the digest of its error', async (event, failed) => {
  const { stderr } = await hook('tool-use', JSON.stringify({ ...call, hook_event_name: event, ...failed }));
  expect(stderr).toBe('');
  const trail = readFileSync(join(stateDir, 'audit/operations.jsonl'), 'utf8');
  expect(JSON.parse(trail).envelope.payload).toMatchObject({
    event,
    outputHash: canonicalHash('exit code 1: hunter2'),
  });
  expect(trail).not.toContain('hunter2');
});

test('core hook: without an identity, or with input that is none, the agent goes on, with one line on stderr', async () => {
  for (const [input, dir] of [
    [JSON.stringify(call), join(toolkit.scratch(), 'none')],
    ['{', stateDir],
    ['{"tool_name":1}', stateDir],
  ] as const) {
    const { code, stdout, stderr } = await hook('tool-use', input, dir);
    expect([code, stdout, stderr]).toEqual([
      0,
      '{}\n',
      expect.stringMatching(/^agent-id: the tool call was not recorded: .*\n$/),
    ]);
  }
});

test('core hook: without --audit or AGENT_ID_AUDIT=all a plugin that is merely installed records nothing', async () => {
  const args = ['hook', 'tool-use', '--state-dir', stateDir];
  for (const [env, operations] of [
    [{}, 0],
    [{ AGENT_ID_AUDIT: 'all' }, 1],
  ] as const) {
    const { code, stdout } = await toolkit.spawn('agent-id-core', args, { stdin: JSON.stringify(call), env });
    expect([code, stdout]).toEqual([0, '{}\n']);
    expect(await verify()).toMatchObject({ ok: true, operations });
  }
});

test('core hook stop: the provider attests the end of the trail', async () => {
  await hook('tool-use', JSON.stringify(call));
  const { code, stdout, stderr } = await hook('stop', '{}');
  expect([code, stdout, stderr]).toEqual([0, '{}\n', '']);
  expect(await verify()).toMatchObject({ ok: true, anchor: { seq: 1, attestedAt: expect.any(Number) } });
});

test('core hook stop: a provider that does not respond delays the agent by seconds only, with one line on stderr', async () => {
  await hook('tool-use', JSON.stringify(call));
  const path = '/api/v1/attestations';
  for (const of of ['/oauth/userinfo', path]) provider.behaviour.nextResponses.push({ path: of, response: 'silence' });
  const started = performance.now();
  const { code, stdout, stderr } = await hook('stop', '{}');
  expect([code, stdout, stderr]).toEqual([
    0,
    '{}\n',
    'agent-id: the audit trail was not anchored: it took longer than 4 seconds\n',
  ]);
  // Four seconds, and the start of a process on a loaded machine.
  expect(performance.now() - started).toBeLessThan(12_000);
});
