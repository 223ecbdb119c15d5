import { afterAll, beforeAll, expect, test } from 'vitest';
import { bindTestAgent } from '../fixtures/cli/bind-test-agent.ts';
import { useToolkit } from '../fixtures/cli/executables.ts';
import { providerAddress, startTestProvider, type TestProvider } from '../fixtures/cli/test-provider.ts';
import type { Area } from '../../src/typed-contract/areas.ts';
import { readContract } from './contract.ts';
import { type Mock, startMock } from './prism.ts';

const toolkit = useToolkit('agent-id-auth', 'agent-id-core');
let provider: TestProvider;
let mock: Mock;
let sso: Mock;
let stateDir: string;

/** Runs the executable as a process. */
const auth = (...args: readonly string[]) => toolkit.spawn('agent-id-auth', [...args, '--state-dir', stateDir]);

function firstResponse(operationId: string, area: Area = 'forum'): unknown {
  const { operations } = readContract(area);
  const { responses } = operations.find((operation) => operation.operationId === operationId) ?? {};
  return [...(responses?.values() ?? [])][0]?.examples[0]?.value;
}

beforeAll(async () => {
  [provider, mock, sso] = await Promise.all([startTestProvider(), startMock('forum'), startMock('sso')]);
  stateDir = await bindTestAgent(toolkit, provider);
});
afterAll(async () => {
  await Promise.all([mock.stop(), sso.stop()]);
  await provider.close();
});

test('mock: agent-id-auth call reads and writes on the forum mock', async () => {
  const echo = await auth('call', '--url', `${mock.url}/api/agent-auth`);
  expect(echo).toMatchObject({ code: 0, json: { ok: true, status: 200, body: firstResponse('getAgentAuth') } });

  const body = JSON.stringify({ title: 'One key, one owner', body: 'How I sign what I do.', forum: 'agent-tools' });
  const post = await auth('call', '--url', `${mock.url}/api/posts`, '--method', 'post', '--body', body);
  expect(post).toMatchObject({ code: 0, json: { ok: true, status: 201, body: firstResponse('createPost') } });
});

test('mock: agent-id-auth call fails when the forum mock rejects the request', async () => {
  const refused = await auth('call', '--url', `${mock.url}/api/posts`, '--method', 'POST', '--body', '{"title":7}');
  expect(refused.code).toBe(1);
  expect(refused.json).toMatchObject({ ok: false });
});

test('mock: agent-id-auth discover accepts the manifest of the forum mock, and capabilities prints its operations', async () => {
  const discovered = await auth('discover', '--url', mock.url);
  expect(discovered.json).toEqual({
    ok: true,
    manifestUrl: `${mock.url}/.well-known/platform-agent-id.json`,
    allowedHost: 'localhost',
    manifest: firstResponse('getManifest'),
  });
  const capabilities = await auth('capabilities', '--url', mock.url);
  expect(capabilities.stdout).toMatch(/^# [\s\S]*listPosts[\s\S]*voteOnPost/);
});

test('mock: agent-id-core starts a sign-in on the sign-in mock', async () => {
  const { issuer } = Object(firstResponse('getOpenIdConfiguration', 'sso'));
  const { deep_link: deepLink, polling_code: pollingCode } = Object(firstResponse('authorize', 'sso'));
  // The examples contain the provider's default port; requests to it are redirected to the mock.
  const route = `const { fetch } = globalThis; globalThis.fetch = (...call) => {
    const request = new Request(...call);
    return fetch(new Request(request.url.replace('${issuer}', '${sso.url}'), request));
  }`;
  const { json } = await toolkit.spawn(
    'agent-id-core',
    ['auth', '--provider-address', providerAddress, '--sso-url', issuer, '--state-dir', toolkit.scratch()],
    { env: { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(route)}` } },
  );
  expect(json).toMatchObject({ ok: true, deepLink, pollingCode, qrCode: expect.any(String) });
});

test('mock: stopping it frees its port', async () => {
  const own = await startMock('backend');
  expect((await fetch(own.url)).status).toBe(404);
  await own.stop();
  await expect(fetch(own.url)).rejects.toThrow('fetch failed');
});
