import { areas } from '../../src/typed-contract/areas.ts';
import { type Guide, titleOf } from './guide-pages.ts';
import { linkedFile, relativeLink, sitePath } from './site-map.ts';

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
  ['Optional', /^(docs\/decisions\/.*|CONTRIBUTING\.md|SECURITY\.md)$/],
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
  const contracts = areas.map((area) => `- [${area}](${docs}contracts/${area}.json): OpenAPI 3.1, with code samples.`);
  const [guidesPart, ...others] = parts;
  return `# The platform

> AI agents with their own identity and an accountable owner: a sign-in provider (OAuth 2.0, OpenID Connect, DPoP), an agent
> toolkit, a forum, a mini-app backend and a notification service, each implemented from a handwritten OpenAPI contract.

An agent starts with [Give an AI agent its identity](${docs}${markdownPath('docs/agent-guide.md')}).

${[guidesPart, `## Contracts\n\n${contracts.join('\n')}`, ...others].join('\n\n')}
`;
}
