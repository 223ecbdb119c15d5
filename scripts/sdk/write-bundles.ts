import { join } from 'node:path';
import { build as bundle, type BuildOptions, type Plugin } from 'esbuild';
import { entries, external } from './entries.ts';

const root = join(import.meta.dirname, '..', '..');

/** No module of ours does anything when it is imported, so one that is not used is left out whole. */
const withoutSideEffects: Plugin = {
  name: 'without-side-effects',
  setup: (build) => {
    build.onResolve({ filter: /^[.#]/ }, async ({ path, pluginData, ...args }) => {
      if (pluginData === 'resolved' || args.importer.includes('node_modules')) return undefined;
      return { ...(await build.resolve(path, { ...args, pluginData: 'resolved' })), sideEffects: false };
    });
  },
};

/** What the sign-in library hashes is short; its size is what people feel. */
const compactSha256: Plugin = {
  name: 'compact-sha256',
  setup: (build) => {
    const path = join(root, 'src/protocol/sha256-compact.ts');
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
  logLevel: 'warning',
  plugins: [withoutSideEffects],
} satisfies BuildOptions;

const source = (names: readonly { readonly name: string }[]) =>
  names.map(({ name }) => join(root, 'src/client/entries', `${name}.ts`));

/**
 * Entries that share chunks, for code that must be there once (React contexts, error classes). Those that verify are
 * apart: a chunk with an elliptic curve would weigh on all that share it.
 */
const groups: readonly (readonly string[])[] = [
  ['sso', 'forum', 'backend', 'notifications', 'sso-client', 'sso-react'],
  ['miniapp-bridge', 'miniapp-react'],
  ['dpop', 'webhooks'],
];

/**
 * Writes the modules of the package: one build that runs everywhere, what entries share in chunks, and beside it, in
 * `node/`, the entries that are faster over node:crypto.
 */
export async function writeBundles(outdir: string): Promise<void> {
  for (const names of groups) {
    const entryPoints = source(entries.filter(({ name }) => names.includes(name)));
    // For browsers esbuild fails on any import of a module of Node.
    const plugins = names.includes('dpop') ? common.plugins : [compactSha256, ...common.plugins];
    await bundle({ ...common, plugins, entryPoints, outdir, platform: 'browser' });
  }
  const forNode = source(entries.filter(({ node }) => node));
  await bundle({
    ...common,
    entryPoints: forNode,
    outdir: join(outdir, 'node'),
    platform: 'node',
    conditions: ['node'],
  });
}
