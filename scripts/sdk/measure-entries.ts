import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { entries, external } from './entries.ts';

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
