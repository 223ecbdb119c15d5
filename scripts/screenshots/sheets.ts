import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';

/** Pages of which a sheet is made, by the names of their pictures. */
const sheetPages = [
  'start',
  'account',
  'forum',
  'forum-post',
  'portal-overview',
  'portal-deliveries',
  'portal-settings',
  'host',
  'console-owners',
  'console-audit',
  'reference',
] as const;

const widths = [390, 820, 1440] as const;
const themes = ['', '-dark'] as const;
/** Pixels of the sheet for one of the picture. */
const scale = 0.4;
/** What is shown of a long page, pixels of the picture. */
const height = 900;
const quality = 0.7;

export interface SheetDirectories {
  /** Pictures that `--review` took of a former version; undefined for none. */
  readonly before: string | undefined;
  readonly after: string;
  readonly output: string;
}

/** Writes a sheet per page: the former version on the left, this one on the right, each at three widths in both themes. */
export async function writeSheets(browser: Browser, { before, after, output }: SheetDirectories): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  for (const name of sheetPages) {
    const sides = [before, after].filter((directory) => directory !== undefined);
    const columns = await Promise.all(sides.map((directory) => columnOf(directory, name)));
    await page.setContent(`<style>
      body { display: inline-flex; gap: 24px; margin: 8px; background: #777 }
      div { display: flex; gap: 8px; margin-bottom: 8px; align-items: flex-start }
      span { overflow: hidden; max-height: ${height * scale}px }
      img { display: block; width: 100% }
    </style>${columns.join('')}`);
    await writeFile(join(output, `sheet-${name}.webp`), await asWebp(page));
  }
  await page.close();
}

/** Renders the pictures of one version: a row per theme. */
async function columnOf(directory: string, name: string): Promise<string> {
  const rows = themes.map(async (theme) => {
    const cells = widths.map(async (width) => {
      const picture = await readFile(join(directory, `${name}-${width}${theme}.png`), 'base64');
      return `<span style="width: ${width * scale}px"><img src="data:image/png;base64,${picture}" alt="" /></span>`;
    });
    return `<div>${(await Promise.all(cells)).join('')}</div>`;
  });
  return `<section>${(await Promise.all(rows)).join('')}</section>`;
}

/** Returns a picture of the body as WebP, which the browser encodes. */
async function asWebp(page: Page): Promise<Buffer> {
  const png = (await page.locator('body').screenshot()).toString('base64');
  const url = await page.evaluate(
    async ([source, encodedQuality]) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', encodedQuality);
    },
    [`data:image/png;base64,${png}`, quality] as const,
  );
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}
