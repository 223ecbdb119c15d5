import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { fitsOnePicture } from '../contract-tests/fixtures/browser-session.ts';
import { openChromium } from '../contract-tests/fixtures/chromium.ts';
import { openScene, type Picture, pictures, reviewPictures, type Scene, type Theme } from './screenshots/pictures.ts';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npm run screenshots [-- --output docs/screenshots] [-- --review]

Takes the pictures of README and guides of a new platform
with example data. --review takes each page at 390, 820 and 1440 pixels in both themes instead, and more pages. Needs Chromium.`);

const { values } = parseArgs({
  options: {
    output: { type: 'string', default: 'docs/screenshots' },
    review: { type: 'boolean', default: false },
  },
});
const output = resolve(values.output);
await mkdir(output, { recursive: true });

/** Width in pixels, or the picture's own. */
const widths = values.review ? [390, 820, 1440] : [undefined];

const scene = await openScene();
const browser = await openChromium();
try {
  for (const picture of values.review ? [...pictures, ...reviewPictures] : pictures)
    for (const width of widths) await take(browser, scene, width === undefined ? picture : { ...picture, width });
} finally {
  await browser.close();
  await scene.close();
}

async function take(visitor: Browser, shown: Scene, { name, width, height, themes, open }: Picture): Promise<void> {
  const context = await visitor.newContext({
    viewport: { width, height },
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await open(page, shown);
  await page.locator('.spinner').first().waitFor({ state: 'hidden' });
  // Images of the page and of a mini app in it.
  for (const frame of page.frames())
    await frame.evaluate(() =>
      Promise.all(Array.from(document.images, (image) => image.decode().catch(() => undefined))),
    );
  const both: readonly Theme[] = ['light', 'dark'];
  for (const colorScheme of values.review ? both : themes) {
    await page.emulateMedia({ colorScheme });
    const file = `${name}${values.review ? `-${width}` : ''}${colorScheme === 'dark' ? '-dark' : ''}.png`;
    const fullPage = values.review && (await fitsOnePicture(page));
    await page.screenshot({ path: join(output, file), fullPage });
    console.log(file);
  }
  await context.close();
}
