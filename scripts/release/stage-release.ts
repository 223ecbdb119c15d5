import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { readStarters } from '../../cli/platform/init/create-starter.ts';
import { executableNames } from '../build-executables.ts';
import { linkedFile, sitePath } from '../docs-site/site-page.ts';
import { compiledPath, compilePrograms } from './compile-programs.ts';

/** Folders and files that a release has as they are; its programs are compiled, and nothing in it is built where it is installed. */
const contents = [
  '.agents',
  '.claude-plugin',
  '.cursor-plugin',
  'CHANGELOG.md',
  'LICENSE',
  'SECURITY.md',
  'cli/platform',
  'deploy',
  'dist/docs',
  'dist/embedded',
  'dist/web',
  'docs/operating.md',
  'generated',
  'specs',
  'src',
];

/** Scripts of package.json that work in a release. */
export const releaseScripts = [
  'start',
  'admin',
  'config',
  'dev:info',
  'doctor',
  'gateway',
  'migrate',
  'payer',
  'phone',
  'provider',
  'roles',
  'rotate-master-key',
  'rotate-push-key',
  'secrets',
  'webhooks',
];

/** Programs that no script of package.json starts: `platform`, and the health check of the image. */
const furtherPrograms = ['cli/platform/main.ts', 'scripts/check-ready.ts'];

/** Packages that are loaded by name instead of an import. */
const loadedByName = ['pino-pretty', 'sodium-native', 'fs-native-extensions'];

type Packages = Readonly<Record<string, string>>;

interface Manifest {
  readonly version: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Packages;
  readonly optionalDependencies: Packages;
  readonly [member: string]: unknown;
}

const readJson = async <Content>(file: string): Promise<Content> => JSON.parse(await readFile(file, 'utf8'));
const writeJson = (file: string, content: object) => writeFile(file, `${JSON.stringify(content, null, 2)}\n`);

/** Sources that are compiled or bundled, tests, and pages for developers. */
const left = /\.tsx?$|[/\\](?:src|generated|specs)[/\\]README\.md$/;

/**
 * Writes a release of a built checkout into a directory: programs in JavaScript for Node 20 and later, the program `platform`
 * that runs them, and a manifest with the packages that they import.
 *
 * @returns the version
 */
export async function stageRelease(root: string, directory: string): Promise<string> {
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  const plugins = await Promise.all(executableNames.map((name) => packedFiles(root, `cli/${name}`)));
  for (const name of [...contents, ...plugins.flat()]) {
    await mkdir(dirname(join(directory, name)), { recursive: true });
    const filter = (path: string) => !left.test(path.slice(root.length));
    await cp(join(root, name), join(directory, name), { recursive: true, filter });
  }
  for (const [from, to] of [
    ['scripts/release/README.md', 'README.md'],
    ['scripts/release/platform.mjs', 'platform.mjs'],
    ['.npmrc', '.npmrc'],
  ] as const) {
    await copyFile(join(root, from), join(directory, to));
  }

  await writeJson(join(directory, 'cli/platform/init/starters.json'), readStarters(join(root, 'docs/examples')));
  for (const page of ['SECURITY.md', 'deploy/README.md', 'docs/operating.md']) await linkToSite(directory, page);

  const manifest: Manifest = await readJson(join(root, 'package.json'));
  const programs = new Map(releaseScripts.map((name) => [name, programOf(manifest, name)]));
  const imported = await compilePrograms(root, [...new Set([...programs.values(), ...furtherPrograms])], directory);
  const keep = (packages: Packages): Packages =>
    Object.fromEntries(Object.entries(packages).filter(([name]) => imported.has(name) || loadedByName.includes(name)));
  const { name, version, description, license, repository, type, engines } = manifest;
  const common = { name, version, license, engines, bin: { platform: 'platform.mjs' } };
  const needed = {
    dependencies: keep(manifest.dependencies),
    optionalDependencies: keep(manifest.optionalDependencies),
  };
  const scripts = Object.fromEntries(
    [...programs].map(([script, program]) => [
      script,
      `${script === 'start' ? 'exec ' : ''}node ${compiledPath(program)}`,
    ]),
  );
  await writeJson(join(directory, 'package.json'), {
    ...common,
    private: true,
    description,
    repository,
    type,
    scripts: { prestart: 'node node-20.mjs', ...scripts },
    ...needed,
  });
  const lockfile: Lockfile = await readJson(join(root, 'package-lock.json'));
  await writeJson(join(directory, 'package-lock.json'), reduceLockfile(lockfile, { ...common, ...needed }));
  return version;
}

/** Returns the module that a script of package.json starts, relative to the root. */
function programOf({ scripts }: Manifest, name: string): string {
  const program = /^(?:exec )?node (\S+\.ts)$/.exec(scripts[name] ?? '')?.[1];
  if (program === undefined) throw new Error(`The script ${name} of package.json starts no program of TypeScript.`);
  return program;
}

/** Returns the files of a package as its manifest lists them. */
async function packedFiles(root: string, folder: string): Promise<readonly string[]> {
  const { files }: { readonly files: readonly string[] } = await readJson(join(root, folder, 'package.json'));
  return files.map((file) => `${folder}/${file}`);
}

/** Lets links of a page to files that a release does not have lead to their pages of the documentation site. */
async function linkToSite(directory: string, page: string): Promise<void> {
  const text = await readFile(join(directory, page), 'utf8');
  const linked = text.replace(/\]\(([^)\s]+)\)/g, (link, href: string) => {
    const target = linkedFile(page, href);
    if (target === undefined || existsSync(join(directory, target.file))) return link;
    const place = relative(dirname(page), join('dist/docs', sitePath(target.file))).replaceAll(sep, '/');
    return `](${place}${target.fragment})`;
  });
  await writeFile(join(directory, page), linked);
}

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly [member: string]: unknown;
}

interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
  readonly [member: string]: unknown;
}

/** Returns the place of a dependency as Node finds it from a package: inside it, or in a folder above. */
function locate(packages: Lockfile['packages'], from: string, name: string): string | undefined {
  const folders = from === '' ? [] : from.split(/\/(?=node_modules\/)/);
  for (let depth = folders.length; depth >= 0; depth--) {
    const place = [...folders.slice(0, depth), `node_modules/${name}`].join('/');
    if (Object.hasOwn(packages, place)) return place;
  }
  return undefined;
}

/**
 * Reduces a lockfile to some direct dependencies and everything that they need, at the same places and versions.
 *
 * @param root the package itself, with the direct dependencies that are kept
 */
function reduceLockfile(lockfile: Lockfile, root: LockedPackage): Lockfile {
  const kept = new Set<string>();
  const visit = (from: string, { dependencies, optionalDependencies, peerDependencies }: LockedPackage): void => {
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const place = locate(lockfile.packages, from, name);
      if (place === undefined || kept.has(place)) continue;
      kept.add(place);
      visit(place, lockfile.packages[place] ?? {});
    }
  };
  visit('', root);
  const entries = Object.entries(lockfile.packages).filter(([place]) => kept.has(place));
  return { ...lockfile, packages: { '': root, ...Object.fromEntries(entries) } };
}
