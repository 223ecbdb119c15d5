import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { fitsOnePicture } from '../contract-tests/fixtures/browser-session.ts';
import { openChromium } from '../contract-tests/fixtures/chromium.ts';
import { openScene, type Picture, pictures, reviewPictures, type Scene, type Theme } from './screenshots/pictures.ts';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npm run screenshots [-- --output docs/screenshots] [-- --review] [-- --sheet]

Takes the pictures of README and guides of a new platform
with example data. --review takes each page at 390, 820 and 1440 pixels in both themes instead, and more pages. --sheet puts those of the main pages beside each other in one file,
sheet.jpg. Needs Chromium.`);

const { values } = parseArgs({
  options: {
    output: { type: 'string', default: 'docs/screenshots' },
    review: { type: 'boolean', default: false },
    sheet: { type: 'boolean', default: false },
  },
});
const output = resolve(values.output);
await mkdir(output, { recursive: true });

/** Width in pixels, or the picture's own. */
const several = values.review || values.sheet;
const widths = several ? [390, 820, 1440] : [undefined];

/** Pictures of the sheet, as addresses of their data. */
const sheet: string[] = [];

const scene = await openScene();
const browser = await openChromium();
try {
  for (const picture of values.review ? [...pictures, ...reviewPictures] : pictures)
    for (const width of widths) await take(browser, scene, width === undefined ? picture : { ...picture, width });
  if (values.sheet) await takeSheet(browser);
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
  for (const colorScheme of several ? both : themes) {
    await page.emulateMedia({ colorScheme });
    const file = `${name}${values.review ? `-${width}` : ''}${colorScheme === 'dark' ? '-dark' : ''}.png`;
    const fullPage = values.review && (await fitsOnePicture(page));
    if (values.sheet) {
      sheet.push(`data:image/png;base64,${(await page.screenshot()).toString('base64')}`);
      continue;
    }
    await page.screenshot({ path: join(output, file), fullPage });
    console.log(file);
  }
  await context.close();
}

/** Puts all pictures on one: a row per page, its widths and themes beside each other. */
async function takeSheet(visitor: Browser): Promise<void> {
  const page = await visitor.newPage({ viewport: { width: 1440, height: 900 } });
  const images = sheet.map((address) => `<img src="${address}" alt="" />`).join('');
  await page.setContent(`<style>
    body { display: grid; grid-template-columns: repeat(2, 0.5fr) repeat(2, 0.9fr) repeat(2, 1.2fr); gap: 12px; margin: 12px; background: #888 }
    img { width: 100% }
  </style>${images}`);
  await page.screenshot({ path: join(output, 'sheet.jpg'), type: 'jpeg', quality: 70, fullPage: true });
  await page.close();
}
