import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { bindTestAgent, useTestProvider } from '../../contract-tests/fixtures/cli/core-with-provider.ts';
import { useToolkit, git, gitWithInput, initRepo } from '../../contract-tests/fixtures/cli/executables.ts';
import { ownerSub, providerAddress } from '../../contract-tests/fixtures/cli/test-provider.ts';

const toolkit = useToolkit();
const provider = useTestProvider();
let stateDir: string;
let repo: string;

const verify = (...args: readonly string[]) => verifyWith(stateDir, ...args);

const verifyWith = (dir: string, ...args: readonly string[]) =>
  toolkit.run('agent-id-git', ['verify', '--state-dir', dir, ...args], { cwd: repo });

/** Rewrites the object of HEAD as a forger and keeps its note. */
function forge(change: (object: string) => string): void {
  const object = gitWithInput(repo, '', 'cat-file', 'commit', 'HEAD');
  const note = git(repo, 'notes', '--ref=refs/notes/agent-id', 'show', 'HEAD');
  const hash = gitWithInput(repo, change(object), 'hash-object', '-t', 'commit', '-w', '--stdin', '--literally').trim();
  git(repo, 'update-ref', 'HEAD', hash);
  setNote(note);
}

const setNote = (text: string): string =>
  gitWithInput(repo, text, 'notes', '--ref=refs/notes/agent-id', 'add', '-f', '-F', '-', 'HEAD');

interface Bundle {
  readonly version: number;
  readonly id_token: string;
  readonly agent_jwk: Readonly<Record<string, string>>;
}

const readBundle = (): Bundle =>
  JSON.parse(
    Buffer.from(git(repo, 'notes', '--ref=refs/notes/agent-id', 'show', 'HEAD'), 'base64url').toString(),
  ) as Bundle;

const writeBundle = (bundle: unknown): string => setNote(Buffer.from(JSON.stringify(bundle)).toString('base64url'));

/** Signs the claims of the bundle's id_token again with some claims replaced. */
async function reissue(claims: Readonly<Record<string, unknown>>): Promise<void> {
  const bundle = readBundle();
  const current = JSON.parse(Buffer.from(bundle.id_token.split('.')[1] ?? '', 'base64url').toString()) as Readonly<
    Record<string, unknown>
  >;
  writeBundle({ ...bundle, id_token: await provider.signIdToken({ ...current, ...claims }) });
}

beforeAll(async () => {
  stateDir = await bindTestAgent(toolkit, provider);
});
beforeEach(async () => {
  repo = initRepo(toolkit.scratch());
  await toolkit.run('agent-id-git', ['commit', '-m', 'Work\n\nDone.', '--allow-empty', '--state-dir', stateDir], {
    cwd: repo,
  });
});

test('git verify: prints commit, key, owner, issuer, audience and time', async () => {
  const { json, code } = await verify();
  const { json: status } = await toolkit.run('agent-id-core', ['status', '--state-dir', stateDir]);
  expect(code).toBe(0);
  expect(json).toEqual({
    ok: true,
    commit: git(repo, 'rev-parse', 'HEAD'),
    jkt: status['jkt'],
    ownerSub,
    attestedAt: expect.any(Number),
    keyStatus: 'active',
    issuer: provider.url,
    aud: providerAddress,
    iat: expect.any(Number),
    summary: expect.stringContaining(ownerSub),
    ownerExpected: null,
  });
});

test('git verify: a plain-JSON bundle is accepted', async () => {
  setNote(JSON.stringify(readBundle()));
  expect((await verify()).json['ok']).toBe(true);
});

test('git verify: exp and aud of the id_token are not checked [B42]', async () => {
  await reissue({ exp: 1, aud: 'another application' });
  expect((await verify()).json).toMatchObject({ ok: true, aud: 'another application' });
});

test('git verify: --commit accepts a revision and never passes a git option', async () => {
  expect((await verify('--commit', 'main')).json['ok']).toBe(true);
  expect((await verify('--commit=--all')).json['code']).toBe('unknown_commit');
  expect((await verify('--commit', 'nowhere')).json['code']).toBe('unknown_commit');
});

test.each([
  ['its text was changed', (o: string) => o.replace('Done.', 'Undone.'), 'bad_signature'],
  ['its author was changed', (o: string) => o.replace(/^author .*? </m, 'author Mallory <'), 'bad_signature'],
  ['its signature was removed', (o: string) => o.replace(/^gpgsig .*\n(?: .*\n)*/m, ''), 'bad_signature'],
  ['it has two signatures', (o: string) => o.replace(/^gpgsig .*\n(?: .*\n)*/m, '$&$&'), 'bad_signature'],
  ['its signature is an OpenPGP one', (o: string) => o.replaceAll('SSH SIGNATURE', 'PGP SIGNATURE'), 'bad_signature'],
  ['its signature is an X.509 one', (o: string) => o.replaceAll('SSH SIGNATURE', 'SIGNED MESSAGE'), 'bad_signature'],
  ['its signature is cut', (o: string) => o.replace(/(BEGIN SSH SIGNATURE-----\n )\S{8}/, '$1'), 'bad_signature'],
  ['its key trailer was removed', (o: string) => o.replace(/^Agent-ID-JKT: .*\n/m, ''), 'unsupported_commit'],
  ['its key trailer is doubled', (o: string) => o.replace(/^Agent-ID-JKT: .*\n/m, '$&$&'), 'doubled_trailer'],
  [
    'its owner trailer is doubled with another owner',
    (o: string) => o.replace(/^Agent-ID-Owner: .*\n/m, '$&Agent-ID-Owner: x\n'),
    'doubled_trailer',
  ],
  ['its trailers are followed by text', (o: string) => `${o}\nand more text\n`, 'unsupported_commit'],
  [
    'its key trailer names another key',
    (o: string) => o.replace(/^Agent-ID-JKT: ./m, 'Agent-ID-JKT: #'),
    'jkt_mismatch',
  ],
])('git verify: a commit is refused when %s [B42]', async (_case, change, code) => {
  forge(change);
  const { json, code: exit } = await verify();
  expect(exit).toBe(1);
  expect(json['code']).toBe(code);
});

test('git verify: a signature by the agent key in another namespace is refused', async () => {
  const object = gitWithInput(repo, '', 'cat-file', 'commit', 'HEAD');
  const payload = join(repo, 'payload');
  writeFileSync(payload, object.replace(/^gpgsig .*\n(?: .*\n)*/m, ''));
  execFileSync('ssh-keygen', ['-q', '-Y', 'sign', '-n', 'file', '-f', join(stateDir, 'ssh/agent-id'), payload], {
    stdio: 'ignore',
  });
  const header = `gpgsig ${readFileSync(`${payload}.sig`, 'utf8').trimEnd().replaceAll('\n', '\n ')}\n`;
  forge((o) => o.replace(/^gpgsig .*\n(?: .*\n)*/m, header));
  const { json } = await verify();
  expect(json['code']).toBe('bad_signature');
  expect(json['error']).toContain('namespace');
});

test('git verify: a commit signed by another agent is refused with either proof', async () => {
  const own = readBundle();
  const other = await bindTestAgent(toolkit, provider);
  await toolkit.run('agent-id-git', ['commit', '-m', 'Other', '--allow-empty', '--state-dir', other], { cwd: repo });
  writeBundle(own);
  expect((await verify()).json['code']).toBe('jkt_mismatch');
  const trailer = git(repo, 'log', '-1', '--format=%(trailers:key=Agent-ID-JKT)', 'HEAD~1');
  forge((o) => o.replace(/^Agent-ID-JKT: .*$/m, trailer));
  expect((await verify()).json['code']).toBe('bad_signature');
});

test.each([
  ['another key in the id_token', { cnf: { jkt: 'A'.repeat(43) } }, 'bad_id_token'],
  ['no key in the id_token', { cnf: undefined }, 'bad_id_token'],
  ['another owner in the id_token', { sub: 'f'.repeat(32) }, 'owner_mismatch'],
  ['no owner in the id_token', { sub: undefined }, 'bad_id_token'],
  ['an untrusted provider', { iss: 'http://127.0.0.1:9' }, 'untrusted_issuer'],
  ['a provider on an internal host', { iss: 'http://169.254.169.254' }, 'untrusted_issuer'],
  ['no provider', { iss: undefined }, 'bad_id_token'],
])('git verify: a bundle with %s is refused [B67]', async (_case, claims, code) => {
  await reissue(claims);
  expect((await verify()).json['code']).toBe(code);
});

test('git verify: an id_token with an invalid signature is refused', async () => {
  const bundle = readBundle();
  const [header, payload, signature = ''] = bundle.id_token.split('.');
  writeBundle({
    ...bundle,
    id_token: [header, payload, signature.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'))].join('.'),
  });
  expect((await verify()).json['code']).toBe('bad_id_token');
});

test.each([
  ['version 2', (b: Bundle) => ({ ...b, version: 2 })],
  ['a private member in the key', (b: Bundle) => ({ ...b, agent_jwk: { ...b.agent_jwk, x: 'short' } })],
  ['another key type', (b: Bundle) => ({ ...b, agent_jwk: { ...b.agent_jwk, kty: 'EC' } })],
  ['a key of small order', (b: Bundle) => ({ ...b, agent_jwk: { ...b.agent_jwk, x: 'A'.repeat(43) } })],
  ['no id_token', (b: Bundle) => ({ version: 3, agent_jwk: b.agent_jwk })],
  ['text instead of JSON', () => 'text'],
])('git verify: a bundle with %s is refused [B67]', async (_case, change) => {
  writeBundle(change(readBundle()));
  expect((await verify()).json['code']).toBe('bad_bundle');
});

test('git verify: without a note the error gives the command that fetches it', async () => {
  git(repo, 'notes', '--ref=refs/notes/agent-id', 'remove', 'HEAD');
  const { json } = await verify();
  expect(json).toMatchObject({ ok: false, code: 'no_bundle' });
  expect(json['error']).toContain('refs/notes/agent-id:refs/notes/agent-id');
});

test('git verify: without an identity only the provider named by the user is asked', async () => {
  const requestsBefore = provider.requests.length;
  const stranger = (...args: readonly string[]) => verifyWith(toolkit.scratch(), ...args);
  expect((await stranger()).json['code']).toBe('untrusted_issuer');
  expect(provider.requests.length).toBe(requestsBefore);
  expect((await stranger('--sso-url', provider.url)).json['ok']).toBe(true);
  expect((await stranger('--trusted-issuer', 'https://a.example', '--trusted-issuer', provider.url)).json['ok']).toBe(
    true,
  );
  expect((await stranger('--sso-url', 'http://127.0.0.1:9')).json['code']).toBe('issuer_mismatch');
});

test('git verify: --jwks verifies offline', async () => {
  const file = join(repo, 'jwks.json');
  writeFileSync(file, JSON.stringify(provider.jwks()));
  const requestsBefore = provider.requests.length;
  expect((await verifyWith(toolkit.scratch(), '--jwks', file)).json['ok']).toBe(true);
  expect(provider.requests.length).toBe(requestsBefore);
  writeFileSync(file, '{"keys":[]}');
  expect((await verify('--jwks', file)).json['code']).toBe('bad_id_token');
});

test('git verify: git replace objects are ignored', async () => {
  const good = git(repo, 'rev-parse', 'HEAD');
  forge((o) => o.replace('Done.', 'Undone.'));
  const bad = git(repo, 'rev-parse', 'HEAD');
  git(repo, 'replace', bad, good);
  expect((await verify('--commit', bad)).json['ok']).toBe(false);
});

test('git verify: a commit without agent trailers is unsupported [B69]', async () => {
  git(repo, '-c', 'user.name=A', '-c', 'user.email=a@b', 'commit', '-q', '--allow-empty', '-m', 'Plain');
  expect((await verify()).json['code']).toBe('unsupported_commit');
});
