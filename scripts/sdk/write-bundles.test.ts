import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { entries } from './entries.ts';
import { writeBundles } from './write-bundles.ts';

test('SDK package: exactly the React entries begin with "use client" [S321]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sdk-bundles-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeBundles(folder);
  const first = async (name: string) => (await readFile(join(folder, `${name}.js`), 'utf8')).split(/\n/, 1)[0];
  const marked = await Promise.all(
    entries.map(async ({ name }) => [name, (await first(name)) === '"use client";'] as const),
  );
  expect(Object.fromEntries(marked)).toEqual(
    Object.fromEntries(entries.map(({ name }) => [name, name.endsWith('-react')])),
  );
});
