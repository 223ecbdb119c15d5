import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { cleanEnv, useToolkit, type RunOutput } from '../fixtures/cli/executables.ts';
import { startTestProvider } from '../fixtures/cli/test-provider.ts';
import { respondJson, startTestService, type TestService } from '../fixtures/cli/test-service.ts';
import { enrolOwner, type Owner, urlOf } from '../fixtures/identity.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';

const toolkit = useToolkit('agent-id-core', 'agent-id-mcp');
let platform: RunningPlatform;
let service: TestService;
let owner: Owner;
let stateDir: string;
beforeAll(async () => {
  service = await startTestService();
  platform = await startPlatform({
    services: ['sso', 'forum'],
    env: { CLIENT_REGISTRATION: 'open', RESOURCE_SERVERS: `Library=${service.url}` },
  });
  owner = await enrolOwner(platform);
});
afterAll(async () => {
  await platform.stop();
  await deletePlatformData(platform);
  await service.close();
});
beforeEach(() => {
  stateDir = toolkit.scratch();
  service.respond = (request, response) =>
    request.path === '/.well-known/oauth-protected-resource'
      ? respondJson(response, 200, {
          resource: service.url,
          authorization_servers: [urlOf(platform, 'sso')],
          scopes_supported: ['openid'],
        })
      : respondJson(response, 200, { authorization: request.headers['authorization'] });
});

/** Runs a command of an agent that knows no provider: its environment names none. */
const agent = (name: 'agent-id-core' | 'agent-id-auth', ...args: readonly string[]): Promise<RunOutput> =>
  toolkit.run(name, [...args, '--state-dir', stateDir]);
const auth = (...args: readonly string[]) => agent('agent-id-core', 'auth', ...args);
const forum = () => urlOf(platform, 'forum');

async function signIn(...args: readonly string[]): Promise<RunOutput> {
  const { json } = await auth(...args);
  await owner.decide(String(json['deepLink']), 'approve');
  return agent('agent-id-core', 'bind', '--poll-interval-ms', '100');
}
const call = (url: string, body: object) =>
  agent('agent-id-auth', 'call', '--url', url, '--method', 'POST', '--body', JSON.stringify(body));

test('core auth --service: an agent that knows only the address of the forum registers, is approved and posts', async () => {
  const started = await auth('--service', `${forum()}/any/page`, '--accept-provider');
  expect(started.json).toMatchObject({
    ok: true,
    provider: urlOf(platform, 'sso'),
    resource: forum(),
    scope: 'openid forum:write forum:vote',
  });
  await owner.decide(String(started.json['deepLink']), 'approve');
  expect((await agent('agent-id-core', 'bind', '--poll-interval-ms', '100')).json).toMatchObject({
    ok: true,
    ownerSub: owner.sub,
  });
  expect(
    (await call(`${forum()}/api/forums`, { name: 'from-outside', description: 'Known by address' })).json['status'],
  ).toBe(201);
  const post = { title: 'Hello', body: 'From outside.', forum: 'from-outside' };
  expect((await call(`${forum()}/api/posts`, post)).json['status']).toBe(201);
  expect((await agent('agent-id-core', 'refresh')).json['ok']).toBe(true);
  expect((await agent('agent-id-auth', 'call', '--url', `${forum()}/api/agent-auth`)).json['status']).toBe(200);
  expect((await agent('agent-id-core', 'status')).json['services']).toEqual([
    { resource: forum(), scope: 'openid forum:write forum:vote' },
  ]);
});

test('core auth --service: a provider on another origin is named, and needs --accept-provider', async () => {
  const refused = await auth('--service', forum());
  expect(refused.json).toMatchObject({ ok: false, code: 'provider_not_accepted' });
  expect(refused.json['error']).toContain(`signs its callers in at ${urlOf(platform, 'sso')}`);
  const named = await toolkit.run('agent-id-core', ['auth', '--service', forum(), '--state-dir', stateDir], {
    env: { SSO_BASE_URL: urlOf(platform, 'sso') },
  });
  expect(named.json['ok']).toBe(true);
});

test('core auth --service: --scope asks for less', async () => {
  const { json } = await auth('--service', forum(), '--accept-provider', '--scope', 'forum:vote');
  expect(json['scope']).toBe('openid forum:vote');
});

test('core auth --service: a repeated auth continues the pending sign-in and registers no second application', async () => {
  const first = await auth('--service', forum(), '--accept-provider');
  const again = await auth('--service', forum(), '--accept-provider');
  expect(again.json['pollingCode']).toBe(first.json['pollingCode']);
});

test('core auth --service: a further service of the provider has a session of its own beside the first', async () => {
  await signIn('--service', forum(), '--accept-provider');
  const bound = await signIn('--service', service.url);
  expect(bound.json).toMatchObject({ ok: true, ownerSub: owner.sub });
  const { json } = await agent('agent-id-auth', 'call', '--url', `${service.url}/books`);
  const token = JSON.stringify(json['body']).match(/DPoP [^.]+\.([^.]+)/)?.[1] ?? '';
  expect(JSON.parse(Buffer.from(token, 'base64url').toString())['aud']).toContain(service.url);
  expect((await agent('agent-id-auth', 'call', '--url', `${forum()}/api/agent-auth`)).json['status']).toBe(200);
  expect((await agent('agent-id-core', 'status')).json['services']).toHaveLength(2);

  const protect = { AGENT_ID_NEW_PASSPHRASE: 'secret' };
  await toolkit.run('agent-id-core', ['passphrase', 'set', '--state-dir', stateDir], { env: protect });
  const under = (...args: readonly string[]) =>
    toolkit.run('agent-id-auth', [...args, '--state-dir', stateDir], { env: { AGENT_ID_PASSPHRASE: 'secret' } });
  expect((await under('call', '--url', `${service.url}/books`)).json['status']).toBe(200);
});

test('core setup-owner-session: an agent that signed in by the address of a service is unbound without a provider address', async () => {
  await signIn('--service', forum(), '--accept-provider');
  const { providerAddress } = (await agent('agent-id-core', 'status')).json;
  const unbound = await agent('agent-id-core', 'setup-owner-session');
  expect(unbound.json).toMatchObject({ ok: true, providerAddress });
  expect((await agent('agent-id-core', 'status')).json['bound']).toBe(false);
});

test.each(['rotate', 'rotate --abandon'])('core %s: the old key acts at no service any more', async (command) => {
  await signIn('--service', forum(), '--accept-provider');
  await signIn('--service', service.url);
  const jkt = String((await agent('agent-id-core', 'status')).json['jkt']);
  expect((await agent('agent-id-core', 'ask', '--message', 'May I?')).json).toMatchObject({ decision: 'pending' });
  const rotate = () => agent('agent-id-core', ...command.split(' '), '--timeout-sec', '0');
  const first = await rotate();
  if (command === 'rotate') {
    expect(first.json['code']).toBe('bind_timeout');
    await owner.decide(/http\S+\/approve\/\S+/.exec(first.stderr)?.[0] ?? '', 'approve');
    expect((await rotate()).json).toMatchObject({ ok: true, previousJkt: jkt, oldSessionRevoked: true });
    // The provider would tell its decision to the former key only.
    expect((await agent('agent-id-core', 'approvals', 'list')).json).toMatchObject({ ok: true, approvals: [] });
  }
  const reason = command === 'rotate' ? 'rotated' : 'client';
  expect(unwrap(await owner.sso.getKeyStatus({ path: { jkt }, query: {} }))).toMatchObject({
    status: 'revoked',
    reason,
  });
});

test('core auth --service: a service of another provider leaves the identity bound where it is', async () => {
  await signIn('--service', forum(), '--accept-provider');
  const other = await startTestProvider();
  service.respond = (_request, response) =>
    respondJson(response, 200, { resource: service.url, authorization_servers: [other.url] });
  expect((await auth('--service', service.url, '--accept-provider')).json).toMatchObject({
    ok: false,
    code: 'bound_to_another_provider',
  });
  expect((await agent('agent-id-core', 'status')).json).toMatchObject({ dpopBound: true, ownerSub: owner.sub });
  await other.close();
});

test.each([
  ['no metadata', 404, {}, 'no_service_metadata'],
  ['an error', 503, {}, 'no_service_metadata'],
  [
    'another resource',
    200,
    { resource: 'https://elsewhere.example', authorization_servers: ['https://a.example'] },
    'invalid_service_metadata',
  ],
  ['no provider', 200, { authorization_servers: [] }, 'invalid_service_metadata'],
  ['a provider without TLS', 200, { authorization_servers: ['http://a.example'] }, 'invalid_service_metadata'],
  ['a provider with a user name', 200, { authorization_servers: ['https://a@b.example'] }, 'invalid_service_metadata'],
  [
    'scopes with a quote',
    200,
    { authorization_servers: ['https://a.example'], scopes_supported: ['a"b'] },
    'invalid_service_metadata',
  ],
])(
  'RFC 9728: a service with %s is refused before anything is registered or stored',
  async (_what, status, members, code) => {
    service.respond = (_request, response) => respondJson(response, status, { resource: service.url, ...members });
    const { json } = await auth('--service', service.url, '--accept-provider');
    expect(json).toMatchObject({ ok: false, code });
    expect((await agent('agent-id-core', 'status')).json).toMatchObject({ initialized: false });
  },
);

test('core auth --service: a provider that registers nobody says so', async () => {
  const closed = await startPlatform({ services: ['sso', 'forum'], env: { CLIENT_REGISTRATION: 'off' } });
  const { json } = await auth('--service', urlOf(closed, 'forum'), '--accept-provider');
  expect(json).toMatchObject({ ok: false, code: 'registration_refused' });
  await closed.stop();
  await deletePlatformData(closed);
});

test('core auth: --scope without --service is refused', async () => {
  expect((await auth('--scope', 'openid')).json).toMatchObject({ ok: false, code: 'invalid_flag' });
});

test('core bootstrap --service: a repeated run finds the session of the service', async () => {
  await signIn('--service', forum(), '--accept-provider');
  const { json } = await agent('agent-id-core', 'bootstrap', '--service', forum());
  expect(json).toMatchObject({ ok: true, alreadyBootstrapped: true, resource: forum() });
  expect(unwrap(await owner.sso.listConnectedSessions()).sessions.length).toBeGreaterThan(0);
});

test('agent-id-mcp: discover_service says how to sign in, and after the approval its tools write', async () => {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const env = { ...cleanEnv(stateDir), AGENT_ID_STATE_DIR: stateDir };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [toolkit.path('agent-id-mcp')], env }),
  );
  const use = async (name: string, args: object): Promise<Readonly<Record<string, unknown>>> =>
    Object((await client.callTool({ name, arguments: { ...args } })).structuredContent);
  const found = await use('discover_service', { url: forum() });
  expect(found).toMatchObject({
    signIn: { provider: urlOf(platform, 'sso'), arguments: { service: forum(), accept_provider: true } },
  });
  const started = await use('sign_in', { service: forum(), accept_provider: true });
  await owner.decide(String(started['deepLink']), 'approve');
  expect(await use('wait_for_owner', {})).toMatchObject({ ok: true, ownerSub: owner.sub });
  const created = {
    method: 'POST',
    url: `${forum()}/api/forums`,
    body: '{"name":"by-mcp","description":"By address"}',
  };
  expect(await use('call_service', created)).toMatchObject({ status: 201 });
  expect(await use('discover_service', { url: forum() })).not.toHaveProperty('signIn');
  await client.close();
});
