import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { executableNames } from '../../scripts/build-executables.ts';
import {
  cleanEnv,
  useToolkit,
  type ExecutableName,
  initRepo,
  installedNodes,
} from '../../contract-tests/fixtures/cli/executables.ts';
import {
  providerAddress,
  startTestProvider,
  type TestProvider,
} from '../../contract-tests/fixtures/cli/test-provider.ts';
import { respondJson, startTestService, type TestService } from '../../contract-tests/fixtures/cli/test-service.ts';
import { toolkitVersion } from './executables.ts';

const toolkit = useToolkit(...executableNames);
let provider: TestProvider;
let service: TestService;
beforeAll(async () => {
  [provider, service] = [await startTestProvider(), await startTestService()];
  service.respond = (_request, response) => respondJson(response, 200, { hello: 'agent' });
});
afterAll(async () => {
  await provider.close();
  await service.close();
});

/** Runs a program with only HOME and PATH in its environment. @returns stdout for any exit code */
function output(file: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  return new Promise((resolve) => {
    const child = execFile(file, args, { cwd, env: { ...cleanEnv(cwd), ...env } }, (_error, stdout, stderr) =>
      resolve(stdout || stderr),
    );
    child.stdin?.end();
  });
}

test.each([...installedNodes()])('executables: each runs from an empty directory on Node %s', async (_, node) => {
  const home = toolkit.scratch();
  const env = { SSO_BASE_URL: provider.url, PLATFORM_PROVIDER_ADDRESS: providerAddress, TOKEN: 's3cret' };
  const run = async (name: ExecutableName, ...args: readonly string[]): Promise<Readonly<Record<string, unknown>>> => {
    const folder = join(toolkit.scratch(), 'empty');
    mkdirSync(folder);
    copyFileSync(toolkit.path(name), join(folder, 'cli.mjs'));
    expect(readdirSync(folder)).toEqual(['cli.mjs']);
    const stdout = await output(node, [join(folder, 'cli.mjs'), ...args], home, env);
    expect(stdout, `${name} ${args[0]}`).toMatch(/^\{\n {2}"(ok|exportedAt)": /);
    return JSON.parse(stdout) as Readonly<Record<string, unknown>>;
  };
  initRepo(home);
  const sign = ['sign', '--type', 't', '--action', 'a', '--payload', '{"a":1}'];
  for (const [name, ...args] of [
    ['agent-id-core', 'bootstrap'],
    ['agent-id-core', 'status'],
    ['agent-id-core', ...sign],
    ['agent-id-core', 'refresh'],
    ['agent-id-git', 'setup'],
    ['agent-id-git', 'commit', '-m', 'Alone', '--allow-empty'],
    ['agent-id-git', 'verify'],
    ['agent-id-vault', 'store', '--service', 'a', '--credential-env', 'TOKEN'],
    ['agent-id-vault', 'list'],
    ['agent-id-auth', 'header', '--url', service.url],
    ['agent-id-auth', 'call', '--url', service.url],
    ['agent-id-auth', 'support', '--url', service.url],
    ['agent-id-core', 'verify'],
  ] as const) {
    expect((await run(name, ...args))['ok'], `${name} ${args[0]}`).toBe(true);
  }
  expect(await run('agent-id-vault', 'get', '--service', 'a')).toMatchObject({ credential: 's3cret' });
  expect((await run('agent-id-core', 'export-proof'))['operations']).toHaveLength(2);
  expect(await run('agent-id-core', 'auth', '--sso-url', 'http://127.0.0.1:9')).toMatchObject({
    code: 'unreachable',
  });
});

test.each([...installedNodes()])(
  'executables: each starts on Node %s without process.getBuiltinModule',
  async (_, node) => {
    // Node added it in 20.16.
    const older = ['--import', 'data:text/javascript,process.getBuiltinModule=undefined'];
    const home = toolkit.scratch();
    const run = async (name: ExecutableName, ...args: readonly string[]) =>
      JSON.parse(await output(node, [...older, toolkit.path(name), ...args], home)) as unknown;
    expect(await run('agent-id-core', 'init')).toMatchObject({ ok: true });
    expect(await run('agent-id-git', 'setup')).toMatchObject({ ok: true });
    expect(await run('agent-id-vault', 'list')).toEqual({ ok: true, credentials: [] });
    expect(await run('agent-id-auth', 'call', '--url', service.url)).toMatchObject({ code: 'no_bound_session' });
  },
);

test.each(executableNames)(
  '%s: npx runs the packed package, which holds the program and its documents only',
  async (name) => {
    const [source, folder] = [join(import.meta.dirname, '..', name), toolkit.scratch()];
    const env = {
      npm_config_cache: join(folder, '.npm'),
      npm_config_offline: 'true',
      npm_config_update_notifier: 'false',
    };
    // Packing builds bin/cli.mjs, which prints a line before the JSON.
    const pack = ['pack', '--json', '--silent', '--pack-destination', folder];
    const printed = await output('npm', pack, source, env);
    const [packed] = JSON.parse(printed.slice(printed.indexOf('['))) as readonly {
      readonly filename: string;
      readonly files: readonly { readonly path: string }[];
    }[];
    expect(packed?.files.map(({ path }) => path).sort()).toEqual([
      '.claude-plugin/plugin.json',
      '.codex-plugin/plugin.json',
      '.cursor-plugin/plugin.json',
      'SKILL.md',
      ...(name === 'agent-id-git' ? ['action/action.yml'] : []),
      'bin/cli.mjs',
      ...(name === 'agent-id-mcp' ? ['codex-mcp.json'] : []),
      ...(name === 'agent-id-core' ? ['hooks/cursor.json', 'hooks/hooks.json'] : []),
      `man/${name}.1`,
      'package.json',
      'plugin.json',
      `skills/${name}/SKILL.md`,
    ]);
    const elsewhere = toolkit.scratch();
    const npx = ['--yes', '--package', join(folder, packed?.filename ?? ''), name];
    expect(await output('npx', [...npx, '--version'], elsewhere, env)).toBe(`${toolkitVersion}\n`);
    expect(await output('npx', [...npx, 'help'], elsewhere, env)).toContain(`${name} ${toolkitVersion}: `);
  },
);
