import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBackendClient } from '../../generated/backend/client.ts';
import { createForumClient } from '../../generated/forum/client.ts';
import { createNotificationsClient } from '../../generated/notifications/client.ts';
import { createSsoClient } from '../../generated/sso/client.ts';
import { bindTestAgent } from '../fixtures/cli/core-with-provider.ts';
import { useToolkit } from '../fixtures/cli/executables.ts';
import { providerAddress, startTestProvider, type TestProvider } from '../fixtures/cli/test-provider.ts';
import type { ClientOptions } from '../../src/typed-contract/client.ts';
import { type Area, areas } from '../../src/typed-contract/areas.ts';
import { type ContractOperation, type Parameter, readContract } from './contract.ts';
import { type Mock, startMock } from './prism.ts';

const clients: Readonly<Record<Area, (options: ClientOptions) => object>> = {
  sso: createSsoClient,
  forum: createForumClient,
  backend: createBackendClient,
  notifications: createNotificationsClient,
};

/** Credentials for Prism, which only checks that they are present. */
const credentials = {
  authorization: 'Bearer from-the-tests',
  dpop: 'from-the-tests',
  cookie: 'owner_session=from-the-tests',
  'x-platform-notifications-key': 'ank_1X0QTJNJZJSAW5NFS92B4ETQHN',
};

/** Builds the input of an operation from its examples: the first request, and all required parameters. */
function exampleCall({ parameters, requests }: ContractOperation) {
  const sent = (place: string) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === place && parameter.required)
        .map(({ name, value }) => [name, value]),
    );
  return { path: sent('path'), query: sent('query'), headers: sent('header'), body: requests[0]?.value };
}

const mocks = new Map<Area, Mock>();
/** Starts a mock, which all tests of the file share. */
async function mockOf(area: Area): Promise<Mock> {
  const mock = mocks.get(area) ?? (await startMock(area));
  mocks.set(area, mock);
  return mock;
}
afterAll(async () => {
  await Promise.all([...mocks.values()].map((mock) => mock.stop()));
});

type Call = (input: object) => Promise<{ readonly status: number; readonly body: unknown }>;

/** NODE_OPTIONS that send the requests for an address of the examples to a mock. */
function redirectOption(from: string, to: string): string {
  const route = `const { fetch } = globalThis; globalThis.fetch = (...call) => {
    const request = new Request(...call);
    return fetch(new Request(request.url.replace('${from}', '${to}'), request));
  }`;
  return `--import data:text/javascript,${encodeURIComponent(route)}`;
}

describe.each(areas)('%s', (area) => {
  const { operations } = readContract(area);
  let client: Readonly<Record<string, Call>>;

  beforeAll(async () => {
    const mock = await mockOf(area);
    // The cast lets the table call every operation; type tests check their inputs.
    client = clients[area]({ baseUrl: mock.url, headers: credentials }) as Readonly<Record<string, Call>>;
  });

  test.each(operations.map((operation) => [operation.operationId, operation] as const))(
    'mock: %s returns its first example to the generated client',
    async (operationId, operation) => {
      const missing = operation.parameters.filter(({ required, value }: Parameter) => required && value === undefined);
      expect(missing.map(({ name }) => name)).toEqual([]);

      const response = await client[operationId]?.(exampleCall(operation));
      const [status, { examples }] = [...operation.responses].find(([code]) => code < 400) ?? [0, { examples: [] }];
      expect(response?.status).toBe(status);
      if (response?.body instanceof ReadableStream) {
        expect(await new Response(response.body).text()).toContain(String(examples[0]?.value).trim().slice(0, 40));
      } else if (examples.length > 0) {
        expect(examples.map(({ value }) => value)).toContainEqual(response?.body);
      } else {
        expect(response?.body).toBeUndefined();
      }
    },
  );
});

describe('agent toolkit', () => {
  const toolkit = useToolkit('agent-id-auth', 'agent-id-core');
  let provider: TestProvider;
  let mock: Mock;
  let sso: Mock;
  let stateDir: string;

  const auth = (...args: readonly string[]) => toolkit.run('agent-id-auth', [...args, '--state-dir', stateDir]);

  function firstResponse(operationId: string, area: Area = 'forum'): unknown {
    const { operations } = readContract(area);
    const { responses } = operations.find((operation) => operation.operationId === operationId) ?? {};
    return [...(responses?.values() ?? [])][0]?.examples[0]?.value;
  }

  beforeAll(async () => {
    [provider, mock, sso] = await Promise.all([startTestProvider(), mockOf('forum'), mockOf('sso')]);
    stateDir = await bindTestAgent(toolkit, provider);
  });
  afterAll(() => provider.close());

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
    // The base of the example is the forum's default address, and a base must be on the origin of its manifest: requests to
    // that address are redirected to the mock.
    const { base } = Object(Object(firstResponse('getManifest')).api);
    const redirected = { env: { NODE_OPTIONS: redirectOption(base, mock.url) } };
    const discovered = await toolkit.spawn(
      'agent-id-auth',
      ['discover', '--url', base, '--state-dir', stateDir],
      redirected,
    );
    expect(discovered.json).toEqual({
      ok: true,
      manifestUrl: `${base}/.well-known/platform-agent-id.json`,
      allowedHost: 'localhost',
      manifest: firstResponse('getManifest'),
    });
    const capabilities = await toolkit.spawn(
      'agent-id-auth',
      ['capabilities', '--url', base, '--state-dir', stateDir],
      redirected,
    );
    expect(capabilities.stdout).toMatch(/^# [\s\S]*listPosts[\s\S]*voteOnPost/);
  });

  test('mock: agent-id-core starts a sign-in on the sign-in mock', async () => {
    const { issuer } = Object(firstResponse('getOpenIdConfiguration', 'sso'));
    const { deep_link: deepLink, polling_code: pollingCode } = Object(firstResponse('authorize', 'sso'));
    // The examples contain the provider's default port.
    const { json } = await toolkit.spawn(
      'agent-id-core',
      ['auth', '--provider-address', providerAddress, '--sso-url', issuer, '--state-dir', toolkit.scratch()],
      { env: { NODE_OPTIONS: redirectOption(issuer, sso.url) } },
    );
    expect(json).toMatchObject({ ok: true, deepLink, pollingCode, qrCode: expect.any(String) });
  });
});

test('mock: stopping it frees its port', async () => {
  const own = await mockOf('backend');
  expect((await fetch(own.url)).status).toBe(404);
  await own.stop();
  mocks.delete('backend');
  await expect(fetch(own.url)).rejects.toThrow('fetch failed');
});
