import { join } from 'node:path';
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

/** Uses the compact SHA-256 for the sign-in library, which hashes short texts only. */
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
  logLevel: 'warning',
  plugins: [withoutSideEffects],
} satisfies BuildOptions;

const source = (names: readonly { readonly name: string }[]) =>
  names.map(({ name }) => join(root, 'src/client/entries', `${name}.ts`));

/**
 * Groups of entries that share chunks, so that React contexts and error classes exist once. Verifying entries are separate: a
 * shared chunk with an elliptic curve would enlarge the others.
 */
const groups: readonly (readonly string[])[] = [
  ['sso', 'forum', 'backend', 'notifications', 'sso-client', 'sso-react'],
  ['miniapp-bridge', 'miniapp-react'],
  ['dpop', 'access-token', 'webhooks'],
];

/**
 * Writes the modules of the package: a portable build with shared chunks, and in `node/` the faster builds with node:crypto.
 */
export async function writeBundles(outdir: string): Promise<void> {
  for (const names of groups) {
    const entryPoints = source(entries.filter(({ name }) => names.includes(name)));
    // With platform browser esbuild fails on imports of Node modules.
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
