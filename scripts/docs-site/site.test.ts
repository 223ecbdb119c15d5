import { relativeLink } from '../../src/api-reference/documentation-page.ts';
import { posix, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { docsSite } from '../build-docs.ts';
import { type ContractHistory, contractHistory } from '../diff-specs/contract-history.ts';
import { changelogPage } from './pages.ts';
import { linkedFile, sitePath } from './site-page.ts';

/** Pictures are texts here, because only their presence counts. */
let files: ReadonlyMap<string, string>;
let pages: readonly (readonly [path: string, markup: string])[];
beforeAll(async () => {
  const site = await docsSite(contractHistory(resolve(import.meta.dirname, '../..')));
  files = new Map([...site].map(([path, content]) => [path, content.toString()]));
  pages = [...files].filter(([path]) => path.endsWith('.html'));
});

const all = (markup: string, pattern: RegExp): readonly string[] =>
  [...markup.matchAll(pattern)].map(([, found = '']) => found);
const idsIn = (markup: string): readonly string[] => all(markup, /\sid="([^"]*)"/g);

test('documentation site: no link, fragment or asset is missing', () => {
  const broken: string[] = [];
  let followed = 0;
  for (const [path, markup] of pages) {
    for (const href of all(markup, /\s(?:href|src)="([^"]*)"/g)) {
      if (/^https?:/.test(href)) continue;
      followed++;
      const [target = '', fragment] = href.replaceAll('&amp;', '&').split('#');
      const to = target === '' ? path : posix.join(posix.dirname(path), target);
      // The script is built by `npm run prepare`; pages work without it.
      if (to === 'assets/reference.js') continue;
      const there = files.get(to);
      const place = fragment === undefined || idsIn(there ?? '').includes(decodeURIComponent(fragment));
      if (there === undefined || !place) broken.push(`${path} → ${href}`);
    }
  }
  expect(broken).toEqual([]);
  expect(followed).toBeGreaterThan(1000);
});

test('documentation site: every guide is also a markdown page, whose links lead to pages of the site', () => {
  const markdown = [...files].filter(([path]) => path.endsWith('.md'));
  const guides = pages.map(([path]) => path).filter((path) => path.startsWith('guides/'));
  expect(markdown.map(([path]) => path).sort()).toEqual(guides.map((path) => path.replace(/html$/, 'md')).sort());
  const broken = markdown.flatMap(([path, text]) =>
    all(text, /\]\(([^)\s#]+)[^)\s]*\)/g)
      .filter((href) => !/^[a-z]+:/.test(href) && !files.has(posix.join(posix.dirname(path), href)))
      .map((href) => `${path} → ${href}`),
  );
  expect(broken).toEqual([]);
});

test('documentation site: llms.txt lists every guide and contract with an address that exists', () => {
  const listed = all(files.get('llms.txt') ?? '', /\]\(http:\/\/localhost:4000\/docs\/([^)]+)\)/g);
  expect(listed.filter((path) => !files.has(path))).toEqual([]);
  const expected = [...files.keys()].filter((path) => path.endsWith('.md') || /^contracts\/.*\.json$/.test(path));
  expect([...new Set(listed)].sort()).toEqual(expected.sort());
});

test('documentation site: every page is reachable from the first one', () => {
  const reached = new Set(['index.html']);
  for (const path of reached) {
    for (const href of all(files.get(path) ?? '', /<a\s[^>]*href="([^"#]+)/g)) {
      const to = posix.join(posix.dirname(path), href);
      if (files.get(to) !== undefined && to.endsWith('.html')) reached.add(to);
    }
  }
  expect(pages.map(([path]) => path).filter((path) => !reached.has(path))).toEqual([]);
});

test('documentation site: no page needs another origin, an inline script or an inline style', () => {
  for (const [path, markup] of pages) {
    const loaded = all(markup, /<(?:link|script|img)\s[^>]*(?:href|src)="([^"]*)"/g);
    expect([path, loaded.filter((address) => /^(?:[a-z]+:|\/\/)/.test(address))]).toEqual([path, []]);
    expect([path, /<style|<script(?![^>]*\ssrc=)|\sstyle="|\son[a-z]+="/.exec(markup)?.[0]]).toEqual([path, undefined]);
    expect(markup).toContain('<meta http-equiv="content-security-policy" content="default-src &#39;none&#39;;');
  }
});

test('documentation site: every page has a title, one h1 and unique ids', () => {
  for (const [path, markup] of pages) {
    expect([path, all(markup, /<title>([^<]+)<\/title>/g)]).toEqual([path, [expect.stringMatching(/\S/)]]);
    expect([path, all(markup, /<h1[\s>]/g).length]).toEqual([path, 1]);
    const ids = idsIn(markup);
    expect([path, ids.filter((id, at) => ids.indexOf(id) !== at)]).toEqual([path, []]);
  }
});

describe('documentation site: paths', () => {
  test.each([
    ['docs/README.md', 'guides/index.html'],
    ['docs/sdk/README.md', 'guides/sdk/index.html'],
    ['docs/webhooks.md', 'guides/webhooks.html'],
    ['docs/parts.svg', 'guides/parts.svg'],
    ['README.md', 'guides/overview.html'],
    ['specs/forum.yaml', 'forum.html'],
    ['src/backend/invoices/products.ts', 'source/src/backend/invoices/products.ts.html'],
  ])('%s is %s', (file, path) => {
    expect(sitePath(file)).toBe(path);
  });

  test('documentation site: links between folders are relative', () => {
    expect(relativeLink('guides/sdk/dpop.html', 'forum.html')).toBe('../../forum.html');
    expect(relativeLink('index.html', 'index.html')).toBe('index.html');
    expect(linkedFile('docs/sdk/dpop.md', '../webhooks.md#verify')).toEqual({
      file: 'docs/webhooks.md',
      fragment: '#verify',
    });
    expect(linkedFile('docs/a.md', '#b')).toEqual({ file: 'docs/a.md', fragment: '#b' });
    expect(linkedFile('docs/a.md', 'https://x.example')).toBeUndefined();
  });
});

describe('documentation site: changelog', () => {
  const contract = (version: string, ...paths: string[]) => ({
    info: { title: 'Notes', version },
    paths: Object.fromEntries(paths.map((path) => [path, { get: { operationId: path.slice(1), responses: {} } }])),
  });
  const states: Readonly<Record<string, ReturnType<typeof contract>>> = {
    'v1.0.0': contract('1.0.0', '/old'),
    'v1.1.0': contract('1.1.0', '/old', '/new'),
  };
  const history: ContractHistory = {
    releases: () => ['v1.1.0', 'v1.0.0'],
    base: () => undefined,
    packageVersion: () => undefined,
    has: () => true,
    dayOf: () => '2026-03-01',
    contractAt: (ref, area) => (area === 'forum' ? states[ref] : undefined),
    contractNow: () => contract('2.0.0', '/new'),
  };
  const words = (markup: string) => markup.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

  test('documentation site: the changelog lists contract changes per release and since the last one', () => {
    const text = words(changelogPage(history, '# Changelog\n\n## 1.1.0\n\n- Words.\n'));
    const order = [
      'Since v1.1.0',
      'Breaking: the operation was removed GET /old',
      'v1.1.0, 2026-03-01',
      'the operation is new GET /new',
      'v1.0.0',
      'forum: a new contract',
      'Platform',
      'Words.',
    ];
    const found = order.map((part) => text.indexOf(part));
    expect(found.every((at) => at >= 0)).toBe(true);
    expect(found).toEqual(found.toSorted((a, b) => a - b));
  });

  test('documentation site: the changelog says when nothing was released yet', () => {
    expect(changelogPage({ ...history, releases: () => [] }, '')).toContain('No version has been released yet');
  });
});
