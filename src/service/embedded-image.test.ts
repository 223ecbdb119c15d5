import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { embeddedImageFile } from './embedded-image.ts';

test('the files of an empty embedded database are those of the installed PGlite: node scripts/embedded-image.ts', () => {
  expect(existsSync(embeddedImageFile())).toBe(true);
});
