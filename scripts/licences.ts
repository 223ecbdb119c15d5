import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Metafile } from 'esbuild';

const root = resolve(import.meta.dirname, '..');

/** Returns the names of the packages whose code is in the outputs of a build. */
export function packagesIn({ outputs }: Pick<Metafile, 'outputs'>): readonly string[] {
  const contained = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  const names = contained.map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
  return [...new Set(names)].filter((name) => name !== undefined).sort();
}

/** Returns name, version and licence text of an installed library; the name of the licence where there is no text. */
export async function readLicence(name: string): Promise<string> {
  const folder = join(root, 'node_modules', name);
  const { version, license }: { readonly version: string; readonly license?: string } = JSON.parse(
    await readFile(join(folder, 'package.json'), 'utf8'),
  );
  const texts = await Promise.allSettled(
    ['LICENSE', 'LICENSE.md', 'LICENSE.txt'].map((file) => readFile(join(folder, file), 'utf8')),
  );
  const text = texts.find((result) => result.status === 'fulfilled')?.value ?? license;
  if (text === undefined) throw new Error(`${name} names no licence.`);
  return `## ${name} ${version}\n\n${text.trim()}\n`;
}
