import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { bindTestAgent, useTestProvider } from '../../contract-tests/fixtures/cli/core-with-provider.ts';
import { useToolkit, type ExecutableName, initRepo } from '../../contract-tests/fixtures/cli/executables.ts';
import { providerAddress } from '../../contract-tests/fixtures/cli/test-provider.ts';

const toolkit = useToolkit();
const provider = useTestProvider();
let stateDir: string;
let repo: string;
beforeAll(async () => {
  repo = initRepo(toolkit.scratch());
  stateDir = await bindTestAgent(toolkit, provider);
  await run('agent-id-core', 'sign', '--type', 't', '--action', 'a', '--payload', '1');
  await run('agent-id-vault', 'store', '--service', 'a', '--credential-env', 'SECRET');
  await run('agent-id-core', 'auth');
});

const env = () => ({ SSO_BASE_URL: provider.url, PLATFORM_PROVIDER_ADDRESS: providerAddress, SECRET: 's3cret' });
const run = (name: ExecutableName, ...args: readonly string[]) =>
  toolkit.run(name, [...args, '--state-dir', stateDir], { env: env(), cwd: repo });

type CommandLine = readonly [ExecutableName, ...string[]];
const status: CommandLine = ['agent-id-core', 'status'];
const sign: CommandLine = ['agent-id-core', 'sign', '--type', 't', '--action', 'a', '--payload', '1'];
const verify: CommandLine = ['agent-id-core', 'verify'];
const exportProof: CommandLine = ['agent-id-core', 'export-proof'];
const setup: CommandLine = ['agent-id-git', 'setup'];
const get: CommandLine = ['agent-id-vault', 'get', '--service', 'a'];
const header: CommandLine = ['agent-id-auth', 'header', '--url', 'https://a.example'];

/** Yields the content with one member at any depth replaced by a value of another type. */
function* bent(text: string): Generator<string> {
  const value = JSON.parse(text) as Readonly<Record<string, unknown>>;
  for (const [name, member] of Object.entries(value)) {
    for (const other of [null, 7, [], {}, 'text']) yield JSON.stringify({ ...value, [name]: other });
    if (typeof member !== 'object' || member === null) continue;
    for (const inner of Object.keys(member)) yield JSON.stringify({ ...value, [name]: { ...member, [inner]: [] } });
  }
}

const anything = ['', ' ', 'null', '7', '[]', '{}', '{"version":1}', '\u0000\uffff', '{"a":', '['.repeat(50_000)];

test.each<readonly [string, readonly CommandLine[]]>([
  ['keys/main.json', [status, ['agent-id-core', 'init'], verify, sign, setup, get, header]],
  ['owner-session.json', [status, exportProof, sign, ['agent-id-core', 'refresh'], setup, header]],
  ['pending-auth.json', [status, ['agent-id-core', 'bind', '--timeout-sec', '1', '--poll-interval-ms', '100']]],
  ['audit/checkpoint.json', [status, verify, sign]],
  ['audit/operations.jsonl', [status, verify, exportProof, sign]],
  ['vault/', [['agent-id-vault', 'list'], get, ['agent-id-vault', 'remove', '--service', 'a']]],
])('damaged state: with any content of %s every command prints JSON with a specific code', async (file, lines) => {
  const path = file.endsWith('/')
    ? join(stateDir, file, readdirSync(join(stateDir, file))[0] ?? '')
    : join(stateDir, file);
  const good = readFileSync(path, 'utf8');
  for (const content of [...anything, ...bent(file.endsWith('.jsonl') ? good.slice(0, good.indexOf('\n')) : good)]) {
    for (const [name, ...args] of lines) {
      writeFileSync(path, content);
      const { stdout, json } = await run(name, ...args);
      expect(stdout).toMatch(/^\{\n/);
      const what = `${name} ${args[0]} with ${content.slice(0, 300)}: ${String(json['error'])}`;
      expect(json['code'], what).not.toBe('internal_error');
    }
  }
  writeFileSync(path, good);
});
