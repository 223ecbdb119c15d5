import { posix } from 'node:path';
import { areas } from '../../src/typed-contract/areas.ts';

/** Pages beside the guides in `docs/` that readers are sent to. */
const others: Readonly<Record<string, string>> = {
  'README.md': 'guides/overview.html',
  'CONTRIBUTING.md': 'guides/contributing.html',
  'SECURITY.md': 'guides/security.html',
  'CHANGELOG.md': 'changelog.html',
  ...Object.fromEntries(areas.map((area) => [`specs/${area}.yaml`, `${area}.html`])),
};

/** Where the site shows a file of the repository: a guide, a reference, or the file as it is. */
export function sitePath(file: string): string {
  const known = others[file];
  if (known !== undefined) return known;
  const guide = /^docs\/(.*)\.md$/.exec(file)?.[1];
  if (guide !== undefined) return `guides/${guide.replace(/(^|\/)README$/, '$1index')}.html`;
  if (/^docs\/.*\.svg$/.test(file)) return file.replace(/^docs\//, 'guides/');
  return `source/${file}.html`;
}

/** From one page of the site to another, or to a file beside it. */
export const relative = (from: string, to: string): string =>
  posix.relative(posix.dirname(from), to) || posix.basename(to);

/** A link of a file of the repository: where it leads there, and its fragment; undefined for one that leaves it. */
export function linkedFile(
  from: string,
  href: string,
): { readonly file: string; readonly fragment: string } | undefined {
  if (/^[a-z][a-z+.-]*:/i.test(href)) return undefined;
  const [path = '', fragment] = href.split('#');
  return {
    file: path === '' ? from : posix.join(posix.dirname(from), decodeURI(path)),
    fragment: fragment === undefined ? '' : `#${fragment}`,
  };
}
