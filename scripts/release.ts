import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { executableNames } from './build-executables.ts';
import { showHelp } from './command/show-help.ts';
import { packCli } from './release/pack-cli.ts';
import { stageRelease } from './release/stage-release.ts';

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
