import { posix } from 'node:path';
import { areas } from '../../src/typed-contract/areas.ts';

/** Linked pages outside `docs/`. */
const otherPages: Readonly<Record<string, string>> = {
  'README.md': 'guides/overview.html',
  'CONTRIBUTING.md': 'guides/contributing.html',
  'SECURITY.md': 'guides/security.html',
  'CHANGELOG.md': 'changelog.html',
  ...Object.fromEntries(areas.map((area) => [`specs/${area}.yaml`, `${area}.html`])),
};

/** Returns the page of a file of the repository: a guide, a reference, or its source. */
export function sitePath(file: string): string {
  const known = otherPages[file];
  if (known !== undefined) return known;
  const guide = /^docs\/(.*)\.md$/.exec(file)?.[1];
  if (guide !== undefined) return `guides/${guide.replace(/(^|\/)README$/, '$1index')}.html`;
  if (/^docs\/.*\.(?:svg|png)$/.test(file)) return file.replace(/^docs\//, 'guides/');
  return `source/${file}.html`;
}

/** Returns the relative link from one file of the site to another. */
export const relativeLink = (from: string, to: string): string =>
  posix.relative(posix.dirname(from), to) || posix.basename(to);

/** Returns the file and fragment that a link refers to; undefined for a link out of the repository. */
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

/** Returns the translation of links in a file of the repository into links of its page. */
export const linksOf =
  (file: string) =>
  (href: string): string => {
    const linked = linkedFile(file, href);
    return linked === undefined ? href : `${relativeLink(sitePath(file), sitePath(linked.file))}${linked.fragment}`;
  };
