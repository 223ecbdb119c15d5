import { expect, test } from 'vitest';
import { checkAtThreeSizes, expectNoMotion } from '../fixtures/browser-session.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { openWebPages } from '../fixtures/web-pages.ts';

const pages = useStarted(() => openWebPages(['web']));

const open = () => pages.session.page.goto(pages.at('/ui'));

test('components: every component in every state is accessible and fits at three widths in both themes', async () => {
  await open();
  await checkAtThreeSizes(pages.session.page, 'components');
  await expectNoMotion(pages.session.page, 'components');
  expect(pages.session.pageErrors).toEqual([]);
});

test.each(['dialog', 'drawer', 'confirmation'])(
  'components: an open %s is accessible, and Escape closes it',
  async (kind) => {
    const { page } = pages.session;
    await open();
    await page.getByRole('button', { name: `Open a ${kind}` }).click();
    await page.getByRole('dialog').waitFor();
    await checkAtThreeSizes(page, `components-${kind}`);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  },
);
