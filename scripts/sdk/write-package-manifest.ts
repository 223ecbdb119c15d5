import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { entries, type Entry } from './entries.ts';

const root = join(import.meta.dirname, '..', '..');

/** Libraries whose code or types are part of the package. */
const bundled: readonly string[] = [
  '@noble/curves',
  '@noble/hashes',
  'jose',
  'openapi-fetch',
  'openapi-typescript-helpers',
  'uqr',
];

/** Writes package.json, README, licences and the test vectors. */
export async function writePackageManifest(outdir: string): Promise<void> {
  const { version, license }: { readonly version: string; readonly license: string } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  );
  const manifest = {
    name: '@platform/sdk',
    version,
    description: 'Sign-in, agent identity, forum, payments, notifications and mini apps of the platform',
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    exports: {
      ...Object.fromEntries(entries.map((entry) => [`./${entry.name}`, conditions(entry)])),
      './webhooks/vectors.json': './vectors.json',
      './package.json': './package.json',
    },
    peerDependencies: { '@types/react': '>=19', react: '>=19' },
    peerDependenciesMeta: { '@types/react': { optional: true }, react: { optional: true } },
  };
  await writeFile(join(outdir, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  await writePages(outdir);
  await copyFile(join(root, 'LICENSE'), join(outdir, 'LICENSE'));
  await copyFile(join(root, 'src/client/webhooks/vectors.json'), join(outdir, 'vectors.json'));
  const licences = await Promise.all(bundled.map(readLicence));
  await writeFile(join(outdir, 'THIRD-PARTY-LICENSES.md'), licences.join('\n'));
}

/** Writes the pages of docs/sdk into `docs/`, and its README as README of the package. */
async function writePages(outdir: string): Promise<void> {
  const pages = join(root, 'docs/sdk');
  await mkdir(join(outdir, 'docs'));
  for (const page of await readdir(pages)) {
    const text = await readFile(join(pages, page), 'utf8');
    if (page === 'README.md')
      await writeFile(join(outdir, page), text.replaceAll(/\]\(([a-z-]+\.md)\)/g, '](docs/$1)'));
    else await writeFile(join(outdir, 'docs', page), text);
  }
}

function conditions({ name, node }: Entry): Readonly<Record<string, string>> {
  return {
    types: `./types/src/client/entries/${name}.d.ts`,
    ...(node && { node: `./node/${name}.js` }),
    default: `./${name}.js`,
  };
}

/** Returns name, version and licence text of an installed library. */
export async function readLicence(name: string): Promise<string> {
  const folder = join(root, 'node_modules', name);
  const { version }: { readonly version: string } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const texts = await Promise.allSettled(
    ['LICENSE', 'LICENSE.md', 'LICENSE.txt'].map((file) => readFile(join(folder, file), 'utf8')),
  );
  const text = texts.find((result) => result.status === 'fulfilled');
  if (text === undefined) throw new Error(`${name} has no licence file.`);
  return `## ${name} ${version}\n\n${text.value.trim()}\n`;
}
