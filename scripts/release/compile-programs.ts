import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { packagesIn, readLicence } from '../licences.ts';

/**
 * Packages whose code is copied into the one module that imports each. Installed, they bring mostly what no program loads
 * (languages, metrics, data types of Redis): 40 of 200 MB.
 */
const bundled = [
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
  '@redis/client',
  'highlight.js',
];

/** What bundled packages share with packages that are installed: two copies would not know each other. */
const shared = ['@opentelemetry/api'];

const options = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  conditions: ['node'],
  jsx: 'automatic',
  charset: 'utf8',
  logLevel: 'warning',
  write: false,
  outdir: 'out',
} satisfies BuildOptions;

const packageOf = (path: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path;

/** Leaves packages to the installation, but for those that are bundled. */
const installedPackages: Plugin = {
  name: 'installed-packages',
  setup: (bundler) => {
    bundler.onResolve({ filter: /^[^.#/]/ }, ({ path, importer }) => {
      const name = packageOf(path);
      const inPackage = importer.includes('/node_modules/');
      return path.startsWith('node:') || shared.includes(name) || !(inPackage || bundled.includes(name))
        ? { path, external: true }
        : undefined;
    });
  },
};

export const compiledPath = (path: string): string => path.replace(/\.tsx?$/, '.js');

/** Keeps every module a file of its own at the same place, because modules find files beside them. JSON becomes a part of its importer. */
const separateModules: Plugin = {
  name: 'separate-modules',
  setup: (bundler) => {
    bundler.onResolve({ filter: /^[.#]/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (kind === 'entry-point' || pluginData === separateModules || importer.includes('/node_modules/'))
        return undefined;
      const resolved = await bundler.resolve(path, { kind, importer, resolveDir, pluginData: separateModules });
      if (resolved.errors.length > 0 || resolved.path.endsWith('.json')) return resolved;
      const target = relative(resolveDir, compiledPath(resolved.path)).replaceAll(sep, '/');
      return { path: target.startsWith('.') ? target : `./${target}`, external: true };
    });
  },
};

/** A bundled CommonJS package loads modules of Node by a function that ES modules lack. */
const requireFunction = `import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n`;

/**
 * Compiles programs and all modules that they import to JavaScript for Node 20, at the same paths in a folder.
 *
 * @param programs paths of the entry modules, relative to the root
 * @returns the packages that they import and that are not bundled
 */
export async function compilePrograms(
  root: string,
  programs: readonly string[],
  folder: string,
): Promise<ReadonlySet<string>> {
  const entryPoints = programs.map((path) => join(root, path));
  const { metafile } = await build({
    ...options,
    absWorkingDir: root,
    entryPoints,
    metafile: true,
    plugins: [installedPackages],
  });
  const modules = Object.keys(metafile.inputs).filter((path) => /^(?!node_modules\/).*\.tsx?$/.test(path));
  const { outputFiles, metafile: compiledFrom } = await build({
    ...options,
    absWorkingDir: root,
    outbase: root,
    entryPoints: modules.map((path) => join(root, path)),
    metafile: true,
    plugins: [installedPackages, separateModules],
  });
  const compiled = outputFiles.map(({ path, text }) => ({ path: relative(join(root, options.outdir), path), text }));
  await copyFile(join(import.meta.dirname, 'node-20.mjs'), join(folder, 'node-20.mjs'));
  for (const { path, text } of compiled) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    const isProgram = programs.some((program) => compiledPath(program) === path);
    const support = isProgram ? `import '${relative(dirname(path), 'node-20.mjs').replaceAll(sep, '/')}';\n` : '';
    const loads = text.includes('__require(') ? requireFunction : '';
    await writeFile(join(folder, path), support + loads + text);
  }
  await writeLicences(compiledFrom, folder);
  return importedPackages(metafile);
}

async function writeLicences(compiledFrom: Metafile, folder: string): Promise<void> {
  const licences = await Promise.all(packagesIn(compiledFrom).map(readLicence));
  await writeFile(join(folder, 'THIRD-PARTY-LICENSES.md'), licences.join('\n'));
}

function importedPackages({ inputs }: Metafile): ReadonlySet<string> {
  const external = Object.values(inputs).flatMap(({ imports }) => imports.filter((imported) => imported.external));
  return new Set(external.flatMap(({ path }) => (path.startsWith('node:') ? [] : packageOf(path))));
}
