import { posix } from 'node:path';
import { areas } from '../../src/typed-contract/areas.ts';
import {
  documentationPage,
  type DocumentationPage,
  type PageLink,
  relativeLink,
} from '../../src/api-reference/documentation-page.ts';
import { headingsOf } from '../../src/api-reference/markdown.ts';

export interface Guide {
  /** Path in the repository: `docs/sdk/dpop.md`. */
  readonly file: string;
  readonly text: string;
}

export const titleOf = ({ file, text }: Guide): string =>
  file.endsWith('docs/README.md') ? 'All guides' : (headingsOf(text)[0]?.text ?? file);

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

const top: readonly (readonly [path: string, text: string])[] = [
  ['guides/index.html', 'Guides'],
  ['sso.html', 'Sign-in'],
  ['forum.html', 'Forum'],
  ['backend.html', 'Mini-app backend'],
  ['notifications.html', 'Notifications'],
  ['changelog.html', 'Changelog'],
];

/** Returns the navigation and assets of a page, relative to its path. */
export function siteFrame(path: string): Pick<DocumentationPage, 'home' | 'links' | 'assets' | 'search'> {
  const links: PageLink[] = top.map(([to, text]) => ({
    href: relativeLink(path, to),
    text,
    current: path === to || path.startsWith(to.replace(/(?:index)?\.html$/, '/').replace('//', '/')),
  }));
  return {
    home: { href: relativeLink(path, 'index.html'), text: 'The platform' },
    links,
    search: relativeLink(path, 'search.html'),
    assets: {
      style: relativeLink(path, 'assets/reference.css'),
      icon: relativeLink(path, 'assets/reference.svg'),
      script: relativeLink(path, 'assets/reference.js'),
    },
  };
}

/** Renders a page of the site that is not an API reference. */
export const sitePage = (
  path: string,
  parts: Pick<DocumentationPage, 'title' | 'contents' | 'content' | 'scripts'>,
): string => documentationPage({ ...siteFrame(path), ...parts });

/** Returns the markdown page of a guide: the address of its HTML page, with another ending. */
const markdownPath = (file: string): string => sitePath(file).replace(/\.html$/, '.md');

/** Renders the markdown of a guide for programs: links lead to the markdown of other guides, and to pages of the site. */
export function markdownPage({ file, text }: Guide, guides: readonly Guide[]): string {
  const isGuide = (other: string) => guides.some((guide) => guide.file === other);
  return text.replaceAll(/\]\(([^)\s]+)\)/g, (link, href: string) => {
    const linked = linkedFile(file, href);
    if (linked === undefined) return link;
    const to = isGuide(linked.file) ? markdownPath(linked.file) : sitePath(linked.file);
    return `](${relativeLink(markdownPath(file), to)}${linked.fragment})`;
  });
}

/** Returns the text between the title and the first heading or table, on one line; empty when there is none. */
function introductionOf(text: string): string {
  const paragraph = text.split(/\n\s*\n/).find((block) => /^[A-Z`*[]/.test(block.trim()));
  const words =
    paragraph
      ?.replaceAll(/\]\([^)]*\)|[[\]*]/g, '')
      .replaceAll(/\s+/g, ' ')
      .replace(/^Decision\. /, '')
      .trim() ?? '';
  return /^.*?[.:](?=\s|$)/.exec(words)?.[0].replace(/:$/, '.') ?? words;
}

/** Sections of the list, by the folder of a guide. */
const sections: readonly (readonly [title: string, pattern: RegExp])[] = [
  ['Guides', /^(README\.md|docs\/[^/]+|docs\/guides\/.*)$/],
  ['SDK', /^docs\/(sdk|examples)\//],
  ['Optional', /^(docs\/(?:decisions|screenshots)\/.*|CONTRIBUTING\.md|SECURITY\.md)$/],
];

/**
 * Renders the list of pages for language models (https://llmstxt.org): title, summary, and links to the markdown of every
 * guide and to the contracts.
 *
 * @param docs address of the site, with a slash at its end
 */
export function llmsText(guides: readonly Guide[], docs: string): string {
  const item = (guide: Guide): string => {
    const introduction = introductionOf(guide.text);
    return `- [${titleOf(guide)}](${docs}${markdownPath(guide.file)})${introduction && `: ${introduction}`}`;
  };
  const parts = sections.map(
    ([title, pattern]) =>
      `## ${title}\n\n${guides
        .filter(({ file }) => pattern.test(file))
        .map(item)
        .join('\n')}`,
  );
  const contracts = areas.map(
    (area) =>
      `- [${area}](${docs}contracts/${area}.json): OpenAPI 3.1, with code samples. [${area} requests](${docs}contracts/${area}.collection.json): a collection for Postman and others.`,
  );
  const [guidesPart, ...others] = parts;
  return `# The platform

> AI agents with their own identity and an accountable owner: a sign-in provider (OAuth 2.0, OpenID Connect, DPoP), an agent
> toolkit, a forum, a mini-app backend and a notification service, each implemented from a handwritten OpenAPI contract.

An agent starts with [Give an AI agent its identity](${docs}${markdownPath('docs/agent-guide.md')}).

${[guidesPart, `## Contracts\n\n${contracts.join('\n')}`, ...others].join('\n\n')}
`;
}
