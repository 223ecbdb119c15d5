import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  databaseImage,
  ImageFileSystem,
  listTar,
  openEmbeddedFiles,
  readEmbeddedImage,
  DirectoryInUseError,
  lockDirectory,
} from './embedded-files.ts';
import { embeddedEngine, EmbeddedStream } from './embedded-database.ts';
import type { Engine } from './engine.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type System, thisSystem } from '../start/system.ts';

let pglite: PGlite;
beforeAll(async () => {
  pglite = await openPostgres();
});
afterAll(() => pglite.close());

const openPostgres = async (): Promise<PGlite> => (await openEmbeddedFiles('memory://')).pglite;

async function connect(postgres = pglite) {
  const stream = new EmbeddedStream(postgres);
  const client = new Client({ user: 'postgres', database: 'postgres', ssl: false, stream: () => stream });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return { client, stream };
}

test('embedded database: statements compile little code, however many they are', async () => {
  // Whatever V8 would optimise, it optimises now.
  setFlagsFromString('--wasm-sync-tier-up');
  for (let statement = 0; statement < 200; statement++)
    await pglite.query('select count(*) as many from pg_class where relname like $1 order by 1', ['p%']);
  setFlagsFromString('--no-wasm-sync-tier-up');
  expect(getHeapStatistics().peak_malloced_memory).toBeLessThan(150_000_000);
});

test('embedded database: a statement with parameters is prepared once, and anew by the next engine', async () => {
  const value = (engine: Engine, id: number) => sql<{ value: number }>`select ${id}::int as value`.execute(engine.db);
  const prepared = async () => (await pglite.query('select name from pg_prepared_statements')).rows;
  for (const id of [1, 2]) {
    const engine = embeddedEngine(pglite, () => Promise.resolve());
    expect((await value(engine, id)).rows).toEqual([{ value: id }]);
    expect((await value(engine, id + 10)).rows).toEqual([{ value: id + 10 }]);
    expect(await prepared()).toEqual([{ name: 'statement_1' }]);
    await engine.close();
  }
});

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

test('database image: every database in memory begins with the same tables, and shares no rows with another', async () => {
  const archive = readEmbeddedImage();
  if (archive === undefined) throw new Error('npm run prepare creates the image.');
  const before = Buffer.from(archive);
  const image = databaseImage(archive);
  const open = () => PGlite.create({ fs: new ImageFileSystem(image) });
  const migrations = 'select name from sso.migrations order by name';
  const one = await open();
  const { rows } = await one.query(migrations);
  expect(rows).toEqual([{ name: '0001-initial' }]);
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

describe('directory lock', () => {
  /** Node 20, which has no SQLite. */
  const withoutSqlite: System = { ...thisSystem, sqlite: () => undefined };

  let directory: string;
  const children: ChildProcess[] = [];

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'directory-lock-'));
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    rmSync(directory, { recursive: true });
  });

  /** Another process that holds the lock. */
  async function holder(): Promise<ChildProcess> {
    const module = new URL('./embedded-files.ts', import.meta.url).href;
    const program = `const { lockDirectory } = await import(${JSON.stringify(module)});
      globalThis.lock = lockDirectory(${JSON.stringify(directory)});
      console.log('held');
      setInterval(() => globalThis.lock, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    await once(child.stdout, 'data');
    return child;
  }

  test('directory lock: a directory in use by another process is rejected with the id of that process', async () => {
    const child = await holder();
    expect(() => lockDirectory(directory)).toThrow(DirectoryInUseError);
    expect(() => lockDirectory(directory)).toThrow(`${directory} is in use by process ${child.pid}`);
  });

  test('directory lock: a second lock in the same process is rejected until the first is released', () => {
    const lock = lockDirectory(directory);
    expect(() => lockDirectory(directory)).toThrow(`in use by process ${process.pid}`);
    lock.release();
    lockDirectory(directory).release();
  });

  test('directory lock: a killed process releases its lock', async () => {
    const child = await holder();
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
    lockDirectory(directory).release();
  });

  test('directory lock: a process id in the file does not lock the directory', () => {
    lockDirectory(directory).release();
    writeFileSync(join(directory, 'db.pid'), `${process.ppid}\n`);
    lockDirectory(directory).release();
  });

  test('directory lock: on a Node without SQLite it excludes other processes and itself, and those with SQLite', async () => {
    const lock = lockDirectory(directory, withoutSqlite);
    expect(() => lockDirectory(directory, withoutSqlite)).toThrow(DirectoryInUseError);
    expect(() => lockDirectory(directory)).toThrow(DirectoryInUseError);
    lock.release();
    lock.release();
    const child = await holder();
    expect(() => lockDirectory(directory, withoutSqlite)).toThrow(`is in use by process ${child.pid}`);
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
    lockDirectory(directory, withoutSqlite).release();
  });
});
