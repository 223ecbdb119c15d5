import { writeFileSync } from 'node:fs';
import { constants, zstdCompressSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { embeddedImageFile } from '../src/service/embedded-image.ts';

// Run after every change of PGlite's version: `node scripts/embedded-image.ts`, then remove the old version's file.
const empty = await PGlite.create('memory://');
await empty.query('checkpoint');
const files = await (await empty.dumpDataDir('none')).bytes();
await empty.close();

// The three databases of a new cluster are the same files: a window that spans them all finds that.
const image = zstdCompressSync(files, {
  params: {
    [constants.ZSTD_c_compressionLevel]: 19,
    [constants.ZSTD_c_enableLongDistanceMatching]: 1,
    [constants.ZSTD_c_windowLog]: 26,
  },
});
writeFileSync(embeddedImageFile(), image);
console.log(`${embeddedImageFile().pathname}: ${image.length} bytes`);
