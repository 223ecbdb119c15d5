import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bindTestAgent } from '../../contract-tests/fixtures/cli/core-with-provider.ts';
import {
  type ExecutableName,
  type RunOutput,
  useToolkit,
  git,
  gitWithInput,
  initRepo,
} from '../../contract-tests/fixtures/cli/executables.ts';
import { providerAddress, startTestProvider } from '../../contract-tests/fixtures/cli/test-provider.ts';
import { startTestService, type TestService } from '../../contract-tests/fixtures/cli/test-service.ts';
import { authProgram } from '../agent-id-auth/program.ts';
import { coreProgram } from '../agent-id-core/program.ts';
import { gitProgram } from '../agent-id-git/program.ts';
import { vaultProgram } from '../agent-id-vault/program.ts';
import { commonFlags, type ToolkitCommand } from './command/command.ts';
import { useStarted } from '../../contract-tests/fixtures/use-started.ts';

const toolkit = useToolkit();
const provider = useStarted(startTestProvider);
let service: TestService;
let bound: string;
let repo: string;
beforeAll(async () => {
  bound = await bindTestAgent(toolkit, provider);
  service = await startTestService();
  repo = initRepo(toolkit.scratch());
});
afterAll(() => service.close());

/** Text that moves the cursor, sets the title, reverses and hides what a person reads. */
const steering = fc.array(
  fc.constantFrom(
    '\u001b[2J',
    '\u001b]0;owned\u0007',
    '\u009b31m',
    '\u202e',
    '\u2066',
    '\u200b',
    '\u2028',
    '\r',
    '\u007f',
    '\b',
    '\t',
  ),
  { minLength: 1, maxLength: 3 },
);
const hostileText = fc
  .tuple(steering, fc.constantFrom('name', 'ok ✓', 'https://a.example/', '"', '\n'))
  .map(([controls, text]) => `x${controls.join(text)}y`);

const members = [
  'error',
  'error_description',
  'name',
  'message',
  'title',
  'issuer',
  'state',
  'code',
  'status',
  'applicationName',
];
const urls = ['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'url', 'deepLink'];

/** Answers everything with the text in every member that a client may print. */
const answers = (text: string) =>
  fc.record({
    status: fc.constantFrom(200, 400, 401, 403, 500),
    type: fc.constantFrom('application/json', 'text/plain', 'text/html'),
    body: fc.constantFrom(
      JSON.stringify(Object.fromEntries(members.map((name) => [name, text]))),
      JSON.stringify({ ...Object.fromEntries(urls.map((name) => [name, `http://${text}`])), keys: [{ kid: text }] }),
      JSON.stringify({ version: 2, service: { name: text, [text]: text }, auth: text, api: { [text]: text } }),
      text,
    ),
  });

function expectHarmless({ stdout, stderr }: RunOutput, command: string): void {
  expect(`${stdout}${stderr}`.replaceAll('\n', ''), command).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  if (stdout.startsWith('{')) expect(JSON.parse(stdout), command).toBeTypeOf('object');
}

const commands = [coreProgram, gitProgram, vaultProgram, authProgram].flatMap(({ name, commands }) =>
  commands.map((command) => [`${name} ${command.name}`, name as ExecutableName, command] as const),
);

/** Without any of their flags these wait for standard input. */
const readsInput = new Set(['agent-id-core hook tool-use', 'agent-id-git hook pre-receive', 'agent-id-vault store']);

/** Required flags of a command and some others, with the text as the value of each. */
const hostileFlags = ({ flags }: ToolkitCommand, value: string, chosen: number): readonly string[] =>
  Object.entries(flags).flatMap(([name, { type, required }], index) =>
    type === 'string' && !(name in commonFlags) && (required || (chosen >> index) % 2 === 1)
      ? [`--${name}=${value}`]
      : [],
  );

test.each(commands)('%s: hostile values and hostile answers steer no terminal', async (title, name, command) => {
  await fc.assert(
    fc.asyncProperty(
      hostileText.chain((value) => fc.tuple(fc.constant(value), answers(value))),
      fc.boolean(),
      fc.nat(0xffff),
      async (asked, isBound, chosen) => {
        const [value, { status, type, body }] = asked;
        service.respond = (_request, response: ServerResponse) =>
          response.writeHead(status, { 'content-type': type, 'www-authenticate': 'DPoP error="\u009b31m"' }).end(body);
        const run = (flags: readonly string[]) =>
          toolkit.run(name, [...command.name.split(' '), ...flags], {
            cwd: repo,
            sleep: () => Promise.resolve(),
            env: {
              SSO_BASE_URL: service.url,
              PLATFORM_PROVIDER_ADDRESS: providerAddress,
              AGENT_ID_STATE_DIR: isBound ? bound : toolkit.scratch(),
            },
          });
        expectHarmless(await run(hostileFlags(command, value, readsInput.has(title) ? 0xffff : chosen)), title);
        if ('url' in command.flags) expectHarmless(await run([`--url=${service.url}/`]), title);
        expectHarmless(await run([`--x${value}`]), title);
      },
    ),
    { numRuns: 20 },
  );
});

const hostile = 'x\u001b]0;owned\u0007\u202e\u009b2Jy';

test('agent-id-auth: a response with hostile text is printed as its escapes, and a refusal of the provider without them', async () => {
  const agent = await bindTestAgent(toolkit, provider);
  service.respond = (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ title: hostile }));
  const called = await toolkit.run('agent-id-auth', ['call', `--url=${service.url}/`, '--state-dir', agent]);
  expectHarmless(called, 'call');
  expect(called.json['body']).toEqual({ title: hostile });

  const refusal = { error: 'invalid_request', error_description: hostile };
  provider.behaviour.nextResponses.push({ path: '/oauth/token', response: [400, refusal] });
  const refreshed = await toolkit.run('agent-id-core', ['refresh', '--state-dir', agent]);
  expect(refreshed.json).toMatchObject({ ok: false, error: expect.stringContaining('owned') });
  expectHarmless(refreshed, 'refresh');
});

test('agent-id-git: a commit, its trailers and its note steer no terminal', async () => {
  const agent = await bindTestAgent(toolkit, provider);
  const committed = await toolkit.run(
    'agent-id-git',
    ['commit', '--allow-empty', `--message=Work ${hostile}`, '--state-dir', agent],
    { cwd: repo, env: { SSO_BASE_URL: provider.url } },
  );
  expectHarmless(committed, 'commit');
  const object = gitWithInput(repo, '', 'cat-file', 'commit', 'HEAD');
  const forged = object.replace(/^Agent-[^:]*: .*$/gm, (line) => `${line}${hostile}`);
  const hash = gitWithInput(repo, forged, 'hash-object', '-t', 'commit', '-w', '--stdin', '--literally').trim();
  git(repo, 'update-ref', 'HEAD', hash);
  for (const note of [
    hostile,
    JSON.stringify({ version: hostile }),
    JSON.stringify({ version: 3, id_token: hostile }),
  ]) {
    gitWithInput(repo, note, 'notes', '--ref=refs/notes/agent-id', 'add', '-f', '-F', '-', 'HEAD');
    expectHarmless(await toolkit.run('agent-id-git', ['verify', '--state-dir', agent], { cwd: repo }), 'verify');
  }
});
