import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { constants, zstdCompressSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect } from 'kysely';
import { platformServices } from '../src/composition/platform-services.ts';
import { embeddedImageFile } from '../src/runtime/embedded-image.ts';
import { migrate } from '../src/runtime/migrations.ts';

// Part of `npm run prepare`: creates the files of an embedded database with all tables and no rows, which the first start
// copies.
const pglite = await PGlite.create('memory://');
const db = new Kysely<unknown>({ dialect: new PGliteDialect({ pglite }) });
for (const [name, { migrations }] of Object.entries(platformServices))
  if (migrations) await migrate({ db }, name, migrations);
await pglite.query('checkpoint');
const files = await (await pglite.dumpDataDir('none')).bytes();
await pglite.close();

// The three databases of a new cluster are nearly identical; a large window compresses them together.
const image = zstdCompressSync(files, {
  params: { [constants.ZSTD_c_enableLongDistanceMatching]: 1, [constants.ZSTD_c_windowLog]: 26 },
});
rmSync(new URL('.', embeddedImageFile), { recursive: true, force: true });
mkdirSync(new URL('.', embeddedImageFile), { recursive: true });
writeFileSync(embeddedImageFile, image);
