import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createMasterKey, loadMasterKey, SealedDataError } from './master-key.ts';

const key = createMasterKey(new Uint8Array(32).fill(7));
const secret = new TextEncoder().encode('a private key');

test('master key: sealed data opens again, and sealing the same data twice gives different text', () => {
  const [one, two] = [key.seal(secret, 'signing key'), key.seal(secret, 'signing key')];
  expect(one).not.toBe(two);
  expect(key.open(one, 'signing key')).toEqual(secret);
});

test('master key: another purpose, another key or a changed byte fails to open', () => {
  const sealed = key.seal(secret, 'signing key');
  expect(() => key.open(sealed, 'webhook key')).toThrow(SealedDataError);
  expect(() => createMasterKey(new Uint8Array(32).fill(8)).open(sealed, 'signing key')).toThrow(SealedDataError);
  const bytes = Buffer.from(sealed, 'base64url');
  for (const at of [0, 1, 13, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => key.open(changed.toString('base64url'), 'signing key')).toThrow(SealedDataError);
  }
  expect(() => key.open('', 'signing key')).toThrow(SealedDataError);
});

const other = new Uint8Array(32).fill(8);
const rotated = createMasterKey(other, new Uint8Array(32).fill(7));

test('master key: of several keys the first encrypts and all decrypt', () => {
  expect(rotated.open(key.seal(secret, 'signing key'), 'signing key')).toEqual(secret);
  const sealed = rotated.seal(secret, 'signing key');
  expect(createMasterKey(other).open(sealed, 'signing key')).toEqual(secret);
  expect(() => key.open(sealed, 'signing key')).toThrow(SealedDataError);
});

test('master key: resealing changes what a former key sealed, nothing else, and refuses unknown keys', () => {
  const resealed = rotated.reseal(key.seal(secret, 'signing key'), 'signing key');
  expect(createMasterKey(other).open(resealed ?? '', 'signing key')).toEqual(secret);
  expect(rotated.reseal(resealed ?? '', 'signing key')).toBeUndefined();
  const foreign = createMasterKey(new Uint8Array(32).fill(9)).seal(secret, 'signing key');
  expect(() => rotated.reseal(foreign, 'signing key')).toThrow(SealedDataError);
});

test('master key: derived keys come from the last key', () => {
  expect(rotated.derive('a')).toEqual(key.derive('a'));
  expect(rotated.derive('a')).not.toEqual(createMasterKey(other).derive('a'));
});

test('master key: derived keys are stable and differ by purpose', () => {
  expect(key.derive('a')).toEqual(key.derive('a'));
  expect(key.derive('a')).not.toEqual(key.derive('b'));
});

test('master key: the first start creates a file with mode 0600, and concurrent starts use the same key', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'master-'));
  const keys = await Promise.all([1, 2, 3].map(() => loadMasterKey({ dataDir })));
  const sealed = keys[0]?.seal(secret, 'x') ?? '';
  for (const each of keys) expect(each.open(sealed, 'x')).toEqual(secret);
  expect((await stat(join(dataDir, 'master.key'))).mode & 0o777).toBe(0o600);
  expect(await readFile(join(dataDir, 'master.key'), 'utf8')).toMatch(/^[\w-]{43}\n$/);

  await writeFile(join(dataDir, 'master.key'), 'short');
  await expect(loadMasterKey({ dataDir })).rejects.toThrow('does not hold a master key');
  await rm(dataDir, { recursive: true });
});
