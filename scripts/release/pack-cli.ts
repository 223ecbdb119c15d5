import { execFile } from 'node:child_process';
import { copyFile, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { packageScope, publishConfig } from './package-scope.ts';

/** Parts of a release that are for an installation on a server; of `deploy`, `platform gateway --proxy` prints `gateway`. */
const serverParts = ['.npmrc', 'README.md', 'SECURITY.md'];

const readme = `# platform

The program \`platform\`: all services on an embedded database, and what developers have at them.

\`\`\`sh
npx platform dev        # everything, in the current folder
npx platform --help
\`\`\`
`;

/**
 * Packs the files of a release as the package of the program \`platform\`, for \`npx\` and \`npm install\`. Its shrinkwrap pins
 * the same packages as the lockfile of the release.
 *
 * @param release folder of an unpacked release, which is changed
 * @param sdk archive of the SDK, which starters contain
 * @param out folder of the archive
 */
export async function packCli(release: string, sdk: string, out: string): Promise<void> {
  const write = (name: string, content: object) =>
    writeFile(join(release, name), `${JSON.stringify(content, null, 2)}\n`);
  const name = `${packageScope}/cli`;
  const {
    private: _private,
    scripts: _scripts,
    ...manifest
  } = JSON.parse(await readFile(join(release, 'package.json'), 'utf8'));
  await write('package.json', {
    ...manifest,
    name,
    description: 'The program platform: services, sign-in, webhooks',
    publishConfig,
  });
  const lockfile = JSON.parse(await readFile(join(release, 'package-lock.json'), 'utf8'));
  const root = { ...lockfile.packages[''], name };
  await write('package-lock.json', { ...lockfile, name, packages: { ...lockfile.packages, '': root } });
  await rename(join(release, 'package-lock.json'), join(release, 'npm-shrinkwrap.json'));
  for (const part of serverParts) await rm(join(release, part), { recursive: true });
  for (const part of await readdir(join(release, 'deploy')))
    if (part !== 'gateway') await rm(join(release, 'deploy', part), { recursive: true });
  await copyFile(sdk, join(release, 'cli/platform/init', basename(sdk)));
  await writeFile(join(release, 'README.md'), readme);
  await promisify(execFile)('npm', ['pack', release, '--pack-destination', out, '--ignore-scripts', '--silent']);
}
