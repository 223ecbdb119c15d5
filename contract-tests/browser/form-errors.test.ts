import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type BrowserSession, checkAtBothSizes } from '../fixtures/browser-session.ts';
import { grantConsole, signInToConsole, openWebPages } from '../fixtures/web-pages.ts';
import { expectFocus } from '../fixtures/keyboard.ts';
import { useStarted } from '../fixtures/use-started.ts';

const pages = useStarted(() => openWebPages(['sso', 'web']));
let session: BrowserSession;
beforeAll(async () => {
  ({ session } = pages);
  const sub = await signInToConsole(session.page, pages.at('/admin'));
  await grantConsole(pages.platform, { sub, scopes: ['providers'], name: 'Night shift' });
});

/** Texts that describe a control, in the order in which a screen reader reads them. */
const descriptionOf = (control: Locator): Promise<unknown> =>
  control.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => element.ownerDocument.getElementById(id)?.textContent),
  );

test('console form: an error about one line of a list stands at the list, which gets the focus', async () => {
  const { page } = session;
  await page.goto(pages.at('/admin/applications'));
  await page.getByRole('button', { name: 'New application' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Notes');
  const redirects = dialog.getByLabel('Redirect URIs');
  const origins = dialog.getByLabel('Allowed origins');
  await redirects.fill('https://notes.example/back\nhttp://notes.example/back');
  await dialog.getByRole('button', { name: 'Register' }).click();
  await expect.poll(() => redirects.getAttribute('aria-invalid')).toBe('true');
  expect(await descriptionOf(redirects)).toEqual([
    expect.stringMatching(/^Line 2 must be /),
    expect.stringMatching(/^One a line/),
  ]);
  await expectFocus(redirects);
  expect(await origins.getAttribute('aria-invalid')).toBeNull();
  expect(await dialog.getByRole('alert').count()).toBe(1);
  await checkAtBothSizes(page, 'console-form-error');

  await redirects.fill('https://notes.example/back');
  await origins.fill('https://notes.example/');
  await dialog.getByRole('button', { name: 'Register' }).click();
  await expect.poll(() => origins.getAttribute('aria-invalid')).toBe('true');
  expect(await redirects.getAttribute('aria-invalid')).toBeNull();
  await expectFocus(origins);

  await origins.fill('https://notes.example');
  await dialog.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('link', { name: 'Notes' }).waitFor();
  expect(session.pageErrors).toEqual([]);
});
