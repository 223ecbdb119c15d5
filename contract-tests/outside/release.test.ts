import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPostgres, startPostgres, type TemporaryPostgres } from '../fixtures/postgres.ts';
import { commandsOf, operatingPage } from '../fixtures/compose.ts';
import { freePort } from '../../src/runtime/start/ports.ts';
import { artefacts, type Machine, nodeVersions, openMachine, type Running, user } from './machine.ts';

const version = readdirSync(artefacts).flatMap((name) => /^platform-(\d.*)\.tgz$/.exec(name)?.[1] ?? [])[0] ?? '';
const nextVersion = `${version}-next`;

/** Gives the files that an operator downloads. */
function download(machine: Machine, from = artefacts): void {
  for (const name of readdirSync(from).filter((file) => /^platform-\d/.test(file)))
    cpSync(join(from, name), join(machine.folder, name));
}

const install = commandsOf('Install a release', 'sha256sum');

/** Free ports for all services, so that machines do not meet. */
async function ports(): Promise<Record<string, string>> {
  const names = ['SSO', 'FORUM', 'BACKEND', 'NOTIFICATIONS', 'WEB', 'ADMIN'];
  return Object.fromEntries(await Promise.all(names.map(async (name) => [`${name}_PORT`, String(await freePort())])));
}

test('outside: the other user cannot read this repository', async () => {
  if (!user) return;
  const { code } = await openMachine('24').run(`cat ${resolve(import.meta.dirname, '..', '..', 'package.json')}`);
  expect(code).not.toBe(0);
});

test.each(nodeVersions)(
  'release: on Node %s the documented commands install it without a warning, all services start, and an agent posts',
  async (node) => {
    const machine = openMachine(node);
    download(machine);
    const installed = await machine.run(install);
    expect(installed).toMatchObject({ code: 0, stderr: '' });
    const cwd = `platform-${version}`;
    const { stdout: megabytes } = await machine.run('du --summarize --block-size=1M .', { cwd });
    expect(Number.parseInt(megabytes, 10)).toBeLessThanOrEqual(180);
    const env: Readonly<Record<string, string>> = {
      ...(await ports()),
      AGENT_ID_STATE_DIR: join(machine.folder, 'agent'),
      LOG_LEVEL: 'warn',
    };
    const platform = await machine.start('exec npm start', 'ready', { cwd, env });

    const at = (service: string, path: string) => `http://localhost:${env[`${service}_PORT`]}${path}`;
    for (const [url, text] of [
      [at('WEB', '/'), 'Start'],
      [at('WEB', '/docs/'), 'Documentation'],
      [at('WEB', '/portal'), 'Developer portal'],
      [at('FORUM', '/'), 'Forum'],
      [at('SSO', '/docs'), 'createProvider'],
    ] as const) {
      const response = await fetch(url);
      expect([url, response.status]).toEqual([url, 200]);
      expect((await response.text()).toLowerCase()).toContain(text.toLowerCase());
    }

    const story = await machine.run(
      `core="node cli/agent-id-core/bin/cli.mjs"
       auth="node cli/agent-id-auth/bin/cli.mjs"
       export SSO_BASE_URL=${at('SSO', '')}
       $core init
       link=$($core auth --provider-address 00000006010000000000000000000001 | node -p 'JSON.parse(fs.readFileSync(0)).deepLink')
       npm run --silent phone -- enroll
       npm run --silent phone -- approve "$link"
       $core bind
       $auth call --url ${at('FORUM', '/api/forums')} --method POST --body '{"name":"outside","description":"Of a release"}'`,
      { cwd, env },
    );
    expect(story, story.stdout + story.stderr).toMatchObject({ code: 0 });
    const { forums } = (await (await fetch(at('FORUM', '/api/forums'))).json()) as { forums: { name: string }[] };
    expect(forums.map(({ name }) => name)).toContain('outside');
    const exported = await machine.run('npx platform --version && npx platform config --help', { cwd, env });
    expect(exported).toMatchObject({ code: 0, stdout: expect.stringContaining(version) });
    expect(await platform.stop(), platform.output()).toBe(0);
  },
);

let postgres: TemporaryPostgres | undefined;
let next: string | undefined;
beforeAll(async () => {
  if (findPostgres() !== undefined) postgres = await startPostgres();
});
afterAll(async () => {
  await postgres?.stop();
  if (next !== undefined) rmSync(next, { recursive: true });
});

/** Packs the same release once more under the next version. @returns its folder */
function packNext(): string {
  const folder = mkdtempSync(join(tmpdir(), 'next-release-'));
  execFileSync('tar', ['xzf', join(artefacts, `platform-${version}.tgz`)], { cwd: folder });
  const name = `platform-${nextVersion}`;
  execFileSync('mv', [`platform-${version}`, name], { cwd: folder });
  for (const file of ['package.json', 'package-lock.json', 'src/runtime/observe/metrics.js']) {
    const path = join(folder, name, file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(`"${version}"`, `"${nextVersion}"`));
  }
  execFileSync(
    'sh',
    ['-c', `tar czf ${name}.tgz ${name} && rm -r ${name} && sha256sum ${name}.tgz > ${name}.tgz.sha256`],
    {
      cwd: folder,
    },
  );
  return folder;
}

test.skipIf(findPostgres() === undefined)(
  'release: on PostgreSQL it is migrated, started, backed up, upgraded and stopped by the words of docs/operating.md',
  async () => {
    const machine = openMachine('20');
    download(machine);
    expect(await machine.run(install)).toMatchObject({ code: 0 });
    const cwd = `platform-${version}`;
    const env: Readonly<Record<string, string>> = {
      ...(await ports()),
      NODE_ENV: 'production',
      DATABASE_URL: postgres?.url ?? '',
      LOG_LEVEL: 'warn',
    };
    // Every program gets the secrets as the page says.
    const load = 'set -a; . ./.env; set +a';
    const secrets = commandsOf('Install a release', 'npm run --silent secrets');
    expect(secrets).toContain(load);
    const withSecrets = (commands: string) => machine.run(`${load}\n${commands}`, { cwd, env });
    expect(await machine.run(secrets, { cwd, env })).toMatchObject({ code: 0 });
    const started = /^npm start -- sso forum$/m.exec(commandsOf('Processes', 'npm start'))?.[0] ?? '';
    const start = (folder: string): Promise<Running> =>
      machine.start(`${load}\nexec ${started}`, 'ready', { cwd: folder, env });

    expect(await withSecrets('npm run migrate')).toMatchObject({ code: 0 });
    const former = await start(cwd);
    const administrators = await withSecrets('npm run --silent admin -- list');
    expect(JSON.parse(administrators.stdout)).toMatchObject({ ok: true });

    const dump = commandsOf('Backup and restore', 'pg_dump');
    const backup = await machine.run(`PATH="${findPostgres()}:$PATH"\n${dump}`, { env });
    expect(backup, backup.stderr).toMatchObject({ code: 0 });
    expect(readdirSync(machine.folder)).toContain('platform.dump');

    next = packNext();
    rmSync(join(machine.folder, `platform-${version}.tgz`));
    rmSync(join(machine.folder, `platform-${version}.tgz.sha256`));
    const beside = openMachine('20');
    download(beside, next);
    expect(await beside.run(install)).toMatchObject({ code: 0 });
    const upgrade =
      [...(operatingPage.split('\n## Upgrades\n')[1] ?? '').matchAll(/^ +```sh\n([\s\S]*?)^ +```/gm)][0]?.[1] ?? '';
    expect(upgrade).toContain('npm run migrate');
    const nextFolder = `platform-${nextVersion}`;
    const settings = `cp ${join(machine.folder, cwd, '.env')} .`;
    const upgraded = await beside.run(`${settings}\n${load}\n${upgrade}`, { cwd: nextFolder, env });
    expect(upgraded, upgraded.stderr).toMatchObject({ code: 0 });

    expect(await former.stop(), former.output()).toBe(0);
    const latter = await beside.start(`${load}\nexec ${started}`, 'ready', { cwd: nextFolder, env });
    const metrics = await (await fetch(`http://127.0.0.1:${env['ADMIN_PORT']}/metrics`)).text();
    expect(metrics).toContain(`version="${nextVersion}"`);
    expect(await latter.stop(), latter.output()).toBe(0);
  },
);
