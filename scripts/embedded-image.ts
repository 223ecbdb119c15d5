import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect } from 'kysely';
import { areaServices } from '../src/composition/platform-services.ts';
import { compileFast, embeddedImageFile } from '../src/runtime/database/embedded-files.ts';
import { migrate } from '../src/runtime/database/migrations.ts';

// Part of `npm run prepare`: creates the files of an embedded database with all tables and no rows, which the first start
// copies.
// The start copies every byte, so segments of the write-ahead log are as small as PostgreSQL allows, written ones are
// deleted, and the templates of further databases, which an embedded engine never creates, are dropped.
compileFast();
const pglite = await PGlite.create('memory://', {
  initDbStartParams: ['--wal-segsize=1'],
  startParams: [...PGlite.defaultStartParams, '-c', 'wal_recycle=off'],
});
const db = new Kysely<unknown>({ dialect: new PGliteDialect({ pglite }) });
for (const [name, { migrations }] of Object.entries(areaServices)) await migrate({ db }, name, migrations);
for (const template of ['template0', 'template1']) {
  await pglite.query(`alter database ${template} is_template false`);
  await pglite.query(`drop database ${template}`);
}
// The second checkpoint deletes the segments that the first one needed.
for (const statement of ['checkpoint', 'select pg_switch_wal()', 'checkpoint']) await pglite.query(statement);
const files = await (await pglite.dumpDataDir('none')).bytes();
await pglite.close();

// Renamed when complete, because a server may start meanwhile. Images of other versions are deleted.
const folder = new URL('.', embeddedImageFile);
const incomplete = new URL(`incomplete-${process.pid}`, folder);
mkdirSync(folder, { recursive: true });
// Quality 9 takes a second; the highest, 30, for a tenth less.
writeFileSync(incomplete, brotliCompressSync(files, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
renameSync(incomplete, embeddedImageFile);
const isImage = (name: string) => /\.tar\.(?:br|zst)$/.test(name);
for (const name of readdirSync(folder).filter(isImage)) {
  const file = new URL(name, folder);
  if (file.href !== embeddedImageFile.href) rmSync(file);
}
