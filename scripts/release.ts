import { execFileSync, execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile, copyFile, readdir } from 'node:fs/promises';
import { join, resolve, basename } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { executableNames } from './build-executables.ts';
import { showHelp } from './command/show-help.ts';
import { stageRelease } from './release/stage-release.ts';
import { packageScope, publishConfig } from './sdk/write-package.ts';

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
async function packCli(release: string, sdk: string, out: string): Promise<void> {
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

showHelp(`Usage: npm run release -- [--out <directory> | --stage <directory>]

Builds everything and writes to dist/release: platform-<version>.tgz with its SHA-256 checksum, platform-contracts-<version>.tgz (contracts and
request collections as JSON), and the packages of the program platform, the SDK and each executable. With --stage it only writes the files of the release, as the image has them. docs/operating.md describes how to install it.`);

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: { out: { type: 'string', default: join(root, 'dist', 'release') }, stage: { type: 'string' } },
});
const out = resolve(values.out);

const builds = ['build-executables', 'build-web', 'build-docs', 'embedded-image'];
for (const script of values.stage === undefined ? [...builds, 'build-sdk'] : builds) {
  execFileSync(process.execPath, [join(root, 'scripts', `${script}.ts`)], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
if (values.stage !== undefined) {
  await stageRelease(root, resolve(values.stage));
  process.exit(0);
}
const staging = join(out, 'staging');
const version = await stageRelease(root, staging);
const name = `platform-${version}`;
await rm(join(out, name), { recursive: true, force: true });
await mkdir(out, { recursive: true });
await rename(staging, join(out, name));
const archive = join(out, `${name}.tgz`);
pack(archive, out, name);
const checksum = createHash('sha256')
  .update(await readFile(archive))
  .digest('hex');
await writeFile(`${archive}.sha256`, `${checksum}  ${name}.tgz\n`);
for (const folder of ['dist/sdk', ...executableNames.map((executable) => `cli/${executable}`)]) {
  // Everything is built: the scripts of the packages would build it again.
  execFileSync('npm', ['pack', join(root, folder), '--pack-destination', out, '--ignore-scripts', '--silent'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
pack(join(out, `platform-contracts-${version}.tgz`), join(root, 'dist/docs'), 'contracts');
await packCli(join(out, name), join(out, `platform-sdk-${version}.tgz`), out);
await rm(join(out, name), { recursive: true });
console.log(`${archive}\nsha256 ${checksum}`);

/** Packs a folder. Equal contents give equal archives: fixed order, owner and time. */
function pack(file: string, parent: string, folder: string): void {
  const commit = execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }).trim();
  execFileSync('tar', [
    '--create',
    '--gzip',
    `--file=${file}`,
    `--directory=${parent}`,
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    `--mtime=@${commit}`,
    folder,
  ]);
}
