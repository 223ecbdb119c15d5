import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build as bundle, type BuildOptions, type Plugin } from 'esbuild';
import { entries, external, platformModules } from './entries.ts';

const root = join(import.meta.dirname, '..', '..');

/** Marks our modules as free of side effects, so that bundlers omit unused ones. */
const withoutSideEffects: Plugin = {
  name: 'without-side-effects',
  setup: (build) => {
    build.onResolve({ filter: /^[.#]/ }, async ({ path, pluginData, ...args }) => {
      if (pluginData === 'resolved' || args.importer.includes('node_modules')) return undefined;
      return { ...(await build.resolve(path, { ...args, pluginData: 'resolved' })), sideEffects: false };
    });
  },
};

/**
 * Leaves the modules that Node has in a faster form to the imports of the package, so that bundler and runtime choose
 * them, and not the entries: a React context exists once, also where a framework renders one module on several platforms.
 */
const platformModulesAreImported: Plugin = {
  name: 'platform-modules-are-imported',
  setup: (build) => {
    const names = platformModules.map(({ name }) => name).join('|');
    build.onResolve({ filter: new RegExp(`^#(${names})$`) }, ({ path }) => ({
      path,
      external: true,
      sideEffects: false,
    }));
  },
};

const common = {
  outdir: '.',
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  external: [...external],
  chunkNames: 'chunks/[name]-[hash]',
  legalComments: 'none',
  logLevel: 'warning',
  plugins: [withoutSideEffects],
} satisfies BuildOptions;

/**
 * Writes the modules of the package, and as CommonJS in `cjs/`. The entries share chunks, so that a React context or an
 * error class exists once. `portable/` and `node/` have the two forms of the platform modules.
 */
export async function writeBundles(outdir: string): Promise<void> {
  const sources = (of: 'portable' | 'node'): Record<string, string> =>
    Object.fromEntries(
      platformModules.map((module) => [`${of}/${module.name}`, join(root, 'src/protocol', module[of])]),
    );
  const entryPoints = {
    ...Object.fromEntries(entries.map(({ name }) => [name, join(root, 'src/client/entries', `${name}.ts`)])),
    ...sources('portable'),
  };
  const plugins = [platformModulesAreImported, ...common.plugins];
  // With platform browser esbuild fails on imports of Node modules.
  await bundle({ ...common, plugins, entryPoints, outdir, platform: 'browser' });
  await bundle({
    ...common,
    plugins,
    entryPoints: sources('node'),
    outdir,
    chunkNames: 'node/chunks/[name]-[hash]',
    platform: 'node',
    conditions: ['node'],
  });
  await removeBareImports(outdir);
  await writeCommonJs(outdir);
}

/** Removes imports for side effects of chunks: they have none, and bundlers warn about each. */
async function removeBareImports(outdir: string): Promise<void> {
  for (const file of await readdir(outdir, { recursive: true })) {
    if (!file.endsWith('.js')) continue;
    const path = join(outdir, file);
    await writeFile(path, (await readFile(path, 'utf8')).replaceAll(/^import "\.{1,2}\/[^"]+";\n/gm, ''));
  }
}

/** Leaves every import as it is, with the file name of the CommonJS module. */
const importsOfCommonJs: Plugin = {
  name: 'imports-of-commonjs',
  setup: (build) => {
    build.onResolve({ filter: /./ }, ({ path, kind }) =>
      kind === 'entry-point' ? undefined : { path: path.replace(/^(\..*)\.js$/, '$1.cjs'), external: true },
    );
  },
};

/** Converts every module, so that entries share their chunks in CommonJS too and an error class exists once. */
async function writeCommonJs(outdir: string): Promise<void> {
  const modules = (await readdir(outdir, { recursive: true })).filter((file) => file.endsWith('.js'));
  await bundle({
    entryPoints: modules.map((file) => join(outdir, file)),
    outbase: outdir,
    outdir: join(outdir, 'cjs'),
    bundle: true,
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    target: common.target,
    // Node finds the exported names in this form.
    platform: 'node',
    // People read the modules above.
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'error',
    plugins: [importsOfCommonJs],
  });
}
