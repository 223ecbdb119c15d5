import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

const manifest = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'));
const { version }: { readonly version: string } = JSON.parse(readFileSync(manifest, 'utf8'));
const migrations = hash('sha256', readFileSync(new URL('../composition/released-migrations.json', import.meta.url)));

/**
 * Path of the files of a new embedded database, for the installed version of PGlite and these migrations.
 * `scripts/embedded-image.ts` creates the file at installation. It only saves time: without it PGlite creates the files,
 * and migrations run as usual.
 */
export const embeddedImageFile = new URL(
  `../../dist/embedded/pglite-${version}-${migrations.slice(0, 8)}.tar.br`,
  import.meta.url,
);

/** Bytes of a chunk of the decompressed files: larger than all of them, which takes half the time of small chunks. */
const chunkSize = 32 * 1024 * 1024;

/** Returns a tar of the files; undefined when there is none. */
export function readEmbeddedImage(): Buffer<ArrayBuffer> | undefined {
  return existsSync(embeddedImageFile)
    ? brotliDecompressSync(readFileSync(embeddedImageFile), { chunkSize })
    : undefined;
}
