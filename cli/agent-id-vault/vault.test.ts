import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { requireKeypair } from '../shared/keypair/keypair.ts';
import { useToolkit, type SpawnOptions } from '../../contract-tests/fixtures/cli/executables.ts';
import { storeCredential } from './credentials.ts';

const toolkit = useToolkit('agent-id-vault');
let stateDir: string;

const vault = (args: readonly string[], options?: SpawnOptions) =>
  toolkit.spawn('agent-id-vault', [...args.slice(0, 1), '--state-dir', stateDir, ...args.slice(1)], options);
const here = (...args: readonly string[]) => toolkit.run('agent-id-vault', [...args, '--state-dir', stateDir]);
const get = async (service: string): Promise<unknown> => (await here('get', '--service', service)).json['credential'];
const recordFile = (): string => join(stateDir, 'vault', readdirSync(join(stateDir, 'vault'))[0] ?? '');
const fromFile = (service: string, credential: string, ...args: readonly string[]) => {
  const file = join(toolkit.scratch(), 'secret');
  writeFileSync(file, credential);
  return here('store', '--service', service, '--credential-file', file, ...args);
};

beforeEach(async () => {
  stateDir = toolkit.scratch();
  await toolkit.run('agent-id-core', ['init', '--state-dir', stateDir]);
});

test('vault: store, get, list and remove print exactly the documented members [B12, B44, B45, B46]', async () => {
  const first = await fromFile('github.com', 'tok', '--type', 'bearer', '--url', 'https://github.com');
  expect(first.json).toEqual({ ok: true, service: 'github.com', type: 'bearer' });
  expect((await fromFile('github.com', 'tok2')).json).toEqual({
    ok: true,
    service: 'github.com',
    type: 'api-key',
    updated: true,
  });
  expect((await here('get', '--service', 'github.com')).json).toEqual({
    ok: true,
    service: 'github.com',
    type: 'api-key',
    credential: 'tok2',
    url: null,
    username: null,
  });
  const [record] = (await here('list')).json['credentials'] as readonly Readonly<Record<string, unknown>>[];
  expect(Object.keys(record ?? {})).toEqual(['service', 'type', 'url', 'username', 'createdAt', 'updatedAt']);
  expect(String(record?.['createdAt'])).toMatch(/^\d{10}$/);
  expect((await here('remove', '--service', 'github.com')).json).toEqual({ ok: true, service: 'github.com' });
  expect((await here('list')).json).toEqual({ ok: true, credentials: [] });
});

test.each(['get', 'remove'])('vault %s: a missing service fails and is named [B47, B64]', async (command) => {
  const { json, code } = await here(command, '--service', 'nowhere');
  expect(code).toBe(1);
  expect(json['error']).toMatch(/^No credential stored for nowhere/);
});

test('vault store: without a keypair the error names agent-id-core init [B60]', async () => {
  const { json } = await toolkit.run('agent-id-vault', [
    'store',
    '--service',
    'a',
    '--credential',
    'x',
    '--state-dir',
    toolkit.scratch(),
  ]);
  expect(json['error']).toMatch(/^No agent keypair/);
});

test('vault store: file takes precedence over environment, then stdin, then --credential [B43]', async () => {
  const file = join(toolkit.scratch(), 'secret');
  writeFileSync(file, 'from file\n');
  const sources = [
    ['from file', ['--credential-file', file]],
    ['from env', ['--credential-env', 'TOKEN']],
    ['from stdin', []],
  ] as const;
  for (const [index, [expected]] of sources.entries()) {
    const args = sources.slice(index).flatMap(([, flags]) => flags);
    const { stderr } = await vault(['store', '--service', 'a', ...args, '--credential', 'from flag'], {
      env: { TOKEN: 'from env' },
      stdin: 'from stdin\n',
    });
    // The flag exposes the secret even when another source is used.
    expect(stderr).toContain('process lists');
    expect(await get('a')).toBe(expected);
  }
  const { stderr } = await vault(['store', '--service', 'a', '--credential', 'from flag']);
  expect(await get('a')).toBe('from flag');
  expect(stderr).toContain('process lists');
  expect((await fromFile('a', 'from file')).stderr).toBe('');
});

test('vault store: an open stdin without data does not block --credential', async () => {
  const { json } = await vault(['store', '--service', 'a', '--credential', 'from flag'], { silent: true });
  expect(json['ok']).toBe(true);
  const env = await vault(['store', '--service', 'a', '--credential-env', 'TOKEN'], {
    silent: true,
    env: { TOKEN: 'x' },
  });
  expect(env.json['ok']).toBe(true);
});

test.each([
  ['one newline is dropped', 'secret\n', 'secret'],
  ['one Windows newline is dropped', 'secret\r\n', 'secret'],
  ['only one newline is dropped', 'secret\n\n', 'secret\n'],
  ['inner newlines and spaces stay', ' a\nb \n', ' a\nb '],
  ['non-Latin text stays', 'пароль🔑\n', 'пароль🔑'],
  ['a byte order mark stays', '\ufeffsecret', '\ufeffsecret'],
])('vault store: from stdin %s', async (_case, stdin, credential) => {
  await vault(['store', '--service', 'a'], { stdin });
  expect(await get('a')).toBe(credential);
});

test.each([
  ['nothing at all', [], '', 'no_credential_given'],
  ['an unset variable', ['--credential-env', 'UNSET'], '', 'no_credential_given'],
  ['an empty line', [], '\n', 'empty_credential'],
  ['an empty flag', ['--credential='], '', 'empty_credential'],
  ['a missing file', ['--credential-file', '/nonexistent'], '', 'unreadable_file'],
])('vault store: %s is refused', async (_case, args, stdin, code) => {
  const { json, code: exit } = await vault(['store', '--service', 'a', ...args], { stdin });
  expect([exit, json['code']]).toEqual([1, code]);
});

test.each([
  ['Latin-1', Buffer.from('pässword', 'latin1')],
  ['a binary key', Buffer.from('00ff10c0', 'hex')],
  ['half a character', Buffer.from('€').subarray(0, 2)],
])('vault store: %s is not UTF-8 and is refused from stdin and from a file', async (_case, bytes) => {
  const file = join(toolkit.scratch(), 'secret');
  writeFileSync(file, bytes);
  const piped = await vault(['store', '--service', 'a'], { stdin: bytes });
  const read = await here('store', '--service', 'a', '--credential-file', file);
  expect([piped.json['code'], read.json['code']]).toEqual(['credential_not_text', 'credential_not_text']);
  expect((await here('list')).json['credentials']).toEqual([]);
});

test('vault store: services with similar names get separate files [B12]', async () => {
  const services = ['a/b', 'a_b', 'a b', 'A/B', '../a', '.a', 'ä', 'x'.repeat(300), `${'x'.repeat(300)}y`, '__proto__'];
  for (const service of services) await fromFile(service, `secret of ${service}`);
  for (const service of services) expect(await get(service)).toBe(`secret of ${service}`);
  const names = readdirSync(join(stateDir, 'vault'));
  expect(names).toHaveLength(services.length);
  for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_][A-Za-z0-9._-]{0,90}\.json$/);
});

test('vault list: never decrypts, and omits a file that is not a record with a warning [B46]', async () => {
  await fromFile('a', 'secret', '--username', 'ada');
  // Without a key nothing can be decrypted, and the edited record would fail authentication.
  rmSync(join(stateDir, 'keys'), { recursive: true });
  const record = JSON.parse(readFileSync(recordFile(), 'utf8')) as Readonly<Record<string, unknown>>;
  writeFileSync(recordFile(), JSON.stringify({ ...record, ciphertext: 'AAAA', tag: 'AAAA', username: 'mallory' }));
  writeFileSync(join(stateDir, 'vault/junk.json'), 'junk');
  const { code, json, stdout, stderr } = await toolkit.run('agent-id-vault', ['list', '--state-dir', stateDir]);
  expect([code, json['credentials']]).toEqual([0, [expect.objectContaining({ service: 'a', username: 'mallory' })]]);
  expect(stdout).not.toContain('secret');
  expect(stderr).toContain('junk.json');
});

test.each([
  ['service', 'b'],
  ['type', 'password'],
  ['url', 'https://evil.example'],
  ['username', 'mallory'],
  ['createdAt', 1],
  ['updatedAt', 1],
  ['version', 2],
  ['salt', 'AAAA'],
  ['iv', 'AAAAAAAAAAAAAAAA'],
  ['ciphertext', 'AAAA'],
  ['tag', 'AAAAAAAAAAAAAAAAAAAAAA'],
  ['tag', 'AAAA'],
])('vault get: a record with a changed %s is refused', async (name, value) => {
  await fromFile('a', 'secret');
  writeFileSync(recordFile(), JSON.stringify({ ...JSON.parse(readFileSync(recordFile(), 'utf8')), [name]: value }));
  const { json, stdout } = await here('get', '--service', 'a');
  expect(['record_unreadable', 'damaged_state']).toContain(json['code']);
  expect(stdout).not.toContain('secret"');
});

test.each([
  ['as it was stored', {}, 1_700_000_000, ''],
  ['with an edited creation time', { createdAt: 1 }, undefined, 'gets a new creation time'],
  ['with another field edited', { url: 'https://evil.example' }, undefined, 'gets a new creation time'],
])(
  'vault store: a record %s is replaced, and only an authentic creation time is kept',
  async (_case, edit, createdAt, note) => {
    const dir = { path: stateDir, log: () => undefined };
    const keypair = requireKeypair(dir, undefined);
    const label = { service: 'a', type: 'api-key', url: null, username: null };
    await storeCredential(dir, keypair, label, 'first', 1_700_000_000);
    writeFileSync(recordFile(), JSON.stringify({ ...JSON.parse(readFileSync(recordFile(), 'utf8')), ...edit }));
    const { json, stderr } = await fromFile('a', 'second');
    expect(json).toMatchObject({ ok: true, updated: true });
    expect(stderr).toContain(note);
    const [record] = (await here('list')).json['credentials'] as readonly Readonly<Record<string, unknown>>[];
    expect(record?.['createdAt']).toBe(createdAt ?? record?.['updatedAt']);
    expect(await get('a')).toBe('second');
  },
);

test('vault get: a record copied over that of another service is refused', async () => {
  await fromFile('a', 'secret of a');
  const record = readFileSync(recordFile());
  await here('remove', '--service', 'a');
  await fromFile('b', 'secret of b');
  writeFileSync(recordFile(), record);
  expect((await here('get', '--service', 'b')).json['code']).toBe('damaged_state');
});

test('vault get: a record is readable only with the key that stored it [B13]', async () => {
  await fromFile('a', 'secret');
  const other = toolkit.scratch();
  await toolkit.run('agent-id-core', ['init', '--state-dir', other]);
  writeFileSync(join(stateDir, 'keys/main.json'), readFileSync(join(other, 'keys/main.json')));
  expect((await here('get', '--service', 'a')).json['code']).toBe('record_unreadable');
});

test('vault store: the credential is not on disk in plain text [B13]', async () => {
  await fromFile('a', 'very-secret-credential', '--username', 'ada');
  expect(readFileSync(recordFile(), 'utf8')).not.toContain('very-secret');
});

test('vault store: twenty parallel processes lose no record', async () => {
  const runs = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      vault(['store', '--service', n % 2 ? 'same' : `s${n}`], { stdin: `secret ${n}` }),
    ),
  );
  expect(runs.every(({ json }) => json['ok'])).toBe(true);
  expect((await here('list')).json['credentials']).toHaveLength(11);
  for (let n = 0; n < 20; n += 2) expect(await get(`s${n}`)).toBe(`secret ${n}`);
  expect(await get('same')).toMatch(/^secret \d*[13579]$/);
});

test('vault exec: the command receives the credential in its environment, and its output is masked', async () => {
  await fromFile('a', 's3cr3t');
  const script = 'echo "out $TOKEN"; echo "err $TOKEN" >&2; printf "$TOKEN$TOKEN s3cr"; exit 7';
  const { stdout, stderr, code } = await vault(['exec', '--service', 'a', '--env', 'TOKEN', '--', 'sh', '-c', script]);
  const mask = '<concealed by agent-id-vault>';
  expect(stdout).toBe(`out ${mask}\n${mask}${mask} s3cr`);
  expect(stderr).toBe(`err ${mask}\n`);
  expect(code).toBe(7);
});

test('vault exec: several credentials reach the command, and all are masked also when encoded', async () => {
  await fromFile('a', 'first-credential');
  await fromFile('b', 'second\ncredential');
  const script =
    'echo "$ONE"; echo "$TWO"; printf %s "$ONE" | base64; printf %s "$ONE" | od -An -tx1 | tr -d " \\n"; test "$ONE$TWO" != ""';
  const { stdout, code } = await vault([
    'exec',
    '--service',
    'a',
    '--env',
    'ONE',
    '--service',
    'b',
    '--env',
    'TWO',
    '--',
    'sh',
    '-c',
    script,
  ]);
  const mask = '<concealed by agent-id-vault>';
  expect(stdout).toMatch(new RegExp(`^(${mask}\n){3}${mask}$`));
  expect(code).toBe(0);
});

test('vault exec: the command receives stdin and not the passphrase', async () => {
  await fromFile('a', 's3cr3t');
  const { stdout } = await vault(
    ['exec', '--service', 'a', '--env', 'TOKEN', '--', 'sh', '-c', 'cat; echo "[$AGENT_ID_PASSPHRASE]"'],
    {
      stdin: 'hello\n',
      env: { AGENT_ID_PASSPHRASE: 'hidden' },
    },
  );
  expect(stdout).toBe('hello\n[]\n');
});

test.each([
  ['no command', ['exec', '--service', 'a', '--env', 'TOKEN'], 'missing_command'],
  [
    'a service without a variable',
    ['exec', '--service', 'a', '--service', 'a', '--env', 'X', '--', 'true'],
    'invalid_flag',
  ],
  [
    'a variable given twice',
    ['exec', '--service', 'a', '--env', 'X', '--service', 'a', '--env', 'X', '--', 'true'],
    'invalid_flag',
  ],
  ['an invalid variable name', ['exec', '--service', 'a', '--env', 'A B', '--', 'true'], 'invalid_flag'],
  [
    'a command that does not exist',
    ['exec', '--service', 'a', '--env', 'TOKEN', '--', '/nonexistent'],
    'command_not_started',
  ],
  ['a service without a credential', ['exec', '--service', 'b', '--env', 'TOKEN', '--', 'true'], 'no_credential'],
])('vault exec: %s is refused', async (_case, args, code) => {
  await fromFile('a', 's3cr3t');
  const { json, code: exit } = await vault(args);
  expect([exit, json['code']]).toEqual([1, code]);
});

test('vault exec: a credential with a null byte is refused without being printed', async () => {
  const file = join(toolkit.scratch(), 'credential');
  writeFileSync(file, 'sec\0ret');
  expect((await vault(['store', '--service', 'n', '--credential-file', file])).json['ok']).toBe(true);
  const { json, stdout } = await vault(['exec', '--service', 'n', '--env', 'TOKEN', '--', 'true']);
  expect(json['code']).toBe('credential_not_text');
  expect(stdout).not.toMatch(/sec.{1,4}ret/);
});

test('vault exec: a command ended by a signal exits with 128 plus the signal number', async () => {
  await fromFile('a', 's3cr3t');
  const { code } = await vault(['exec', '--service', 'a', '--env', 'TOKEN', '--', 'sh', '-c', 'kill -9 $$']);
  expect(code).toBe(137);
});
