import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const pictures = join(root, 'docs/screenshots');
/** The sheets, `sheet-*.webp`, are for those who change the pages. */
const listPictures = async () => (await readdir(pictures)).filter((name) => name.endsWith('.png')).sort();

test('screenshots: the script takes every picture of the documentation, and no other', async () => {
  const output = await mkdtemp(join(tmpdir(), 'screenshots-'));
  try {
    await promisify(execFile)(process.execPath, [join(root, 'scripts/screenshots.ts'), '--output', output]);
    expect((await readdir(output)).sort()).toEqual(await listPictures());
    for (const name of await readdir(output)) {
      const bytes = await readFile(join(output, name));
      // A page that shows nothing is a few hundred bytes.
      expect([name, bytes.length > 20_000]).toEqual([name, true]);
      // PNG stores width and height behind its signature.
      const committed = await readFile(join(pictures, name));
      expect([name, bytes.subarray(16, 24).toString('hex')]).toEqual([
        name,
        committed.subarray(16, 24).toString('hex'),
      ]);
    }
  } finally {
    await rm(output, { recursive: true, force: true });
  }
});

test('screenshots: each picture is small, and a page of the documentation shows it', async () => {
  const pages = [join(root, 'README.md'), ...globSync(join(root, 'docs/**/*.md'))];
  const texts = (await Promise.all(pages.map((page) => readFile(page, 'utf8')))).join('\n');
  for (const name of await listPictures()) {
    expect([name, (await stat(join(pictures, name))).size < 200_000]).toEqual([name, true]);
    expect(texts).toContain(`screenshots/${name})`);
  }
});
