import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { fitsOnePicture } from '../contract-tests/fixtures/browser-session.ts';
import { openChromium } from '../contract-tests/fixtures/chromium.ts';
import { openScene, type Picture, pictures, reviewPictures, type Scene, type Theme } from './screenshots/pictures.ts';
import { writeSheets } from './screenshots/sheets.ts';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npm run screenshots [-- --output docs/screenshots] [-- --review] [-- --sheets --after DIRECTORY --before DIRECTORY]

Takes the pictures of README and guides of a new platform
with example data. --review takes each page at 390, 820 and 1440 pixels in both themes instead, and more pages. --sheets takes
none: it puts those that --review took of a former version (--before, which may be absent) and of this one (--after) beside each other,
a file per main page. Needs Chromium.`);

const { values } = parseArgs({
  options: {
    output: { type: 'string', default: 'docs/screenshots' },
    review: { type: 'boolean', default: false },
    sheets: { type: 'boolean', default: false },
    before: { type: 'string' },
    after: { type: 'string' },
  },
});
const output = resolve(values.output);
await mkdir(output, { recursive: true });

/** Width in pixels, or the picture's own. */
const widths = values.review ? [390, 820, 1440] : [undefined];

const browser = await openChromium();
try {
  if (values.sheets) await writeSheets(browser, { before: values.before, after: values.after ?? output, output });
  else await takeAll(browser);
} finally {
  await browser.close();
}

async function takeAll(visitor: Browser): Promise<void> {
  const scene = await openScene();
  try {
    for (const picture of values.review ? [...pictures, ...reviewPictures] : pictures)
      for (const width of widths) await take(visitor, scene, width === undefined ? picture : { ...picture, width });
  } finally {
    await scene.close();
  }
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
  for (const waiting of await page.locator('.spinner, .skeleton').all()) await waiting.waitFor({ state: 'hidden' });
  // Images of the page and of a mini app in it.
  for (const frame of page.frames())
    await frame.evaluate(() =>
      Promise.all(Array.from(document.images, (image) => image.decode().catch(() => undefined))),
    );
  const both: readonly Theme[] = ['light', 'dark'];
  for (const colorScheme of values.review ? both : themes) {
    await page.emulateMedia({ colorScheme });
    // The frame of a mini app is painted later than its host.
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
    const file = `${name}${values.review ? `-${width}` : ''}${colorScheme === 'dark' ? '-dark' : ''}.png`;
    const fullPage = values.review && (await fitsOnePicture(page));
    await page.screenshot({ path: join(output, file), fullPage });
    console.log(file);
  }
  await context.close();
}
