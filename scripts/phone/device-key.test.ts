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

test('phone: the key is made once, in a file that only its owner may read', async () => {
  const first = await openDeviceKey(directory);
  const again = await openDeviceKey(directory);
  expect(again.jkt).toBe(first.jkt);
  expect((await stat(join(directory, 'device-key.json'))).mode & 0o777).toBe(0o600);
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
});

test('phone: commands that start at once on a new phone have one key', async () => {
  const keys = await Promise.all([1, 2, 3, 4, 5].map(() => openDeviceKey(directory)));
  expect(new Set(keys.map(({ jkt }) => jkt)).size).toBe(1);
});

test('phone: a key that others can read is refused', async () => {
  await openDeviceKey(directory);
  await chmod(join(directory, 'device-key.json'), 0o644);
  await expect(openDeviceKey(directory)).rejects.toThrow(/can be read by others/);
});

test('phone: a broken key file is named, and not replaced', async () => {
  await openDeviceKey(directory);
  await writeFile(join(directory, 'device-key.json'), '{}');
  await expect(openDeviceKey(directory)).rejects.toThrow(/device-key\.json holds no private key/);
});
