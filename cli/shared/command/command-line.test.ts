import { expect, test } from 'vitest';
import { authProgram } from '../../agent-id-auth/program.ts';
import { coreProgram } from '../../agent-id-core/program.ts';
import { gitProgram } from '../../agent-id-git/program.ts';
import { vaultProgram } from '../../agent-id-vault/program.ts';
import { runCommandLine } from './command-line.ts';
import { defineCommand } from './command.ts';
import { Failure } from '../failure.ts';
import type { CommandHost } from '../host.ts';

const host: CommandHost = {
  env: {},
  home: '/home/a',
  cwd: '/base',
  programDir: '/program',
  now: () => 0,
  randomBytes: (size) => Buffer.alloc(size),
  sleep: () => Promise.resolve(),
  log: () => undefined,
};

const echo = defineCommand({
  name: 'echo',
  summary: 'Says what it was given.',
  output: 'ok, flags',
  flags: {
    text: { type: 'string', required: true, short: 't', alias: 'words', help: 'Some text.' },
    count: { type: 'number', default: 3, min: 1, max: 9, help: 'How often.' },
    loud: { type: 'boolean', help: 'In capitals.' },
    tag: { type: 'string', multiple: true, help: 'A tag.' },
    note: { type: 'string', help: 'A note.' },
    'refuse-all-that-is-not-text': { type: 'boolean', help: 'A long name.' },
  },
  run: async ({ flags, rest, stateDir }) => ({ json: { ok: flags.text !== 'bad', flags, rest, stateDir } }),
});
const wrap = defineCommand({
  name: 'wrap',
  summary: 'Takes another command.',
  output: 'text',
  flags: {},
  rest: '<command>',
  run: async ({ rest }) => ({ text: rest.join('|') }),
});
const fail = defineCommand({
  name: 'fail',
  summary: 'Fails.',
  output: 'nothing',
  flags: { how: { type: 'string', default: 'failure', help: 'How.' } },
  run: async ({ flags }) => {
    throw flags.how === 'failure' ? new Failure('bad_owner', 'It failed.', { extra: 1 }) : new TypeError('a bug');
  },
});

const run = async (...args: readonly string[]) => {
  const { stdout, exitCode } = await runCommandLine(
    { name: 'tool', version: '1.2.3', summary: 'a tool.', commands: [echo, wrap, fail] },
    args,
    host,
  );
  return {
    stdout,
    exitCode,
    json: stdout.startsWith('{') ? (JSON.parse(stdout) as Readonly<Record<string, unknown>>) : {},
  };
};

test.each([
  ['separate words', ['--text', 'a', '--count', '4', '--loud']],
  ['equals signs', ['--text=a', '--count=4', '--loud']],
  ['short forms', ['-t', 'a', '--count=4', '--loud']],
  ['aliases', ['--words', 'a', '--count=4', '--loud']],
])('flags: %s are parsed', async (_case, args) => {
  expect((await run('echo', ...args)).json['flags']).toMatchObject({ text: 'a', count: 4, loud: true, tag: [] });
});

test('flags: defaults, repeatable flags and --state-dir are parsed', async () => {
  const { json } = await run('echo', '--text', 'a', '--tag', 'x', '--tag=y', '--state-dir', 'here');
  expect(json).toMatchObject({ flags: { count: 3, loud: false, tag: ['x', 'y'] }, stateDir: '/base/here' });
  expect((await run('echo', '--text', 'a')).json['stateDir']).toBe('/home/a/.agent-id');
});

test('flags: a value that begins with a dash is accepted after an equals sign', async () => {
  expect((await run('echo', '--text=-a')).json['flags']).toMatchObject({ text: '-a' });
  expect((await run('echo', '--text', '-a')).json['code']).toBe('invalid_flag');
});

test.each(['--text', '--words', '--note'])(
  'flags: a thumbprint that begins with a dash is a value of %s',
  async (flag) => {
    for (const jkt of [`-${'a'.repeat(42)}`, `--${'x'.repeat(41)}`, `-t${'a'.repeat(41)}`, `-${'a'.repeat(21)}`]) {
      const { json } = await run('echo', flag, jkt, '--loud', ...(flag === '--note' ? ['--text', 'a'] : []));
      expect(json['flags']).toMatchObject({ [flag === '--note' ? 'note' : 'text']: jkt, loud: true });
    }
  },
);

test('flags: a flag with a long name is not a value of the flag before it', async () => {
  expect((await run('echo', '--text', '--refuse-all-that-is-not-text', '--loud')).json['code']).toBe('invalid_flag');
});

test.each([
  ['an unknown flag', ['--text=a', '--txet=b'], 'unknown_flag', '--txet'],
  ['an unknown short flag', ['--text=a', '-x'], 'unknown_flag', '-x'],
  ['a missing flag', [], 'missing_flag', '--text'],
  ['an empty required value', ['--text='], 'invalid_flag', '--text'],
  ['a missing value', ['--text'], 'invalid_flag', '--text'],
  ['a value for a switch', ['--text=a', '--loud=yes'], 'invalid_flag', '--loud'],
  ['a word that belongs to no flag', ['--text=a', 'b'], 'unexpected_argument', '"b"'],
  ['words after -- where none are taken', ['--text=a', '--', 'b'], 'unexpected_argument', '"b"'],
  ['text for a number', ['--text=a', '--count=many'], 'invalid_flag', '--count'],
  ['a fraction', ['--text=a', '--count=1.5'], 'invalid_flag', '--count'],
  ['a number below its range', ['--text=a', '--count=0'], 'invalid_flag', '--count'],
  ['a number above its range', ['--text=a', '--count=10'], 'invalid_flag', '--count'],
  ['a repeated flag', ['--text=a', '--text=b'], 'repeated_flag', '--text'],
  ['a repeated flag with the same value', ['--text=a', '--count=4', '--count=4'], 'repeated_flag', '--count'],
  ['a repeated switch', ['--text=a', '--loud', '--loud'], 'repeated_flag', '--loud'],
  ['a repeated short form', ['-t', 'a', '--text', 'b'], 'repeated_flag', '--text'],
  ['a flag and its alias with different values', ['--text=a', '--words=b'], 'invalid_flag', '--words'],
])('flags: %s is refused as JSON with exit code 1', async (_case, args, code, named) => {
  const { json, exitCode } = await run('echo', ...args);
  expect(exitCode).toBe(1);
  expect(json).toEqual({ ok: false, error: expect.stringContaining(named), code });
});

test('command line: words after -- are passed on, help flags included', async () => {
  expect((await run('wrap', '--', 'a', '--help', '--', '-x')).stdout).toBe('a|--help|--|-x');
});

test.each([[[]], [['help']], [['--help']], [['-h']]])(
  'command line: %j prints usage and exits 0 [B23, B25]',
  async (args) => {
    const { stdout, exitCode } = await run(...args);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^tool 1\.2\.3[\s\S]*echo[\s\S]*--state-dir/);
  },
);

test.each([[['echo', '--help']], [['echo', '--text', 'a', '-h']], [['help', 'echo']]])(
  'command line: %j prints the usage of the command',
  async (args) => {
    const { stdout, exitCode } = await run(...args);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('--text, --words, -t <text>');
    expect(stdout).toContain('(required)');
    expect(stdout).toContain('(default: 3)');
  },
);

test('command line: --version prints the version', async () => {
  expect(await run('--version')).toMatchObject({ stdout: '1.2.3\n', exitCode: 0 });
});

test('command line: results are JSON with two-space indent, and ok false exits 1 [B26]', async () => {
  const good = await run('echo', '--text', 'a');
  expect(good.stdout).toMatch(/^\{\n {2}"ok": true,\n/);
  expect(good.exitCode).toBe(0);
  expect((await run('echo', '--text', 'bad')).exitCode).toBe(1);
});

test('command line: a failure prints code and details, an unexpected error no stack', async () => {
  expect((await run('fail')).json).toEqual({ ok: false, error: 'It failed.', code: 'bad_owner', extra: 1 });
  expect((await run('fail', '--how', 'bug')).json).toEqual({
    ok: false,
    error: 'Unexpected failure: a bug',
    code: 'internal_error',
  });
});

test('command line: an unknown command is refused and the message lists the commands', async () => {
  const { json, exitCode } = await run('ehco');
  expect(exitCode).toBe(1);
  expect(json['error']).toContain('echo, wrap, fail');
});

/** Commands and flags of the interface document with their defaults. */
const documented = {
  'agent-id-core': {
    bootstrap: { 'provider-address': undefined },
    init: {},
    auth: { 'provider-address': undefined, 'sso-url': undefined, 'oidc-origin': 'http://localhost' },
    bind: { 'timeout-sec': 300, 'poll-interval-ms': 3000 },
    'setup-owner-session': { 'provider-address': undefined, verbose: undefined },
    refresh: {},
    status: {},
    sign: { type: undefined, action: undefined, payload: undefined, 'agent-id': 'main', meta: undefined },
    verify: {},
    'export-proof': {},
  },
  'agent-id-git': {
    setup: {},
    commit: { message: undefined, push: undefined, remote: 'origin', 'allow-empty': undefined },
    verify: { commit: 'HEAD', 'sso-url': undefined },
  },
  'agent-id-vault': {
    store: {
      service: undefined,
      type: 'api-key',
      'credential-file': undefined,
      'credential-env': undefined,
      credential: undefined,
      username: undefined,
      url: undefined,
    },
    get: { service: undefined },
    list: {},
    remove: { service: undefined },
  },
  'agent-id-auth': {
    header: { url: undefined, method: 'GET', raw: undefined },
    call: {
      url: undefined,
      method: 'GET',
      body: undefined,
      'body-file': undefined,
      'content-type': 'application/json',
      'timeout-ms': 30_000,
      'max-bytes': 10_485_760,
    },
    discover: { url: undefined, 'allow-insecure': undefined, 'timeout-ms': 5000 },
    capabilities: { url: undefined, 'allow-insecure': undefined, 'timeout-ms': 5000 },
    support: { url: undefined, 'allow-insecure': undefined, 'timeout-ms': 5000 },
  },
} as const;

test.each([coreProgram, gitProgram, vaultProgram, authProgram])(
  '$name: commands, flags and defaults are those of the interface document [B1, B24, B66]',
  (program) => {
    const expected: Readonly<Record<string, Readonly<Record<string, unknown>>>> =
      documented[program.name as keyof typeof documented];
    for (const [name, flags] of Object.entries(expected)) {
      const command = program.commands.find((one) => one.name === name);
      const actual = Object.entries(command?.flags ?? {}).map(([flag, { default: value }]) => [flag, value]);
      expect(Object.fromEntries(actual), `${program.name} ${name}`).toMatchObject(flags);
      expect(command?.flags['state-dir']).toBeDefined();
    }
  },
);
