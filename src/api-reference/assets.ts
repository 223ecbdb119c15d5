import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of the documentation, by the name under which pages ask for it. */
export interface Asset {
  readonly name: string;
  readonly type: string;
  readonly content: string;
}

const here = import.meta.dirname;

/** Later ones refine what earlier ones say. */
const styles = ['theme', 'frame', 'text', 'operation', 'code', 'cards'];

const files = [
  {
    name: 'reference.css',
    type: 'text/css; charset=utf-8',
    paths: styles.map((style) => join(here, 'styles', `${style}.css`)),
  },
  { name: 'reference.svg', type: 'image/svg+xml', paths: [join(here, 'icon.svg')] },
  {
    name: 'reference.js',
    type: 'text/javascript; charset=utf-8',
    // Built by `npm run prepare` from `browser/main.ts`; pages are whole without it.
    paths: [join(here, '..', '..', 'dist', 'web', 'reference.js')],
  },
];

/** Style, icon and script of all pages. What was not built is left out. */
export async function readAssets(): Promise<readonly Asset[]> {
  const read = files.map(async ({ name, type, paths }) => {
    const parts = await Promise.all(paths.map((path) => readFile(path, 'utf8'))).catch(() => undefined);
    return parts ? [{ name, type, content: parts.join('\n') }] : [];
  });
  return (await Promise.all(read)).flat();
}
