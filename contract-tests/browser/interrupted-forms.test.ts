import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type BrowserSession, signInWith } from '../fixtures/browser-session.ts';
import type { Owner } from '../fixtures/identity.ts';
import { openSignedInPortal } from '../fixtures/web-pages.ts';
import { useStarted } from '../fixtures/use-started.ts';

const signedIn = useStarted(openSignedInPortal);
let owner: Owner;
let session: BrowserSession;
let appId: string;
beforeAll(async () => {
  ({ owner, session } = signedIn);
  appId = await signedIn.newApp('Coffee Corner');
});

interface Form {
  readonly name: string;
  /** Path behind `/portal`; `{app}` is the app. */
  readonly path: string;
  /** Opens the form, when it is not part of the page. */
  readonly open?: string;
  readonly label: string;
  readonly text: string;
  /** Button that sends the form. */
  readonly send: string;
}

const forms: readonly Form[] = [
  { name: 'new app', path: '', open: 'New app', label: 'Name', text: 'Tea Corner', send: 'Create the app' },
  { name: 'rename', path: '/apps/{app}/settings', label: 'Name', text: 'Tea House', send: 'Rename' },
  { name: 'member', path: '/apps/{app}/settings', label: 'Id of the person', text: 'a'.repeat(32), send: 'Add' },
  { name: 'webhook', path: '/apps/{app}/webhook', label: 'URL', text: 'https://tea.example/hook', send: 'Register' },
  { name: 'API key', path: '/apps/{app}/keys', label: 'Label', text: 'orders', send: 'Issue a key' },
];

test.each(forms)(
  'portal form, $name: typed text is restored after a sign-in when the session had ended before the form was sent',
  async (form) => {
    const { page } = session;
    const { label, text, send, open } = form;
    await page.goto(signedIn.home() + form.path.replace('{app}', appId));
    if (open !== undefined) await page.getByRole('button', { name: open }).click();
    const field = await fieldOf(page, label);
    await field.fill(text);
    await signedIn.endSession();
    await page.getByRole('button', { name: send, exact: true }).click();
    await page.getByText('your session has ended. Sign in again to continue where you were.').waitFor();
    await signInWith(page, owner);
    await expect.poll(() => page.getByLabel(label, { exact: true }).inputValue()).toBe(text);
  },
);

test('portal form: a draft is deleted when the form is closed and on sign-out', async () => {
  const { page } = session;
  const openForm = async () => {
    await page.getByRole('button', { name: 'New app' }).click();
    return page.getByLabel('Name', { exact: true });
  };
  await page.goto(signedIn.home());
  await page.getByRole('heading', { name: 'Your apps' }).waitFor();
  await page.keyboard.press('Escape');
  await (await openForm()).fill('Left');
  await page.keyboard.press('Escape');
  const again = await openForm();
  expect(await again.inputValue()).toBe('');
  await again.fill('Signed out');
  await page.reload();
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Signed out');
  await page.keyboard.press('Escape');
  await expect.poll(() => drafts(page)).toEqual([]);
  await (await openForm()).fill('Signed out');
  await expect.poll(() => drafts(page)).toHaveLength(1);
  await page.evaluate(`document.querySelector('dialog').close()`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await drafts(page)).toEqual([]);
  expect(session.pageErrors).toEqual([]);
});

const drafts = (page: Page): Promise<unknown> =>
  page.evaluate(`Object.keys(sessionStorage).filter((key) => /^platform-draft:.*:new app$/.test(key))`);

/** Returns a field, which may be in a closed part of the form. */
async function fieldOf(page: Page, label: string): Promise<Locator> {
  const field = page.getByLabel(label, { exact: true });
  await field.waitFor({ state: 'attached' });
  if (!(await field.isVisible())) await page.locator('details', { has: field }).locator('summary').click();
  return field;
}
