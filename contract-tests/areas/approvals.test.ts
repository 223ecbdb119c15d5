import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, type ClientCapabilities } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeAll, expect, test } from 'vitest';
import { runPhone } from '../../cli/platform/phone/commands.ts';
import { cleanEnv, useToolkit } from '../fixtures/cli/executables.ts';
import { testProvider, urlOf } from '../fixtures/identity.ts';
import { deletePlatformData, startPlatform } from '../fixtures/platform.ts';
import { useStarted } from '../fixtures/use-started.ts';

// An agent asks its owner, with the toolkit and the software phone against a running provider.
const toolkit = useToolkit('agent-id-core', 'agent-id-auth', 'agent-id-mcp');
const platform = useStarted(() => startPlatform({ services: ['sso'] }), deletePlatformData);
let env: Readonly<Record<string, string>>;
let agent: string;
let phone: Parameters<typeof runPhone>[0];

beforeAll(async () => {
  env = { SSO_BASE_URL: urlOf(platform, 'sso'), PLATFORM_PROVIDER_ADDRESS: await testProvider(platform) };
  phone = { directory: toolkit.scratch(), baseUrl: urlOf(platform, 'sso'), show: () => undefined };
  agent = toolkit.scratch();
  const { json } = await core('auth');
  await runPhone(phone, ['approve', String(json['deepLink'])]);
  await core('bind', '--poll-interval-ms', '100');
});

const core = (...args: readonly string[]) => toolkit.run('agent-id-core', [...args, '--state-dir', agent], { env });
const deploy = JSON.stringify({ action: 'deploy', target: 'production', description: 'Release 4' });
const ask = (...args: readonly string[]) =>
  core('ask', '--type', 'action', '--details', deploy, '--message', 'May I?', ...args);

interface Inbox {
  readonly requests: readonly { readonly requestId: string; readonly permissions: readonly string[] }[];
}
const inbox = async () => ((await runPhone(phone, ['inbox'])) as Inbox).requests;

/** What the phone printed last. */
let printed = '';

/** Decides the request that arrives next. */
async function decideNext(decision: 'approve' | 'reject'): Promise<readonly string[]> {
  await expect.poll(async () => (await inbox()).length, { timeout: 20_000 }).toBe(1);
  const [request] = await inbox();
  printed = '';
  const show = (text: string) => void (printed += `${text}\n`);
  await runPhone({ ...phone, show }, [decision, String(request?.requestId)]);
  return request?.permissions ?? [];
}

test('toolkit: an agent asks its owner, waits, and gets the decision with a receipt in its trail', async () => {
  const [answer, shown] = await Promise.all([ask('--wait'), decideNext('approve')]);
  expect(shown).toEqual(['deploy production: Release 4']);
  expect(printed).toMatch(/^Says +May I\? \(its own words\)\nApproved, it can deploy production: Release 4$/m);
  expect(printed).not.toMatch(/null|signed in/);
  expect(answer.json).toMatchObject({
    ok: true,
    decision: 'approved',
    receipt: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    authorizationDetails: [{ type: 'action', action: 'deploy' }],
    auditSeq: expect.any(Number),
  });
});

test('toolkit: a rejected request is a decision with a receipt, not a failure', async () => {
  const [answer] = await Promise.all([ask('--wait'), decideNext('reject')]);
  expect(answer.json).toMatchObject({ ok: true, decision: 'rejected', receipt: expect.any(String) });
});

test('toolkit: without --wait the request waits in the inbox, and the same question continues it', async () => {
  const asked = await ask();
  expect(asked.json).toMatchObject({ decision: 'pending', link: expect.stringContaining('/owner/requests') });
  expect((await ask()).json).toMatchObject({ authReqId: asked.json['authReqId'], decision: 'pending' });
  const listed = async () => ((await core('approvals', 'list')).json['approvals'] as readonly object[])[0];
  expect(await listed()).toMatchObject({ decision: 'pending', authReqId: asked.json['authReqId'], message: 'May I?' });
  await decideNext('reject');
  const decided = { decision: 'rejected', decidedBy: 'person', receipt: expect.any(String), seq: expect.any(Number) };
  await expect.poll(listed, { timeout: 20_000, interval: 5_100 }).toMatchObject(decided);
  // The decision is told once; the same question is a new one afterwards.
  expect((await ask()).json).toMatchObject({ decision: 'rejected', authReqId: asked.json['authReqId'] });
  const again = await ask();
  expect(again.json).toMatchObject({ decision: 'pending' });
  expect(again.json['authReqId']).not.toBe(asked.json['authReqId']);
  await decideNext('reject');
});

/** Changes what the agent knows of its last request. */
function changeLastRequest(members: object): void {
  const path = join(agent, 'approvals.json');
  const { version, requests } = JSON.parse(readFileSync(path, 'utf8')) as { version: 1; requests: object[] };
  writeFileSync(
    path,
    JSON.stringify({ version, requests: [...requests.slice(0, -1), { ...requests.at(-1), ...members }] }),
  );
}

test('toolkit: the same question gets the decision that came while nobody waited, also after its time', async () => {
  const later = () => core('ask', '--message', 'Later?');
  const asked = await later();
  await decideNext('approve');
  changeLastRequest({ expiresAt: Math.floor(Date.now() / 1000) - 3600 });
  expect((await later()).json).toMatchObject({ decision: 'approved', authReqId: asked.json['authReqId'] });
  // As after a kill between the response of the provider and the write.
  changeLastRequest({ decided: undefined });
  expect((await later()).json).toMatchObject({ ok: false, code: 'ask_refused' });
  const again = await later();
  expect(again.json).toMatchObject({ decision: 'pending' });
  expect(again.json['authReqId']).not.toBe(asked.json['authReqId']);
  await decideNext('reject');
  expect((await later()).json).toMatchObject({ decision: 'rejected' });
});

test('toolkit: a question whose details have another order is the same question', async () => {
  const pay = (details: object) => core('ask', '--type', 'payment', '--details', JSON.stringify(details));
  const [amount, token, payee] = ['990000', 'USDC', '6Yx7sPZ1'];
  const { json } = await pay({ amount, token, payee });
  expect((await pay({ payee, amount, token })).json).toMatchObject({
    decision: 'pending',
    authReqId: json['authReqId'],
  });
  await decideNext('reject');
  expect((await pay({ token, payee, amount })).json).toMatchObject({ decision: 'rejected' });
});

test('toolkit: parallel processes that ask the same make one request', async () => {
  const together = () => core('ask', '--message', 'Together?');
  const asked = await Promise.all([together(), together(), together()]);
  expect(new Set(asked.map(({ json }) => json['authReqId'])).size).toBe(1);
  await decideNext('reject');
});

test('toolkit: verify checks the receipts in the trail, offline with the key history, and refuses another decision', async () => {
  const history = join(toolkit.scratch(), 'history.json');
  writeFileSync(history, await (await fetch(`${env['SSO_BASE_URL']}/oauth/jwks/history`)).text());
  expect((await core('verify', '--jwks-history', history)).json).toMatchObject({ ok: true });
  expect((await core('verify', '--jwks-history', history)).json).not.toHaveProperty('warnings');

  const [first] = (await core('approvals', 'list')).json['approvals'] as readonly { readonly receipt: string }[];
  const proof = (await core('export-proof')).json['operations'] as readonly {
    readonly envelope: { readonly payload: { readonly receipt?: string } };
  }[];
  const recorded = proof.map(({ envelope }) => envelope.payload).find(({ receipt }) => receipt === first?.receipt);
  for (const forged of [
    { ...recorded, decision: 'approved' },
    { ...recorded, request: { client_id: 'other' } },
  ])
    await core('sign', '--type', 'core', '--action', 'ask', '--payload', JSON.stringify(forged));
  const { json } = await core('verify', '--jwks-history', history);
  expect(json).toMatchObject({ ok: false, errorCount: 2, errors: [{ code: 'bad_receipt' }, { code: 'bad_receipt' }] });
});

/** Connects the official client to agent-id-mcp, with the state directory of the agent. */
async function connectMcp(capabilities: ClientCapabilities = {}) {
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities });
  const opened: string[] = [];
  if (capabilities.elicitation)
    client.setRequestHandler('elicitation/create', ({ params }) => {
      if (params.mode === 'url') opened.push(params.url);
      return { action: 'accept' };
    });
  const server = { command: process.execPath, args: [toolkit.path('agent-id-mcp')] };
  const own = { ...cleanEnv(toolkit.scratch()), ...env, AGENT_ID_STATE_DIR: agent };
  await client.connect(new StdioClientTransport({ ...server, env: own }));
  const askOwner = async (timeout: number) => {
    const details = JSON.parse(deploy) as object;
    const args = { type: 'action', details, message: 'By MCP', timeout_sec: timeout };
    const { structuredContent } = await client.callTool({ name: 'ask_owner', arguments: args });
    return structuredContent as Readonly<Record<string, unknown>>;
  };
  return { client, opened, askOwner };
}

test('agent-id-mcp: ask_owner returns a link, and a call with the same arguments continues to wait', async () => {
  const { client, askOwner } = await connectMcp();
  const first = await askOwner(0);
  expect(first).toMatchObject({ ok: true, decision: 'pending', link: `${env['SSO_BASE_URL']}/owner/requests` });
  await client.close();
  // Another process of the server knows the request.
  const other = await connectMcp();
  const [answer] = await Promise.all([other.askOwner(30), decideNext('approve')]);
  expect(answer).toMatchObject({ decision: 'approved', authReqId: first['authReqId'], receipt: expect.any(String) });
  await other.client.close();
});

test('agent-id-mcp: ask_owner asks a client that opens URLs to open the requests of the owner', async () => {
  const { client, opened, askOwner } = await connectMcp({ elicitation: { url: {} } });
  const [answer] = await Promise.all([askOwner(30), decideNext('reject')]);
  expect(answer).toMatchObject({ ok: true, decision: 'rejected' });
  expect(opened).toEqual([`${env['SSO_BASE_URL']}/owner/requests`]);
  await client.close();
});

test.each<[string, readonly string[], string]>([
  ['nothing to ask', ['ask'], 'invalid_flag'],
  ['details without a type', ['ask', '--details', '{}'], 'invalid_flag'],
  ['details that are not JSON', ['ask', '--type', 'action', '--details', '{'], 'invalid_flag'],
  ['a lone surrogate', ['ask', '--type', 'action', '--details', String.raw`{"target":"\ud800"}`], 'invalid_flag'],
  ['a type that the provider does not know', ['ask', '--type', 'loan', '--details', '{}'], 'ask_refused'],
  ['a message that is too long', ['ask', '--message', 'x'.repeat(61)], 'ask_refused'],
])('toolkit: ask with %s fails', async (_name, args, code) => {
  const { json } = await core(...args);
  expect(json).toMatchObject({ ok: false, code });
});

test('toolkit: an agent that its owner disconnected is told so when it asks, and what to do', async () => {
  const jkt = String((await core('status')).json['jkt']);
  await runPhone(phone, ['revoke', jkt]);
  expect((await ask('--new')).json).toMatchObject({
    ok: false,
    code: 'authorization_revoked',
    error: expect.stringContaining('Run agent-id-core bootstrap'),
  });
});
