import {
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { StateDir } from './state-dir.ts';
import { readStateFile, swapStateFile, writeStateFile } from './state-file.ts';

let root: string;
let dir: StateDir;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'agent-id-swap-'));
  dir = { path: join(root, 'state'), log: () => undefined };
  writeStateFile(dir, 'audit/a.json', 'first\n');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const path = (name: string): string => join(dir.path, 'audit', name);
const content = (): string => (readStateFile(dir, 'audit/a.json') ?? '').trimEnd();

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
