import { expect, test } from 'vitest';
import { urlOf } from '../fixtures/identity.ts';
import { deletePlatformData, startPlatform } from '../fixtures/platform.ts';
import { useStarted } from '../fixtures/use-started.ts';

const platform = useStarted(
  () => startPlatform({ services: ['sso', 'forum', 'backend', 'notifications', 'web'] }),
  deletePlatformData,
);

const browse = async (url: string) => {
  const response = await fetch(url, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
  return { response, page: await response.text() };
};

/** Links of the bar above a page, and the one that is marked as the page itself. */
function barOf(page: string) {
  const bar = /<nav class="platform-navigation".*?<\/nav>/s.exec(page)?.[0] ?? '';
  return {
    links: [...bar.matchAll(/<a href="([^"]+)"/g)].map(([, href = '']) => href),
    current: /aria-current="page"\s*>([^<]+)</.exec(bar)?.[1],
  };
}

test.each([
  ['web', '/', 'Start'],
  ['web', '/portal', 'Developer portal'],
  ['web', '/docs/', 'Documentation'],
  ['web', '/docs/guides/operating.html', 'Documentation'],
  ['sso', '/owner', 'Your account'],
  ['sso', '/docs', 'Documentation'],
  ['sso', '/', 'Documentation'],
  ['forum', '/', 'Forum'],
  ['forum', '/search', 'Forum'],
  ['backend', '/', 'Documentation'],
  ['notifications', '/', 'Documentation'],
] as const)('navigation: %s%s has the bar of the platform, on which %s is current', async (service, path, current) => {
  const { response, page } = await browse(`${urlOf(platform, service)}${path}`);
  expect(response.status).toBe(200);
  const bar = barOf(page);
  expect(bar.current?.trim()).toBe(current);
  expect(bar.links).toEqual(barOf((await browse(urlOf(platform, 'web'))).page).links);
});

test('navigation: every link of the bar leads to a page', async () => {
  const { links } = barOf((await browse(urlOf(platform, 'web'))).page);
  expect(links.length).toBeGreaterThan(4);
  for (const link of links) {
    const { response, page } = await browse(link);
    expect([link, response.status]).toEqual([link, 200]);
    expect(page).toContain('<title>');
  }
});

test.each(['sso', 'backend', 'notifications'] as const)(
  'root of %s: a page for browsers, the 404 of the contract for programs',
  async (service) => {
    const url = urlOf(platform, service);
    const { page } = await browse(url);
    expect(page).toContain('href="docs"');
    const response = await fetch(url, { headers: { accept: 'application/json' } });
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
  },
);

test('start page: every link of the three paths leads to a page', async () => {
  const web = urlOf(platform, 'web');
  const { page } = await browse(web);
  const paths = /<section class="tabs".*?<\/section>/s.exec(page)?.[0] ?? '';
  const links = [...paths.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => new URL(href, web).href);
  expect(links.length).toBeGreaterThan(3);
  for (const link of links) expect([link, (await browse(link)).response.status]).toEqual([link, 200]);
});

test('documentation: a missing page is 404, and a path cannot leave the site', async () => {
  const web = urlOf(platform, 'web');
  for (const path of ['/docs/nothing.html', '/docs/..%2f..%2fpackage.json', '/docs/%2e%2e/package.json'])
    expect([path, (await browse(`${web}${path}`)).response.status]).toEqual([path, 404]);
});
