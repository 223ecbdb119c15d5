import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const pages = join(import.meta.dirname, '../../docs/guides/relying-parties');
const index = readFileSync(join(pages, 'README.md'), 'utf8');
const tests = globSync('*.test.ts', { cwd: import.meta.dirname })
  .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
  .join('\n');

test.each(globSync('*.md', { cwd: pages }).filter((file) => file !== 'README.md'))(
  'docs/guides/relying-parties/%s is in the index and is tested',
  (file) => {
    expect(index).toContain(`](${file})`);
    expect(tests).toContain(`'${file.replace(/\.md$/, '')}'`);
  },
);
