import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders and files of a release; everything is built, so that nothing of it needs development dependencies. */
const contents = [
  '.npmrc',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'cli',
  'deploy',
  'dist',
  'docs',
  'generated',
  'package-lock.json',
  'scripts',
  'specs',
  'src',
];

/** Scripts of package.json that work in a release. */
const releaseScripts = ['config', 'doctor', 'migrate', 'admin', 'payer', 'phone', 'provider', 'roles', 'secrets'];

interface Manifest {
  readonly version: string;
  readonly scripts: Readonly<Record<string, string>>;
}

/**
 * Copies a built checkout into a directory as a release: without tests, with a program `platform`, and with a manifest
 * whose installation builds nothing (`npm ci --omit=dev`).
 *
 * @returns the version
 */
export async function stageRelease(root: string, directory: string): Promise<string> {
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  for (const name of contents) {
    await cp(join(root, name), join(directory, name), {
      recursive: true,
      filter: (path) =>
        !/\.test\.tsx?$|[/\\](?:node_modules|dist[/\\]release)(?:[/\\]|$)/.test(path.slice(root.length)),
    });
  }

  const manifest: Manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const kept = Object.entries(manifest.scripts).filter(
    ([name]) => name.endsWith('start') || releaseScripts.includes(name),
  );
  const released = {
    ...manifest,
    bin: { platform: 'scripts/release/platform.mjs' },
    scripts: Object.fromEntries(kept),
  };
  await writeFile(join(directory, 'package.json'), `${JSON.stringify(released, null, 2)}\n`);
  return manifest.version;
}
