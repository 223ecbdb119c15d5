import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file that documentation pages load. */
export interface DocumentationAsset {
  readonly name: string;
  readonly type: string;
  readonly content: string;
}

const here = import.meta.dirname;

/** In cascade order. */
const styles = ['theme', 'frame', 'text', 'operation', 'code', 'try', 'cards'];

const files = [
  {
    name: 'reference.css',
    type: 'text/css; charset=utf-8',
    paths: [
      join(here, '..', 'html', 'theme.css'),
      ...styles.map((style) => join(here, 'styles', `${style}.css`)),
      join(here, '..', 'html', 'navigation-bar.css'),
    ],
  },
  { name: 'reference.svg', type: 'image/svg+xml', paths: [join(here, 'icon.svg')] },
  {
    name: 'reference.js',
    type: 'text/javascript; charset=utf-8',
    // Built by `npm run prepare` from `browser/main.ts`; pages work without it.
    paths: [join(here, '..', '..', 'dist', 'web', 'reference.js')],
  },
];

/** Reads the style sheet, icon and script of all pages; skips files that are not built. */
export async function readAssets(): Promise<readonly DocumentationAsset[]> {
  const read = files.map(async ({ name, type, paths }) => {
    const parts = await Promise.all(paths.map((path) => readFile(path, 'utf8'))).catch(() => undefined);
    return parts ? [{ name, type, content: parts.join('\n') }] : [];
  });
  return (await Promise.all(read)).flat();
}
