import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChildProgram, startChildProgram } from '../fixtures/servers.ts';
import { waitUntil } from '../fixtures/http.ts';
import { freePort } from '../../src/runtime/start/ports.ts';
import { artefacts, findProgram, type Machine, openMachine } from './machine.ts';

const archives = readdirSync(artefacts).filter((name) => /^platform-(?:sdk|cli|agent-id-\w+)-.*\.tgz$/.test(name));

const verdaccio = findProgram('verdaccio');

/** A registry without packages of others, which anybody may publish to. */
const config = `storage: ./storage
uplinks: {}
packages:
  '@platform/*': { access: $all, publish: $all }
log: { type: stdout, format: json, level: warn }
max_body_size: 50mb
`;

let machine: Machine;
let registry: ChildProgram | undefined;
let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  if (verdaccio === undefined) return;
  machine = openMachine('24');
  const url = `127.0.0.1:${await freePort()}`;
  writeFileSync(join(machine.folder, 'registry.yaml'), config);
  registry = startChildProgram(
    process.execPath,
    [verdaccio, '--config', 'registry.yaml', '--listen', `http://${url}`],
    {
      cwd: machine.folder,
      env: process.env,
    },
  );
  await waitUntil(() =>
    fetch(`http://${url}/-/ping`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  // Packages of the platform come from it, all others from where they always come. npm publishes only with some token.
  writeFileSync(join(machine.folder, 'npmrc'), `@platform:registry=http://${url}/\n//${url}/:_authToken=nobody\n`);
  env = { NPM_CONFIG_USERCONFIG: join(machine.folder, 'npmrc') };
  for (const name of archives) cpSync(join(artefacts, name), join(machine.folder, name));
});
afterAll(() => registry?.end('SIGTERM'));

test.skipIf(verdaccio === undefined)(
  'packages: all are published to a registry as they are, and installed by their names they run',
  async () => {
    expect(archives).toHaveLength(7);
    for (const name of archives) {
      // Provenance is made by the workflow of a release only.
      const { code, stderr } = await machine.run(`npm publish --provenance=false ./${name}`, { env });
      expect(code, stderr).toBe(0);
      // npm corrects a manifest that it would not publish as it is.
      expect(stderr).not.toContain('auto-corrected');
      const { stdout } = await machine.run(`tar --extract --to-stdout --file ./${name} package/package.json`);
      expect(JSON.parse(stdout)).toMatchObject({
        publishConfig: { access: 'public', provenance: true },
        repository: { type: 'git', url: expect.stringMatching(/^git\+https:/) },
      });
    }
    const names = archives.map((name) => name.replace(/^platform-(.*)-\d+\.\d+\.\d+\.tgz$/, '@platform/$1'));
    const installed = await machine.run(
      `mkdir project && cd project && npm init --yes >/dev/null && npm install --no-audit --no-fund ${names.join(' ')}`,
      { env },
    );
    expect(installed, installed.stderr).toMatchObject({ code: 0 });
    const cwd = 'project';
    for (const program of ['platform', ...names.flatMap((name) => /agent-id-\w+/.exec(name) ?? [])])
      expect((await machine.run(`npx --no-install ${program} --version`, { cwd, env })).stdout).toMatch(
        /^\d+\.\d+\.\d+\n$/,
      );
    const sdk = await machine.run(`node --print "typeof require('@platform/sdk/webhooks').verifyWebhook"`, {
      cwd,
      env,
    });
    expect(sdk).toMatchObject({ code: 0, stdout: 'function\n' });
  },
);
