import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of the documentation, by the name under which pages ask for it. */
export interface Asset {
  readonly name: string;
  readonly type: string;
  readonly content: string;
}

const files = [
  { name: 'reference.css', type: 'text/css; charset=utf-8', path: join(import.meta.dirname, 'style.css') },
  { name: 'reference.svg', type: 'image/svg+xml', path: join(import.meta.dirname, 'icon.svg') },
  {
    name: 'reference.js',
    type: 'text/javascript; charset=utf-8',
    // Built by `npm run prepare` from `browser/main.ts`; pages are whole without it.
    path: join(import.meta.dirname, '..', '..', 'dist', 'web', 'reference.js'),
  },
];

/** Style, icon and script of all pages. What was not built is left out. */
export async function readAssets(): Promise<readonly Asset[]> {
  const read = files.map(async ({ name, type, path }) => {
    const content = await readFile(path, 'utf8').catch(() => undefined);
    return content === undefined ? [] : [{ name, type, content }];
  });
  return (await Promise.all(read)).flat();
}
