import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const contributing = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');

test.each(['src', 'src/sso', 'src/runtime', 'cli', 'contract-tests', 'scripts'])(
  'CONTRIBUTING.md describes every folder of %s',
  (parent) => {
    const folders = readdirSync(join(root, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(folders.length).toBeGreaterThan(3);
    const described = folders.filter((name) => contributing.includes(`\`${name}/\``));
    expect(folders).toEqual(described);
  },
);
