import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { frameworks } from '../../cli/platform/init/create-starter.ts';
import { freePort } from '../../src/runtime/start/ports.ts';
import { artefacts, type Machine, openMachine, type Running } from './machine.ts';

const archives = readdirSync(artefacts).filter((name) => /^platform-(cli|agent-id-core|agent-id-auth)-/.test(name));

const guide = readFileSync(resolve(import.meta.dirname, '..', '..', 'docs/guides/gateway.md'), 'utf8');
const [, fiveMinutes = ''] = /\n## Five minutes\n([^]*?)\n## /.exec(guide) ?? [];
/** Returns the block of the gateway's guide that contains a word. */
function blockOf(word: string): string {
  const blocks = [...fiveMinutes.matchAll(/```\w+\n([^]*?)```/g)].map(([, text = '']) => text);
  const found = blocks.find((text) => text.includes(word));
  if (found === undefined) throw new Error(`docs/guides/gateway.md has no block with ${word} under "Five minutes".`);
  return found;
}

let machine: Machine;
let dev: Running;
let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  machine = openMachine('20');
  for (const archive of archives) cpSync(join(artefacts, archive), join(machine.folder, archive));
  const names = ['SSO', 'FORUM', 'BACKEND', 'NOTIFICATIONS', 'WEB'];
  const ports = await Promise.all(names.map(async (name) => [`${name}_PORT`, String(await freePort())] as const));
  env = { HOME: machine.folder, LOG_LEVEL: 'warn', ...Object.fromEntries(ports) };
  const installed = await machine.run(blockOf('npm install'));
  expect(installed, installed.stderr).toMatchObject({ code: 0 });
  dev = await machine.start('exec node_modules/.bin/platform dev', 'ready', { env });
});
afterAll(() => dev?.stop());

const platform = (commands: string) => machine.run(commands, { env });

/** Runs one command with --json. @returns its one object */
async function json(command: string): Promise<Readonly<Record<string, unknown>>> {
  const { stdout, stderr } = await platform(`npx platform ${command} --json || true`);
  expect(stdout.trim().split('\n'), stderr).toHaveLength(1);
  return JSON.parse(stdout);
}

const commands = [
  'dev start login logout clients apps keys listen trigger mock phone init open doctor demo gateway completion',
  'clients create,clients list,clients update,clients secret,apps create,apps list,keys create',
].flatMap((line) => (line.includes(',') ? line.split(',') : line.split(' ')));

test('platform: every command has --help with examples, which does nothing else', async () => {
  const { stdout, code } = await platform(
    commands.map((name) => `echo "== ${name}"; npx platform ${name} --help; echo "exit $?"`).join('\n'),
  );
  expect(code).toBe(0);
  const helps = stdout.split('== ').slice(1);
  expect(helps).toHaveLength(commands.length);
  for (const help of helps) expect(help).toMatch(/^[a-z ]+\nUsage: platform [^]*\nExamples:\n {2}[^]*exit 0\n$/);
});

test('platform: wrong usage exits 2 and names what was meant, as one object with --json', async () => {
  const wrong = await platform('npx platform lgoin || echo "exit $?"');
  expect(wrong.stdout).toContain('exit 2');
  const unknown = await platform('npx platform lgoin || test $? = 2');
  expect(unknown).toMatchObject({ code: 0, stderr: expect.stringContaining('Did you mean login?') });
  expect(await json('apps create')).toMatchObject({ ok: false, code: 'missing_mandatory_option_value' });
  expect(await json('clients update 0')).toMatchObject({
    code: 'nothing_to_change',
    error: expect.stringContaining('--redirect-uri'),
  });
  expect((await platform('npx platform --version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('platform completion: the scripts of bash, zsh and fish name the commands, and bash accepts its own', async () => {
  const { stdout, code } = await platform(
    `npx platform completion zsh; npx platform completion fish; npx platform completion bash > platform.bash
     source platform.bash; COMP_WORDS=(platform clients cr); COMP_CWORD=2; _platform; echo "bash: \${COMPREPLY[*]}"`,
  );
  expect(code).toBe(0);
  expect(stdout).toContain('#compdef platform');
  expect(stdout).toContain('complete -c platform');
  expect(stdout).toContain('bash: create');
});

const missing = ['caddy version', 'python3 --version', 'curl --version'].filter((command) => {
  const [program = '', flag = ''] = command.split(' ');
  return spawnSync(program, [flag], { stdio: 'ignore' }).status !== 0;
});
if (missing.length > 0) console.warn(`The guide of the gateway is not run: ${missing.join(', ')} failed.`);
test.skipIf(missing.length > 0)(
  'platform gateway: by the commands of its guide, an agent reaches a service in Python behind Caddy, and nobody else does',
  async () => {
    const ports = Object.fromEntries(
      await Promise.all(
        ['8443', '8080', '8000', '4005'].map(async (port) => [port, String(await freePort())] as const),
      ),
    );
    const withPorts = (text: string) =>
      Object.entries({ ...ports, '4001': env['SSO_PORT'] ?? '' }).reduce(
        (changed, [from, to]) => changed.replaceAll(from, to),
        text,
      );
    const settings = {
      ...env,
      GATEWAY_PORT: ports['4005'] ?? '',
      GATEWAY: `127.0.0.1:${ports['4005']}`,
      UPSTREAM: `127.0.0.1:${ports['8000']}`,
    };
    const commandsWith = (word: string) => withPorts(blockOf(word)).trim();
    const run = (commands: string) => machine.run(commands, { env: settings });
    for (const [name, word] of [
      ['notes.py', '# notes.py'],
      ['gateway.json', '"issuer"'],
    ] as const)
      writeFileSync(join(machine.folder, name), withPorts(blockOf(word)));
    const [check = '', gateway = ''] = commandsWith('--check').split('\n');
    expect(await run(check)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ok {2}/) });

    const started: Running[] = [];
    const start = async (commands: string, line?: string) =>
      started.push(await machine.start(commands.replace(/^npx /, 'exec node_modules/.bin/'), line, { env: settings }));
    try {
      await start(commandsWith('python3 notes.py'));
      await start(gateway, 'ready');
      await start(commandsWith('caddy run'));
      const refused = async () => (await run(commandsWith('curl'))).stdout;
      await expect
        .poll(refused, { timeout: 30_000 })
        .toMatch(/^HTTP\/2 401 [^]*www-authenticate: DPoP [^]*"missing_authorization"/);
      const called = await run(commandsWith('agent-id-auth call'));
      expect(called, called.stdout + called.stderr).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/hello, agent [\w-]{43} of [0-9a-f]{32}/),
      });
      expect(await run('npx platform doctor --gateway gateway.json')).toMatchObject({ code: 0 });
    } finally {
      for (const program of started.toReversed()) await program.stop();
    }
  },
);

/** Contents of all files below a folder, without the archive of the SDK, by their paths. */
const contentsOf = (folder: string) =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && !file.name.endsWith('.tgz'))
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((file) => [relative(folder, file), readFileSync(file, 'utf8')]),
  );

test.each(frameworks)(
  'platform init %s: the packed program writes the starter that is built and used in Chromium',
  async (framework) => {
    const settings = `--sso-url http://localhost:${env['SSO_PORT']} --webhook-public-key ${'00'.repeat(32)}`;
    const written = await platform(`npx platform init ${framework} starter-${framework} ${settings}`);
    expect(written, written.stderr).toMatchObject({ code: 0 });
    const folder = join(machine.folder, `starter-${framework}`);
    const archive = readdirSync(folder).find((name) => name.endsWith('.tgz'));
    expect(archive).toMatch(/^platform-sdk-/);
    // As contract-tests/examples/starters.test.ts writes it.
    const source = join(machine.folder, 'source', `starter-${framework}`);
    const program = resolve(import.meta.dirname, '../../cli/platform/main.ts');
    const options = [framework, source, '--sdk', join(folder, `${archive}`), ...settings.split(' ')];
    execFileSync(process.execPath, [program, 'init', ...options], { env: { ...process.env, ...env } });
    expect(contentsOf(folder)).toEqual(contentsOf(source));
  },
);

test('platform doctor: the services of platform dev pass; dev ends with exit code 0', async () => {
  expect(await json('doctor')).toMatchObject({ ok: true });
  expect(await dev.stop(), dev.output()).toBe(0);
  expect(await json('doctor')).toMatchObject({ ok: false, code: 'check_failed' });
});
