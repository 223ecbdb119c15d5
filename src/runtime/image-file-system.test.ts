import { expect, test } from 'vitest';
import { PGlite } from '@electric-sql/pglite';
import { readEmbeddedImage } from './embedded-image.ts';
import { databaseImage, ImageFileSystem } from './image-file-system.ts';
import { listTar } from './tar.ts';

test('database image: every database in memory begins with the same tables, and shares no rows with another', async () => {
  const archive = readEmbeddedImage();
  if (archive === undefined) throw new Error('npm run prepare creates the image.');
  const before = Buffer.from(archive);
  const image = databaseImage(archive);
  const open = () => PGlite.create({ fs: new ImageFileSystem(image) });
  const migrations = 'select name from sso.migrations order by name';
  const one = await open();
  const { rows } = await one.query(migrations);
  expect(rows.length).toBeGreaterThan(10);
  await one.exec('delete from sso.migrations; drop table forum.posts cascade; checkpoint');
  const other = await open();
  expect((await other.query(migrations)).rows).toEqual(rows);
  expect((await other.query('select * from forum.posts')).rows).toEqual([]);
  expect(archive.equals(before)).toBe(true);
  await one.close();
  await other.close();
});

test('tar: files and directories are listed with the positions of their contents', () => {
  const header = (path: string, size: string, type: string) => {
    const block = Buffer.alloc(512);
    block.write(path);
    block.write(`${size}\0`, 124);
    block.write(type, 156);
    return block;
  };
  const content = Buffer.alloc(1024);
  const archive = Buffer.concat([
    header('/base/', '00000000000', '5'),
    header('/base/1', '00000001001', '0'),
    content,
    header('/base/2', '00000000000', '0'),
    Buffer.alloc(1024),
  ]);
  expect(listTar(archive)).toEqual([
    { path: '/base/', type: 'directory', start: 512, end: 512 },
    { path: '/base/1', type: 'file', start: 1024, end: 1537 },
    { path: '/base/2', type: 'file', start: 2560, end: 2560 },
  ]);
});
