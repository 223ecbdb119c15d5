import { expect, test } from 'vitest';
import { checkPage, openBrowserSession } from '../fixtures/browser-session.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { openWebPages } from '../fixtures/web-pages.ts';

const pages = useStarted(() => openWebPages(['sso', 'web']));

test.each(['/portal', '/host', '/admin', '/mini-app'])(
  'pages: %s says which of its scripts did not load, and a reload starts it',
  async (path) => {
    const { page, close } = await openBrowserSession(pages.browser);
    await page.route(/\/app\/assets\/.*\.js/, (route) => route.abort());
    await page.goto(pages.at(path));
    await page.getByRole('heading', { name: 'This page cannot start' }).waitFor();
    await page.getByText(/A part of it did not load: .*\/app\/assets\/.*\.js\. Check your connection\./).waitFor();
    await checkPage(page, `boot-failure${path.replace('/', '-')}`);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await close();
  },
);

test.each(['/portal', '/host'])('pages: %s explains the error in a browser without storage', async (path) => {
  const { page, close } = await openBrowserSession(pages.browser);
  await page.addInitScript(`
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get() { throw new Error('Storage is blocked.'); } });
  `);
  await page.goto(pages.at(path));
  await page.getByRole('heading', { name: 'This page cannot start' }).waitFor();
  expect(await page.locator('main').innerText()).toMatch(/Storage is blocked\. .*allow this site to store data\./);
  await close();
});

test('pages: the text of the sign-in screen is read before a script has loaded, except by who signed in here', async () => {
  const read = async (path: string, cookie = '') => (await fetch(pages.at(path), { headers: { cookie } })).text();
  const heading = '<h1>Your apps and sign\u2011in applications</h1>';
  expect(await read('/portal')).toContain(heading);
  const known = await read('/portal', 'known_browser=1');
  expect(known).not.toContain(heading);
  expect(known).toContain('<a class="brand" href="/portal">Developer portal</a>');
  expect(await read('/portal/callback?code=c')).not.toContain(heading);
});
