import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { build as bundle, type BuildOptions, type Plugin } from 'esbuild';
import { entries, external } from './entries.ts';

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

/** Uses the compact SHA-256 in browsers, which hash short texts only. */
const compactSha256: Plugin = {
  name: 'compact-sha256',
  setup: (build) => {
    const path = join(root, 'src/protocol/sha256.compact.ts');
    build.onResolve({ filter: /^#sha256$/ }, () => ({ path, sideEffects: false }));
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
  sourcemap: 'linked',
  logLevel: 'warning',
  plugins: [withoutSideEffects],
} satisfies BuildOptions;

/**
 * Writes the modules of the package: a portable build, in `node/` a faster one with node:crypto, and both as CommonJS in
 * `cjs/`. The entries of a build share chunks, so that a React context or an error class exists once.
 */
export async function writeBundles(outdir: string): Promise<void> {
  const entryPoints = entries.map(({ name }) => join(root, 'src/client/entries', `${name}.ts`));
  // With platform browser esbuild fails on imports of Node modules.
  await bundle({ ...common, plugins: [compactSha256, ...common.plugins], entryPoints, outdir, platform: 'browser' });
  await bundle({ ...common, entryPoints, outdir: join(outdir, 'node'), platform: 'node', conditions: ['node'] });
  await writeCommonJs(outdir);
  await relateSourceMaps(outdir);
}

/** Converts every module, so that entries share their chunks in CommonJS too and an error class exists once. */
async function writeCommonJs(outdir: string): Promise<void> {
  const modules = (await readdir(outdir, { recursive: true })).filter((file) => file.endsWith('.js'));
  const folder = join(outdir, 'cjs');
  await bundle({
    entryPoints: modules.map((file) => join(outdir, file)),
    outbase: outdir,
    outdir: folder,
    format: 'cjs',
    target: common.target,
    // Node finds the exported names in this form.
    platform: 'node',
    sourcemap: 'linked',
    logLevel: 'warning',
  });
  await writeFile(join(folder, 'package.json'), `${JSON.stringify({ type: 'commonjs' })}\n`);
}

/** Names sources by their path in this repository instead of the path on this machine. */
async function relateSourceMaps(outdir: string): Promise<void> {
  for (const file of await readdir(outdir, { recursive: true })) {
    if (!file.endsWith('.js.map')) continue;
    const path = join(outdir, file);
    const map: { readonly sources: readonly string[] } = JSON.parse(await readFile(path, 'utf8'));
    const sources = map.sources.map((source) => {
      const absolute = resolve(dirname(path), source);
      // A CommonJS entry that only imports chunks comes from its ES module.
      return absolute.startsWith(resolve(outdir)) ? source : relative(root, absolute);
    });
    await writeFile(path, JSON.stringify({ ...map, sources }));
  }
}
