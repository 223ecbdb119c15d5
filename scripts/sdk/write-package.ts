import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { readLicence } from '../licences.ts';
import { entries, type Entry, external, platformImports } from './entries.ts';

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
    publishConfig,
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

/** Types of bundled libraries in public signatures; they are copied because the package has no dependencies. */
const vendored: Readonly<Record<string, string>> = {
  'openapi-fetch': 'openapi-fetch/dist/index.d.mts',
  'openapi-typescript-helpers': 'openapi-typescript-helpers/dist/index.d.mts',
  jose: 'jose/dist/types/types.d.ts',
};

/** Modules of types only, which a CommonJS declaration takes from the ES module: they are most of the declarations. */
const typesOnly = /^generated\/\w+\/types\.d\.ts$/;

/** Writes the declarations of every entry and of their imports into `types/`, and for CommonJS into `cjs/types/`. */
export async function writeDeclarations(outdir: string): Promise<void> {
  const types = join(outdir, 'types');
  const folder = await mkdtemp(join(tmpdir(), 'sdk-types-'));
  try {
    const project = join(folder, 'tsconfig.json');
    await writeFile(project, JSON.stringify(configuration(folder)));
    await promisify(execFile)(process.execPath, [join(root, 'node_modules/@typescript/native/bin/tsc'), '-p', project]);
    for (const [name, path] of Object.entries(vendored)) {
      const declaration = await readFile(join(root, 'node_modules', path), 'utf8');
      // A comment of openapi-fetch names its own file.
      await writeDeclaration(
        join(folder, 'vendor', `${name}.d.ts`),
        declaration.replaceAll('./index.js', `./${name}.js`),
      );
    }
    for (const [file, declaration] of await reachableDeclarations(folder)) {
      await writeDeclaration(join(types, file), declaration);
      // A declaration belongs to one module system: that of the next package.json.
      const commonJs = join(outdir, 'cjs/types', file);
      await writeDeclaration(
        commonJs,
        typesOnly.test(file) ? typesOf(relative(dirname(commonJs), join(types, file))) : declaration,
      );
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await writeFile(join(outdir, 'cjs/types/package.json'), `${JSON.stringify({ type: 'commonjs' })}\n`);
}

async function writeDeclaration(path: string, declaration: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, declaration);
}

/** A module with the types of an ES module (TypeScript 5.3). @param path relative path of its declaration */
function typesOf(path: string): string {
  return `export type * from '${path.replace(/\.d\.ts$/, '.js')}' with { 'resolution-mode': 'import' };\n`;
}

/** Types of a contract. Clients use its operations: the interface by path repeats their descriptions, and nothing names it. */
const contractTypes = /^generated\/\w+\/types\.d\.ts$/;
const pathsInterface = /^export interface paths \{\n.*?^\}\n/ms;

/** Returns the declarations of the entries and of all that they import, by path. @throws Error for an import that is not published */
async function reachableDeclarations(folder: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const pending = entries.map(({ name }) => `src/client/entries/${name}.d.ts`);
  for (const file of pending) {
    if (found.has(file)) continue;
    const published = withPublishedSpecifiers(await readFile(join(folder, file), 'utf8'), relative(dirname(file), '.'));
    found.set(file, withTabs(contractTypes.test(file) ? published.replace(pathsInterface, '') : published));
    for (const [, , , specifier = ''] of published.matchAll(specifiers)) {
      if (specifier.startsWith('.')) pending.push(join(dirname(file), specifier.replace(/\.js$/, '.d.ts')));
      else if (!external.includes(specifier))
        throw new Error(`${file} imports types of ${specifier}, which the package does not contain.`);
    }
  }
  return found;
}

function configuration(outDir: string): object {
  return {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: root,
      outDir,
      typeRoots: [join(root, 'node_modules/@types')],
    },
    include: [],
    files: entries.map(({ name }) => join(root, 'src/client/entries', `${name}.ts`)),
  };
}

const specifiers = /(\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)(['"])([^'"]+)\2/g;

/** Rewrites relative imports to .js and bundled libraries to `vendor/`. @param up path to the folder `types` */
function withPublishedSpecifiers(declaration: string, up: string): string {
  return declaration.replace(specifiers, (whole, before: string, quote: string, specifier: string) => {
    if (specifier.startsWith('.')) return `${before}${quote}${specifier.replace(/\.tsx?$/, '.js')}${quote}`;
    if (!Object.hasOwn(vendored, specifier)) return whole;
    return `${before}${quote}${join(up, 'vendor', specifier)}.js${quote}`;
  });
}

/** The compiler indents with four spaces, which are an eighth of the declarations. */
function withTabs(declaration: string): string {
  return declaration.replaceAll(/^(?: {4})+/gm, (indent) => '\t'.repeat(indent.length / 4));
}

/** Scope of the published packages on the registry. Its owner decides what `npx` runs, so docs print archives until it is owned. */
export const packageScope = '@platform';

/** Members of every published manifest: the registry shows which workflow built a package from which commit. */
export const publishConfig = { access: 'public', provenance: true };
