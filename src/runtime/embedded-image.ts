import { existsSync, readFileSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';

const manifest = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'));
const { version }: { readonly version: string } = JSON.parse(readFileSync(manifest, 'utf8'));

/**
 * Where the files of a new embedded database stand, for the installed version of PGlite. `scripts/embedded-image.ts`
 * makes them when the package is installed. They only save time: PGlite makes what is missing, and migrations that
 * are newer than the files run as ever.
 */
export const embeddedImageFile = new URL(`../../dist/embedded/pglite-${version}.tar.zst`, import.meta.url);

/** A tar of the files; undefined when there is none for this version. */
export function readEmbeddedImage(): Blob | undefined {
  return existsSync(embeddedImageFile) ? new Blob([zstdDecompressSync(readFileSync(embeddedImageFile))]) : undefined;
}
