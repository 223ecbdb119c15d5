import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { withLock } from './lock.ts';
import { resolveStateDir, type StateDir } from './state-dir.ts';
import { listStateFiles, readStateFile, removeStateFile, swapStateFile, writeStateFile } from './state-file.ts';

let root: string;
let notes: string[];
let dir: StateDir;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'agent-id-state-'));
  notes = [];
  dir = { path: join(root, 'state'), log: (text) => notes.push(text) };
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const mode = (...names: readonly string[]): number => statSync(join(dir.path, ...names)).mode & 0o777;

test.each([
  ['the flag', 'flag', { AGENT_ID_STATE_DIR: 'env' }, '/base/flag'],
  ['the flag, absolute', '/abs', {}, '/abs'],
  ['the environment', undefined, { AGENT_ID_STATE_DIR: '/env' }, '/env'],
  ['the home directory', undefined, {}, '/home/a/.agent-id'],
  ['the home directory when the variable is empty', undefined, { AGENT_ID_STATE_DIR: '' }, '/home/a/.agent-id'],
])('state directory: resolved from %s [B28]', (_case, flag, env, path) => {
  expect(resolveStateDir(flag, { env, home: '/home/a', cwd: '/base' })).toBe(path);
});

test('state directory: an empty --state-dir is refused', () => {
  expect(() => resolveStateDir('', { env: {}, home: '/home/a', cwd: '/base' })).toThrow('--state-dir is empty');
});

test('state files: directories have mode 0700 and files 0600 under any umask [B5]', () => {
  const umask = process.umask(0);
  try {
    writeStateFile(dir, 'keys/main.json', 'secret');
  } finally {
    process.umask(umask);
  }
  expect([mode(), mode('keys'), mode('keys/main.json')]).toEqual([0o700, 0o700, 0o600]);
  expect(readStateFile(dir, 'keys/main.json')).toBe('secret');
  expect(notes).toEqual([]);
});

test('state files: reading a missing file creates nothing', () => {
  expect(readStateFile(dir, 'keys/main.json')).toBe(undefined);
  expect(listStateFiles(dir, 'vault')).toEqual([]);
  expect(removeStateFile(dir, 'vault/x.json')).toBe(false);
  expect(() => statSync(dir.path)).toThrow('ENOENT');
});

test('state files: modes open to other users are restricted with a warning', () => {
  writeStateFile(dir, 'keys/main.json', 'secret');
  chmodSync(dir.path, 0o755);
  chmodSync(join(dir.path, 'keys'), 0o770);
  chmodSync(join(dir.path, 'keys/main.json'), 0o644);
  readStateFile(dir, 'keys/main.json');
  expect([mode(), mode('keys'), mode('keys/main.json')]).toEqual([0o700, 0o700, 0o600]);
  expect(notes).toHaveLength(3);
});

test('state directory: an open directory with other files is refused for writing and stays as it is', () => {
  mkdirSync(dir.path, { mode: 0o755 });
  mkdirSync(join(dir.path, 'ssh'), { mode: 0o755 });
  expect(readStateFile(dir, 'ssh/agent-id')).toBe(undefined);
  expect(() => writeStateFile(dir, 'keys/main.json', 'x')).toThrow('holds other files than an agent identity');
  expect([mode(), mode('ssh'), readdirSync(dir.path)]).toEqual([0o755, 0o755, ['ssh']]);
  expect(notes).toEqual([]);
});

test('state directory: an empty directory that is open to other users is restricted', () => {
  mkdirSync(dir.path, { mode: 0o755 });
  writeStateFile(dir, 'keys/main.json', 'secret');
  expect(mode()).toBe(0o700);
});

test.runIf(process.getuid?.() === 0)('state directory: a directory of another user is refused', () => {
  mkdirSync(dir.path, { mode: 0o700 });
  chownSync(dir.path, 4242, 4242);
  expect(() => readStateFile(dir, 'keys/main.json')).toThrow('belongs to user 4242');
  expect(() => writeStateFile(dir, 'keys/main.json', 'x')).toThrow('belongs to user 4242');
});

test('state files: writing through a symbolic link is refused at any level', () => {
  const target = join(root, 'target');
  mkdirSync(target, { mode: 0o700 });
  writeFileSync(join(target, 'main.json'), 'theirs');

  symlinkSync(target, dir.path);
  expect(() => writeStateFile(dir, 'main.json', 'x')).toThrow('symbolic link');
  rmSync(dir.path);

  mkdirSync(dir.path, { mode: 0o700 });
  symlinkSync(target, join(dir.path, 'keys'));
  expect(() => writeStateFile(dir, 'keys/main.json', 'x')).toThrow('symbolic link');

  symlinkSync(join(target, 'main.json'), join(dir.path, 'owner-session.json'));
  expect(() => writeStateFile(dir, 'owner-session.json', 'x')).toThrow('symbolic link');

  symlinkSync(join(target, 'main.json'), join(dir.path, '.pending-auth.json.tmp'));
  writeStateFile(dir, 'pending-auth.json', 'mine');
  expect(lstatSync(join(dir.path, 'pending-auth.json')).isSymbolicLink()).toBe(false);
  expect(readFileSync(join(target, 'main.json'), 'utf8')).toBe('theirs');
});

test('state directory: a regular file in its place is refused', () => {
  writeFileSync(dir.path, '');
  expect(() => writeStateFile(dir, 'x.json', '')).toThrow('is not a directory');
});

test('state files: a temporary file of a killed writer is not listed and does not block writing', () => {
  writeStateFile(dir, 'vault/a.json', 'a');
  writeFileSync(join(dir.path, 'vault/.a.json.tmp'), 'half');
  expect(listStateFiles(dir, 'vault')).toEqual(['a.json']);
  writeStateFile(dir, 'vault/a.json', 'b');
  expect(readStateFile(dir, 'vault/a.json')).toBe('b');
});

test.each(['a FIFO', 'a symbolic link', 'a directory'])('state files: %s is refused without being opened', (kind) => {
  mkdirSync(dir.path, { mode: 0o700 });
  const path = join(dir.path, 'owner-session.json');
  if (kind === 'a FIFO') execFileSync('mkfifo', [path]);
  else if (kind === 'a directory') mkdirSync(path);
  else symlinkSync('/dev/null', path);
  const named = kind === 'a symbolic link' ? 'symbolic link' : 'not a regular file';
  expect(() => readStateFile(dir, 'owner-session.json')).toThrow(named);
  expect(() => writeStateFile(dir, 'owner-session.json', 'x')).toThrow(named);
});

test('state files: a socket is refused without being opened', async () => {
  mkdirSync(dir.path, { mode: 0o700 });
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(join(dir.path, 'x.json'), resolve));
  expect(() => readStateFile(dir, 'x.json')).toThrow('not a regular file');
  server.close();
});

test('lock: a FIFO in its place is refused instead of blocking', async () => {
  mkdirSync(dir.path, { mode: 0o700 });
  execFileSync('mkfifo', [join(dir.path, 'lock')]);
  await expect(withLock(dir, () => undefined)).rejects.toThrow('not a regular file');
});

describe('swapStateFile', () => {
  const path = (name: string): string => join(dir.path, 'audit', name);
  const content = (): string => (readStateFile(dir, 'audit/a.json') ?? '').trimEnd();
  beforeEach(() => writeStateFile(dir, 'audit/a.json', 'first\n'));

  test('swapStateFile: new content replaces the old, longer or shorter, in a file of mode 0600', () => {
    for (const text of ['second', 'x'.repeat(10_000), 'third', 'y'.repeat(5_000), 'fourth']) {
      swapStateFile(dir, 'audit/a.json', `${text}\n`);
      expect(content()).toBe(text);
      expect(statSync(path('a.json')).mode & 0o777).toBe(0o600);
    }
  });

  test('swapStateFile: no replaced content remains in the spare file', () => {
    for (const text of ['second', 'third', 'fourth']) swapStateFile(dir, 'audit/a.json', text);
    const texts = readdirSync(join(dir.path, 'audit')).map((name) => readFileSync(path(name), 'utf8').trim());
    expect(texts.sort()).toEqual(['', 'fourth']);
  });

  test('swapStateFile: a deleted file is created again', () => {
    swapStateFile(dir, 'audit/a.json', 'second');
    rmSync(path('a.json'));
    swapStateFile(dir, 'audit/a.json', 'third');
    expect(content()).toBe('third');
  });

  test.each([
    ['before the spare file is complete', () => writeFileSync(path('.a.json.spare'), 'sec'), 'second'],
    ['before the files are swapped', () => linkSync(path('a.json'), path('.a.json.former')), 'second'],
    [
      'before the old file becomes the spare',
      () => {
        rmSync(path('.a.json.spare'));
        writeFileSync(path('.a.json.former'), 'first');
      },
      'second',
    ],
  ])('swapStateFile: a crash %s leaves a complete file, and the next write succeeds', (_case, crash, before) => {
    swapStateFile(dir, 'audit/a.json', 'second');
    crash();
    expect(content()).toBe(before);
    swapStateFile(dir, 'audit/a.json', 'third');
    expect(content()).toBe('third');
    expect(readdirSync(join(dir.path, 'audit')).sort()).toEqual(['.a.json.spare', 'a.json']);
  });

  test.each(['a.json', '.a.json.spare'])('swapStateFile: a symbolic link at %s is refused', (name) => {
    writeFileSync(join(root, 'target'), 'theirs');
    rmSync(path(name), { force: true });
    symlinkSync(join(root, 'target'), path(name));
    expect(() => swapStateFile(dir, 'audit/a.json', 'x')).toThrow('symbolic link');
    expect(readFileSync(join(root, 'target'), 'utf8')).toBe('theirs');
  });
});
