import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { entries, type Entry } from './entries.ts';
import { platformImports } from './platform-modules.ts';

const root = join(import.meta.dirname, '..', '..');

/** Libraries whose code or types are part of the package. */
const bundled: readonly string[] = [
  '@noble/curves',
  '@noble/hashes',
  'jose',
  'lru-cache',
  'openapi-fetch',
  'openapi-typescript-helpers',
  'structured-headers',
  'uqr',
];

interface RootManifest {
  readonly version: string;
  readonly license: string;
  readonly repository: object;
}

/** Writes package.json, README, licences and the test vectors. */
export async function writePackageManifest(outdir: string): Promise<void> {
  const { version, license, repository }: RootManifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const manifest = {
    name: '@platform/sdk',
    version,
    description: 'Sign-in, agent identity, forum, payments, notifications and mini apps of the platform',
    license,
    repository,
    keywords: ['oauth', 'oidc', 'dpop', 'passkey', 'webhooks', 'mini-app'],
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    imports: platformImports,
    exports: {
      ...Object.fromEntries(entries.map((entry) => [`./${entry.name}`, conditions(entry)])),
      './webhooks/vectors.json': './webhooks/vectors.json',
      './package.json': './package.json',
    },
    // TypeScript with the resolution of Node 10 knows no exports.
    typesVersions: { '*': Object.fromEntries(entries.map(({ name }) => [name, [declaration(name, 'cjs/')]])) },
    peerDependencies: { '@types/react': '>=18', react: '>=18' },
    peerDependenciesMeta: { '@types/react': { optional: true }, react: { optional: true } },
  };
  await writeFile(join(outdir, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  await writePages(outdir);
  for (const file of ['LICENSE', 'CHANGELOG.md']) await copyFile(join(root, file), join(outdir, file));
  await mkdir(join(outdir, 'webhooks'));
  await copyFile(join(root, 'src/client/webhooks/vectors.json'), join(outdir, 'webhooks/vectors.json'));
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

function conditions({ name }: Entry): object {
  return {
    import: { types: declaration(name, ''), default: `./${name}.js` },
    require: { types: declaration(name, 'cjs/'), default: `./cjs/${name}.cjs` },
  };
}

function declaration(name: string, folder: '' | 'cjs/'): string {
  return `./${folder}types/src/client/entries/${name}.d.ts`;
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
