import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDeviceKey } from './device-key.ts';

let directory: string;
beforeEach(async () => {
  directory = join(await mkdtemp(join(tmpdir(), 'phone-')), 'phone');
});
afterEach(() => rm(join(directory, '..'), { recursive: true }));

test('phone: the key is created once, in a file that only the user can read', async () => {
  const first = await openDeviceKey(directory);
  const again = await openDeviceKey(directory);
  expect(again.jkt).toBe(first.jkt);
  expect((await stat(join(directory, 'device-key.json'))).mode & 0o777).toBe(0o600);
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
});

test('phone: concurrent first commands use one key', async () => {
  const keys = await Promise.all([1, 2, 3, 4, 5].map(() => openDeviceKey(directory)));
  expect(new Set(keys.map(({ jkt }) => jkt)).size).toBe(1);
});

test('phone: a key file that others can read is rejected', async () => {
  await openDeviceKey(directory);
  await chmod(join(directory, 'device-key.json'), 0o644);
  await expect(openDeviceKey(directory)).rejects.toThrow(/can be read by others/);
});

test('phone: the error names a broken key file, and the file is not replaced', async () => {
  await openDeviceKey(directory);
  await writeFile(join(directory, 'device-key.json'), '{}');
  await expect(openDeviceKey(directory)).rejects.toThrow(/device-key\.json contains no private key/);
});
