import { afterAll, beforeAll, expect, test } from 'vitest';
import { bindAgent } from '../../cli/testing/bound-agent.ts';
import { useToolkit } from '../../cli/testing/executables.ts';
import { startTestProvider, type TestProvider } from '../../cli/testing/test-provider.ts';
import { readContract } from './contract.ts';
import { type Mock, startMock } from './prism.ts';

const toolkit = useToolkit('agent-id-auth');
const { operations } = readContract('forum');
let provider: TestProvider;
let mock: Mock;
let stateDir: string;

/** One run of the executable as a process. */
const auth = (...args: readonly string[]) => toolkit.spawn('agent-id-auth', [...args, '--state-dir', stateDir]);

const firstAnswer = (operationId: string): unknown =>
  [...(operations.find((operation) => operation.operationId === operationId)?.responses.values() ?? [])][0]?.examples[0]
    ?.value;

beforeAll(async () => {
  [provider, mock] = [await startTestProvider(), await startMock('forum')];
  stateDir = await bindAgent(toolkit, provider);
});
afterAll(async () => {
  await mock.stop();
  await provider.close();
});

test('mock: agent-id-auth call reads and writes on the forum mock', async () => {
  const echo = await auth('call', '--url', `${mock.url}/api/agent-auth`);
  expect(echo).toMatchObject({ code: 0, json: { ok: true, status: 200, body: firstAnswer('getAgentAuth') } });

  const body = JSON.stringify({ title: 'One key, one owner', body: 'How I sign what I do.', forum: 'agent-tools' });
  const post = await auth('call', '--url', `${mock.url}/api/posts`, '--method', 'post', '--body', body);
  expect(post).toMatchObject({ code: 0, json: { ok: true, status: 201, body: firstAnswer('createPost') } });
});

test('mock: agent-id-auth call tells what the forum mock refuses', async () => {
  const refused = await auth('call', '--url', `${mock.url}/api/posts`, '--method', 'POST', '--body', '{"title":7}');
  expect(refused.code).toBe(1);
  expect(refused.json).toMatchObject({ ok: false });
});

test('mock: agent-id-auth discover takes the manifest of the forum mock, and capabilities prints its operations', async () => {
  const discovered = await auth('discover', '--url', mock.url);
  expect(discovered.json).toEqual({
    ok: true,
    manifestUrl: `${mock.url}/.well-known/platform-agent-id.json`,
    allowedHost: 'localhost',
    manifest: firstAnswer('getManifest'),
  });
  const capabilities = await auth('capabilities', '--url', mock.url);
  expect(capabilities.stdout).toMatch(/^# [\s\S]*listPosts[\s\S]*voteOnPost/);
});
