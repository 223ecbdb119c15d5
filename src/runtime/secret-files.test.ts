import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withSecretFiles } from './secret-files.ts';
import { secret, text } from './settings.ts';

const keyAndName = { KEY: secret(text('A key.')), NAME: text('A name.') };
let directory: string;
let file: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'secrets-'));
  file = join(directory, 'key');
  writeFileSync(file, 'hidden\n');
});
afterAll(() => rmSync(directory, { recursive: true }));

test('secret files: a secret is read from the file that its variable with _FILE names', () => {
  expect(withSecretFiles(keyAndName, { KEY_FILE: file, NAME: 'n' })).toMatchObject({ KEY: 'hidden', NAME: 'n' });
  expect(withSecretFiles(keyAndName, { KEY: 'given', KEY_FILE: '' })).toMatchObject({ KEY: 'given' });
});

test('secret files: other settings cannot be read from files', () => {
  expect(withSecretFiles(keyAndName, { NAME_FILE: file })).not.toHaveProperty('NAME');
});

test('secret files: a missing file and a secret that is set twice are errors that do not show the secret', () => {
  const missing = join(directory, 'missing');
  expect(() => withSecretFiles(keyAndName, { KEY_FILE: missing })).toThrow(
    `KEY_FILE is "${missing}", which cannot be read`,
  );
  expect(() => withSecretFiles(keyAndName, { KEY: 'given', KEY_FILE: file })).toThrow('KEY and KEY_FILE are both set');
});
