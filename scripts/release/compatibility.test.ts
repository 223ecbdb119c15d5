import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { areas } from '../../src/typed-contract/areas.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(resolve(root, path), 'utf8');
const versionOf = (path: string): string => JSON.parse(read(path)).version;

test('docs/compatibility.md: its first row has the versions of the platform, the toolkit and the contracts', () => {
  const [row = ''] = /^\| \d.*$/m.exec(read('docs/compatibility.md')) ?? [];
  const [platform, sdk, toolkit, ...contracts] = row
    .split('|')
    .map((cell) => cell.trim())
    .slice(1);
  expect([platform, sdk, toolkit]).toEqual([
    versionOf('package.json'),
    versionOf('package.json'),
    versionOf('cli/agent-id-core/package.json'),
  ]);
  expect(contracts.slice(0, areas.length)).toEqual(areas.map((area) => parse(read(`specs/${area}.yaml`)).info.version));
});
