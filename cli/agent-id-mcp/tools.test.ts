import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, expect, test } from 'vitest';
import { bindTestAgent, useTestProvider } from '../../contract-tests/fixtures/cli/core-with-provider.ts';
import { cleanEnv, useToolkit } from '../../contract-tests/fixtures/cli/executables.ts';
import { ownerSub, providerAddress } from '../../contract-tests/fixtures/cli/test-provider.ts';

const toolkit = useToolkit('agent-id-mcp');
const clients: Client[] = [];
const provider = useTestProvider();
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

interface Options {
  readonly stateDir?: string;
  readonly modern?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the executable and connects the official client to it. */
async function connect({ stateDir = toolkit.scratch(), modern = false, env = {} }: Options = {}, client?: Client) {
  const home = toolkit.scratch();
  const own =
    client ??
    new Client(
      { name: 'test', version: '1.0.0' },
      { versionNegotiation: { mode: modern ? { pin: '2026-07-28' } : 'legacy' } },
    );
  clients.push(own);
  await own.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [toolkit.path('agent-id-mcp')],
      env: {
        ...cleanEnv(home),
        AGENT_ID_STATE_DIR: stateDir,
        SSO_BASE_URL: provider.url,
        PLATFORM_PROVIDER_ADDRESS: providerAddress,
        ...env,
      },
    }),
  );
  return own;
}

const call = async (client: Client, name: string, args: Record<string, unknown> = {}) => {
  const { structuredContent, isError } = await client.callTool({ name, arguments: args });
  return { ...Object(structuredContent), isError } as Readonly<Record<string, unknown>>;
};

const tools = [
  'ask_owner',
  'call_service',
  'commit',
  'discover_service',
  'identity_status',
  'list_approvals',
  'sign_in',
  'sign_statement',
  'vault_exec',
  'vault_list',
  'verify_commit',
  'wait_for_owner',
];

test.each([false, true])(
  'agent-id-mcp: the official client lists the tools with their hints (2026-07-28: %s)',
  async (modern) => {
    const client = await connect({ modern });
    const listed = (await client.listTools()).tools;
    expect(listed.map(({ name }) => name).sort()).toEqual(tools);
    const hints = new Map(listed.map(({ name, annotations }) => [name, annotations]));
    expect(hints.get('vault_exec')).toMatchObject({ destructiveHint: true, openWorldHint: true });
    expect(hints.get('identity_status')).toMatchObject({ readOnlyHint: true });
    expect(await call(client, 'identity_status')).toMatchObject({ ok: true, bound: false });
  },
);

test('agent-id-mcp: sign_in shows link, QR code and comparison code, and wait_for_owner binds the agent', async () => {
  const stateDir = toolkit.scratch();
  const client = await connect({ stateDir });
  const started = await call(client, 'sign_in', { agent_name: 'Tester' });
  expect(started).toMatchObject({
    ok: true,
    deepLink: expect.stringContaining('http'),
    qrCode: expect.stringContaining('█'),
  });
  expect(await call(client, 'wait_for_owner')).toMatchObject({ ok: true, ownerSub });
  // A client whose response was lost repeats the call.
  expect(await call(client, 'wait_for_owner')).toMatchObject({ ok: true, dpopBound: true, ownerSub });
  // The other executables see the same identity.
  const { json } = await toolkit.run('agent-id-core', ['status', '--state-dir', stateDir]);
  expect(json).toMatchObject({ dpopBound: true, ownerSub });
});

test.each([false, true])(
  'agent-id-mcp: a client that opens URLs is asked to open the link (2026-07-28: %s)',
  async (modern) => {
    const client = new Client(
      { name: 'test', version: '1.0.0' },
      {
        capabilities: { elicitation: { url: {} } },
        versionNegotiation: { mode: modern ? { pin: '2026-07-28' } : 'legacy' },
      },
    );
    const opened: string[] = [];
    client.setRequestHandler('elicitation/create', ({ params }) => {
      if (params.mode === 'url') opened.push(params.url);
      return { action: 'accept' };
    });
    await connect({}, client);
    const { deepLink } = await call(client, 'sign_in');
    expect(opened).toEqual([deepLink]);
  },
);

test('agent-id-mcp: wait_for_owner without a sign-in, and wrong arguments, are results with isError', async () => {
  const client = await connect();
  expect(await call(client, 'wait_for_owner')).toMatchObject({ isError: true, ok: false, code: 'no_pending_auth' });
  for (const [name, args] of [
    ['sign_statement', { action: 5, payload: {} }],
    ['sign_statement', { payload: {} }],
    ['sign_in', { 'state-dir': '/elsewhere' }],
    ['wait_for_owner', { timeout_sec: 100_000 }],
    ['vault_exec', { service: 'a', env: 'B', command: 'sh -c' }],
  ] as const)
    expect((await client.callTool({ name, arguments: args })).isError, name).toBe(true);
  const { content } = await client.callTool({ name: 'wait_for_owner', arguments: { timeout: 5 } });
  expect(content).toMatchObject([
    { text: expect.stringContaining('unknown: timeout; the arguments are: timeout_sec') },
  ]);
  await expect(client.callTool({ name: 'no_such_tool', arguments: {} })).rejects.toThrow(/no_such_tool/);
});

test('agent-id-mcp: messages name the tools of the server, and no commands of a shell', async () => {
  const client = await connect();
  expect(await call(client, 'commit', { repository: toolkit.scratch(), message: 'm' })).toMatchObject({
    code: 'no_agent_keypair',
    error: 'No agent keypair. Run sign_in and wait_for_owner first.',
  });
  expect((await call(client, 'wait_for_owner'))['error']).toBe('No pending auth found. Run sign_in first.');
  const { message } = await call(client, 'sign_in', { agent_name: 'x'.repeat(80) });
  expect(message).toMatch(/^Show the link or QR code to the owner, then run wait_for_owner\./);
  expect(await call(client, 'call_service', { method: 'GET', url: provider.url })).toMatchObject({
    error: expect.stringMatching(/Run sign_in, then wait_for_owner\.|Run sign_in and wait_for_owner/),
  });
});

test('agent-id-mcp: messages name the arguments of a tool, not flags, and quote values as they are', async () => {
  const client = await connect({ stateDir: await bindTestAgent(toolkit, provider) });
  for (const [name, args, error] of [
    ['ask_owner', {}, 'Say what is asked: type with details, message, or both.'],
    ['ask_owner', { details: {} }, 'details needs type: payment, action or delegation.'],
    ['sign_in', { agent_name: '\u200b' }, expect.stringMatching(/^agent_name accepts 1 to /)],
    ['sign_in', { accept_provider: true }, 'accept_provider belongs to service.'],
    [
      'vault_exec',
      { service: 'mail', env: '--service', command: ['true'] },
      'env accepts the name of an environment variable, not "--service".',
    ],
    ['call_service', { url: 'ftp://--url' }, 'url accepts an absolute http or https URL, not "ftp://--url".'],
    ['call_service', { url: provider.url, body: 'x' }, 'A GET request has no body. Pass method POST, for example.'],
  ] as const) {
    const { content, structuredContent } = await client.callTool({ name, arguments: args });
    expect(structuredContent).toMatchObject({ ok: false, error });
    // No service responded, so no words are marked as those of one.
    expect(content).toEqual([{ type: 'text', text: expect.stringMatching(/^\{/) }]);
  }
});

test('agent-id-mcp: a statement is signed into the audit trail, whose head is a resource', async () => {
  const stateDir = await bindTestAgent(toolkit, provider);
  const client = await connect({ stateDir });
  const headOf = async () => {
    const { contents } = await client.readResource({ uri: 'agent-id://trail/head' });
    const [first] = contents;
    return JSON.parse(first && 'text' in first ? first.text : '') as { readonly seq: number };
  };
  const before = await headOf();
  // A value that looks like a flag is a value.
  const args = { action: '--state-dir=/elsewhere', payload: { note: '--foreign' } };
  expect(await call(client, 'sign_statement', args)).toMatchObject({ ok: true, seq: before.seq + 1 });
  expect((await headOf()).seq).toBe(before.seq + 1);
  const { json } = await toolkit.run('agent-id-core', ['verify', '--state-dir', stateDir]);
  expect(json).toMatchObject({ ok: true, errorCount: 0 });
  const { contents } = await client.readResource({ uri: 'agent-id://guide' });
  expect(contents[0]).toMatchObject({ mimeType: 'text/markdown', text: expect.stringContaining('identity_status') });
});

test('agent-id-mcp: commit and verify_commit work in the named repository', async () => {
  const stateDir = await bindTestAgent(toolkit, provider);
  const repository = toolkit.scratch();
  const client = await connect({ stateDir });
  const git = (...args: readonly string[]) => runGit(repository, args);
  git('init', '-q');
  writeFileSync(join(repository, 'file.txt'), 'text\n');
  git('add', 'file.txt');
  const made = await call(client, 'commit', { repository, message: '--amend' });
  expect(made).toMatchObject({ ok: true, signed: true });
  expect(git('log', '-1', '--format=%s')).toBe('--amend\n');
  const verified = await call(client, 'verify_commit', { repository });
  expect(verified).toMatchObject({ ok: true, commit: made['commitHash'], ownerSub });
  for (const wrong of [join(repository, 'missing'), join(repository, 'file.txt'), '.'])
    expect(await call(client, 'commit', { repository: wrong, message: 'm' })).toMatchObject({
      isError: true,
      error: `repository accepts the absolute path of a folder, not "${wrong}".`,
    });
});

test('agent-id-mcp: vault_exec returns the output with the credential masked, and the exit code', async () => {
  const stateDir = await bindTestAgent(toolkit, provider);
  const secret = 'correct-horse-battery';
  await toolkit.run(
    'agent-id-vault',
    ['store', '--service', 'mail', '--credential-env', 'SECRET', '--state-dir', stateDir],
    {
      env: { SECRET: secret },
    },
  );
  const client = await connect({ stateDir });
  expect(await call(client, 'vault_list')).toMatchObject({ credentials: [{ service: 'mail' }] });
  const script = 'cat; echo "is $TOKEN"; echo "err $TOKEN" >&2; exit 3';
  const args = { service: 'mail', env: 'TOKEN', command: ['sh', '-c', script] };
  const ran = await call(client, 'vault_exec', args);
  expect(ran).toMatchObject({
    isError: true,
    exitCode: 3,
    stdout: 'is <concealed by agent-id-vault>\n',
    stderr: expect.stringContaining('concealed'),
  });
  expect(JSON.stringify(ran)).not.toContain(secret);
  const slow = { ...args, command: ['sleep', '60'], timeout_sec: 1 };
  expect(await call(client, 'vault_exec', slow)).toMatchObject({ isError: true, exitCode: 137, timedOut: true });
  const large = { ...args, command: ['sh', '-c', 'head -c 1000000 /dev/zero | tr "\\0" x'] };
  expect(await call(client, 'vault_exec', large)).toMatchObject({ ok: true, truncated: true });
  expect(await call(client, 'vault_exec', { ...args, service: 'none' })).toMatchObject({ code: 'no_credential' });
  for (const command of [[''], ['true', '\0']])
    expect(await call(client, 'vault_exec', { ...args, command })).toMatchObject({ code: 'command_not_started' });
});

function runGit(repository: string, args: readonly string[]): string {
  mkdirSync(repository, { recursive: true });
  return execFileSync('git', ['-C', repository, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
    encoding: 'utf8',
    env: cleanEnv(repository),
  });
}
