import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { checkState } from '../fixtures/browser-session.ts';
import { finishSignIn, startSignIn } from '../fixtures/identity.ts';
import { createIdentity, openProviderPages } from '../fixtures/web-pages.ts';
import { createVirtualCamera } from '../fixtures/chromium.ts';
import { useStarted } from '../fixtures/use-started.ts';

const camera = useStarted(createVirtualCamera);
const pages = useStarted(() => openProviderPages(camera.flags));
let page: Page;
beforeAll(async () => {
  ({ page } = await pages.openPage());
  await createIdentity(page, pages.baseUrl);
});

test('owner scan: a code of another site is refused by its host, and nothing of it is opened', async () => {
  await page.goto(`${pages.baseUrl}/owner/scan`);
  await checkState(page, 'owner-scan');
  await camera.show('https://sign-in.evil.example/approve/NZxpUZwFMwXjEKbYCFRKxnqT2ggQ6UF-zRhJvaoWgbM');
  await page.getByRole('button', { name: 'Start the camera' }).click();
  await page.getByText('The code leads to sign-in.evil.example').waitFor();
  await checkState(page, 'owner-scan-refused');
  expect(new URL(page.url()).pathname).toBe('/owner/scan');
});

test('owner scan: the camera reads a sign-in of this provider, and a passkey approves it', async () => {
  const started = await startSignIn(pages.sso, { agentName: 'Night shift' });
  await camera.show(started.deepLink);
  await page.getByRole('button', { name: 'Scan again' }).click();
  await page.waitForURL(started.deepLink);
  await page.getByRole('radio', { name: started.comparisonCode }).check();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('heading', { name: 'Approved' }).waitFor();
  await finishSignIn(pages.sso, started);
});
