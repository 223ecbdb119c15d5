import { PGlite } from '@electric-sql/pglite';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readEmbeddedImage } from './embedded-image.ts';
import { EmbeddedStream } from './embedded-stream.ts';
import { databaseImage, ImageFileSystem } from './image-file-system.ts';

let pglite: PGlite;
beforeAll(async () => {
  pglite = await openPostgres();
});
afterAll(() => pglite.close());

function openPostgres(): Promise<PGlite> {
  const image = readEmbeddedImage();
  return PGlite.create(image ? { fs: new ImageFileSystem(databaseImage(image)) } : {});
}

async function connect(postgres = pglite) {
  const stream = new EmbeddedStream(postgres);
  const client = new Client({ user: 'postgres', database: 'postgres', ssl: false, stream: () => stream });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return { client, stream };
}

test('embedded stream: a statement that fails leaves the client usable', async () => {
  const { client } = await connect();
  await expect(client.query('select 1 / $1::int', [0])).rejects.toMatchObject({ code: '22012' });
  expect((await client.query('select $1::int as value', [7])).rows).toEqual([{ value: 7 }]);
});

test('embedded stream: parameters and results may be larger than the buffers of a stream', async () => {
  const { client } = await connect();
  for (const length of [1, 200_000, 3, 100_000]) {
    const text = 'x'.repeat(length);
    expect((await client.query('select $1::text as text', [text])).rows).toEqual([{ text }]);
  }
});

test('embedded stream: a client that breaks inside a transaction leaves none to the next client', async () => {
  const broken = await connect();
  await broken.client.query('create table notes (text text)');
  await broken.client.query('begin');
  await broken.client.query(`insert into notes values ('lost')`);
  broken.stream.destroy(new Error('broken'));
  await expect(broken.client.query('select 1')).rejects.toThrow();

  const { client } = await connect();
  expect((await client.query('select text from notes')).rows).toEqual([]);
  await client.query(`insert into notes values ('kept')`);
  await client.query('rollback');
  expect((await client.query('select text from notes')).rows).toEqual([{ text: 'kept' }]);
});

test('embedded stream: a client ends, and PostgreSQL serves the next', async () => {
  const first = await connect();
  await first.client.end();
  expect(first.stream.destroyed).toBe(true);
  const { client } = await connect();
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('embedded stream: after PostgreSQL has ended, statements and new clients are rejected', async () => {
  const stopped = await openPostgres();
  const { client } = await connect(stopped);
  await stopped.close();
  await expect(client.query('select 1')).rejects.toThrow('The embedded database is closed.');
  await expect(connect(stopped)).rejects.toThrow(/closed/);
});
