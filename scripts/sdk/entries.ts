import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

export interface Entry {
  readonly name: string;
  /** Runs in browsers: has no Node modules, and its size is printed. */
  readonly browser: boolean;
  /** Maximum size in bytes, minified and compressed. */
  readonly budget?: number;
}

export const entries: readonly Entry[] = [
  { name: 'sso', browser: true },
  { name: 'forum', browser: true },
  { name: 'backend', browser: true },
  { name: 'notifications', browser: true },
  { name: 'sso-client', browser: true, budget: 17_000 },
  { name: 'sso-react', browser: true },
  { name: 'dpop', browser: true },
  { name: 'access-token', browser: true },
  { name: 'approvals', browser: true },
  { name: 'http-signatures', browser: true },
  { name: 'hono', browser: true },
  { name: 'webhooks', browser: true },
  { name: 'miniapp-bridge', browser: true, budget: 4_000 },
  { name: 'miniapp-react', browser: true },
  { name: 'testing', browser: true },
  { name: 'testing-server', browser: true },
];

/** Peer dependencies, which no bundle contains. */
export const external: readonly string[] = ['react', 'react-dom', 'react/jsx-runtime'];

interface BundleSize {
  /** Bytes, minified. */
  readonly minified: number;
  /** Bytes, minified and compressed. */
  readonly compressed: number;
}

export interface EntrySize extends BundleSize {
  readonly name: string;
  readonly budget: number | undefined;
}

/** Measures the bundle of each browser entry with all of its exports and without React. */
export async function measureEntries(outdir: string): Promise<readonly EntrySize[]> {
  return Promise.all(
    entries
      .filter(({ browser }) => browser)
      .map(async ({ name, budget }) => ({ name, budget, ...(await measureExports(outdir, name, '*')) })),
  );
}

/** Measures the bundle of an application that imports only these exports of an entry. @param exported `*` or `{ name }` */
async function measureExports(outdir: string, name: string, exported: string): Promise<BundleSize> {
  const { outputFiles } = await build({
    stdin: { contents: `export ${exported} from ${JSON.stringify(join(outdir, `${name}.js`))};`, resolveDir: outdir },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    external: [...external],
    legalComments: 'none',
  });
  const code = outputFiles.map(({ text }) => text).join('');
  return { minified: Buffer.byteLength(code), compressed: gzipSync(code, { level: 9 }).length };
}

/** A module of src/protocol that Node has in a faster form, with node:crypto. */
interface PlatformModule {
  readonly name: string;
  readonly portable: string;
  readonly node: string;
}

export const platformModules: readonly PlatformModule[] = [
  { name: 'sha256', portable: 'sha256.ts', node: 'sha256.node.ts' },
  { name: 'ed25519', portable: 'ed25519.ts', node: 'ed25519.node.ts' },
  { name: 'es256', portable: 'es256.ts', node: 'es256.node.ts' },
];

/** The `imports` of the package's manifest. */
export const platformImports = Object.fromEntries(
  platformModules.map(({ name }) => [
    `#${name}`,
    {
      import: byRuntime((folder) => `./${folder}/${name}.js`),
      require: byRuntime((folder) => `./cjs/${folder}/${name}.cjs`),
    },
  ]),
);

function byRuntime(path: (folder: 'node' | 'portable') => string): Readonly<Record<'node' | 'default', string>> {
  return { node: path('node'), default: path('portable') };
}
