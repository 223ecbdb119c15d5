import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { useToolkit } from '../../contract-tests/fixtures/cli/executables.ts';

const toolkit = useToolkit();
let mine: string;
let other: string;
let file: string;
const env = { AGENT_ID_NEW_PASSPHRASE: 'correct horse' };

const vault = (stateDir: string, args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  toolkit.run('agent-id-vault', [...args, '--state-dir', stateDir], { env: { ...env, ...more } });

async function store(stateDir: string, service: string, credential: string): Promise<void> {
  const source = join(toolkit.scratch(), 'credential');
  writeFileSync(source, credential);
  await vault(stateDir, ['store', '--service', service, '--credential-file', source, '--username', 'ada']);
}

const get = async (stateDir: string, service: string): Promise<unknown> =>
  (await vault(stateDir, ['get', '--service', service])).json['credential'];

beforeEach(async () => {
  [mine, other] = [toolkit.scratch(), toolkit.scratch()];
  for (const dir of [mine, other]) await toolkit.run('agent-id-core', ['init', '--state-dir', dir]);
  await store(mine, 'a', 'secret of a');
  await store(mine, 'b', 'secret\nof b');
  file = join(toolkit.scratch(), 'vault.enc');
});

test('vault export: another identity imports every credential', async () => {
  expect((await vault(mine, ['export', '--out', file])).json).toEqual({ ok: true, path: file, credentials: 2 });
  expect((await vault(other, ['import', '--in', file])).json).toEqual({ ok: true, imported: ['a', 'b'], kept: [] });
  expect([await get(other, 'a'), await get(other, 'b')]).toEqual(['secret of a', 'secret\nof b']);
  expect((await vault(other, ['list'])).json['credentials']).toMatchObject([{ username: 'ada' }, { username: 'ada' }]);
});

test('vault export: the file is readable by its owner only and shows neither credential nor service', async () => {
  await vault(mine, ['export', '--out', file]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'latin1')).not.toMatch(/secret|ada|"service"/);
});

test('vault import: a credential of the same service is kept, and replaced with --replace', async () => {
  await vault(mine, ['export', '--out', file]);
  await store(other, 'a', 'own');
  expect((await vault(other, ['import', '--in', file])).json).toMatchObject({ imported: ['b'], kept: ['a'] });
  expect(await get(other, 'a')).toBe('own');
  expect((await vault(other, ['import', '--in', file, '--replace'])).json).toMatchObject({ imported: ['a', 'b'] });
  expect(await get(other, 'a')).toBe('secret of a');
});

test('vault export: without a passphrase nothing is written', async () => {
  const { json } = await vault(mine, ['export', '--out', file], { AGENT_ID_NEW_PASSPHRASE: '' });
  expect(json['code']).toBe('passphrase_required');
  expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined();
});

test('vault import: another passphrase, a changed file and another file are refused', async () => {
  await vault(mine, ['export', '--out', file]);
  const good = readFileSync(file);
  const codeOf = async (more = {}): Promise<unknown> =>
    (await vault(other, ['import', '--in', file], more)).json['code'];
  expect(await codeOf({ AGENT_ID_NEW_PASSPHRASE: 'wrong' })).toBe('wrong_passphrase');
  for (const [at, code] of [
    [5, 'bad_encrypted_file'],
    [good.indexOf(10) + 3, 'wrong_passphrase'],
    [good.length - 1, 'wrong_passphrase'],
  ] as const) {
    const bytes = Buffer.from(good);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    expect(await codeOf()).toBe(code);
  }
  writeFileSync(file, good.subarray(0, 90));
  expect(await codeOf()).toBe('bad_encrypted_file');
  expect((await vault(other, ['list'])).json['credentials']).toEqual([]);
});

test('vault export, import: the passphrase of the identity is used when no other is given', async () => {
  const identity = { AGENT_ID_NEW_PASSPHRASE: '', AGENT_ID_PASSPHRASE: 'identity' };
  await toolkit.run('agent-id-core', ['init', '--state-dir', mine], { env: identity });
  expect((await vault(mine, ['export', '--out', file], identity)).json['ok']).toBe(true);
  const passphrase = join(toolkit.scratch(), 'passphrase');
  writeFileSync(passphrase, 'identity\n');
  const words = ['import', '--in', file, '--new-passphrase-file', passphrase];
  expect((await vault(other, words)).json['imported']).toEqual(['a', 'b']);
});
