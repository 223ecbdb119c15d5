import { existsSync, readFileSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';

/**
 * Where the files of an empty embedded database stand, for the installed version of PGlite. `scripts/embedded-image.ts`
 * writes them. They only save time: to make them PGlite needs some five seconds, to read them less than one.
 */
export function embeddedImageFile(): URL {
  const manifest = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'));
  const { version }: { readonly version: string } = JSON.parse(readFileSync(manifest, 'utf8'));
  return new URL(`./pglite-${version}.tar.zst`, import.meta.url);
}

/** A tar of the files; undefined when there is none for this version, so that PGlite makes them itself. */
export function readEmbeddedImage(): Blob | undefined {
  const file = embeddedImageFile();
  return existsSync(file) ? new Blob([zstdDecompressSync(readFileSync(file))]) : undefined;
}
