import { expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { startSignIn } from '../fixtures/identity.ts';
import { keyboardOf } from '../fixtures/keyboard.ts';
import { openProviderPages } from '../fixtures/web-pages.ts';
import { useStarted } from '../fixtures/use-started.ts';

const pages = useStarted(openProviderPages);

const openPage = async () => (await pages.openPage({ reducedMotion: 'reduce' })).page;

test('approval page: by keyboard alone a new user creates a passkey, picks the code and approves', async () => {
  const { deepLink, pollingCode, comparisonCode } = await startSignIn(pages.sso);
  const page = await openPage();
  await page.goto(deepLink);
  await page.getByRole('button', { name: 'Create a passkey' }).waitFor();
  const keys = keyboardOf(page);
  await keys.use(page.getByRole('button', { name: 'Create a passkey' }));

  const radios = page.getByRole('radio');
  await radios.first().waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Connect Demo application?');
  await keys.use(radios.first(), 'Space');
  const values = await radios.evaluateAll((inputs) => inputs.map((input) => input.getAttribute('value')));
  for (let index = 0; index < values.indexOf(comparisonCode); index += 1) await keys.press('ArrowDown');
  expect(await page.locator('input[type=radio]:checked').getAttribute('value')).toBe(comparisonCode);
  await keys.use(page.getByRole('button', { name: 'Approve' }));
  await page.getByRole('heading', { name: 'Approved' }).waitFor();
  const { status } = unwrap(await pages.sso.pollAuthorization({ body: { polling_code: pollingCode } }));
  expect(status).toBe('authorized');
  await page.context().close();
});

/** Widths in CSS pixels: a desktop at 200 % zoom, and the narrowest that WCAG 2.2 §1.4.10 names (1280 pixels at 400 %). */
const zoomedWidths = [640, 320];

test('provider pages: nothing overflows at 200 % and 400 % zoom, and reduced motion stops every transition', async () => {
  const page = await openPage();
  const fits = async (name: string) => {
    for (const width of zoomedWidths) {
      await page.setViewportSize({ width, height: 640 });
      expect([name, width, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, width, width]);
    }
    const moving = await page.evaluate(
      `[...document.querySelectorAll('*')].filter((one) => {
        const { transitionDuration, animationName } = getComputedStyle(one);
        return transitionDuration !== '0s' || animationName !== 'none';
      }).length`,
    );
    expect([name, moving]).toEqual([name, 0]);
  };
  const { deepLink } = await startSignIn(pages.sso);
  await page.goto(deepLink);
  await page.getByRole('button', { name: 'Create a passkey' }).waitFor();
  await fits('sign-in');
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await page.getByRole('radio').first().waitFor();
  await fits('decision');
  await page.goto(`${pages.baseUrl}/owner`);
  await page.getByRole('button', { name: 'Create recovery codes' }).click();
  await page.getByRole('button', { name: 'I have saved them' }).waitFor();
  await fits('recovery codes');
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByText('You have 10 unused codes.').waitFor();
  await fits('account');
  await page.goto(`${pages.baseUrl}/recover`);
  await page.getByLabel('Recovery code').waitFor();
  await fits('recovery');
  await page.context().close();
});

test('account page: a reload while recovery codes are shown asks first, because they would be lost', async () => {
  const page = await openPage();
  await page.goto(`${pages.baseUrl}/owner`);
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await page.getByRole('button', { name: 'Create recovery codes' }).click();
  const codes = page.getByRole('dialog').locator('.codes code');
  await codes.first().waitFor();
  const before = await codes.allInnerTexts();
  const question = page.waitForEvent('dialog');
  // `page.reload` would wait for a navigation that the test dismisses.
  const reload = page.evaluate('location.reload()');
  const asked = await question;
  expect(asked.type()).toBe('beforeunload');
  await asked.dismiss();
  await reload;
  expect(await codes.allInnerTexts()).toEqual(before);
  await page.context().close();
});
