import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { cleanEnv, type ExecutableName, useToolkit, git, initRepo } from '../fixtures/cli/executables.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { enrolOwner, type Owner, testProvider, urlOf } from '../fixtures/identity.ts';
import { deletePlatformData, startPlatform } from '../fixtures/platform.ts';
import { useStarted } from '../fixtures/use-started.ts';

// Requirements of area B of the interface document, against a real provider and forum. The tests run in order on one
// identity; where exit code, streams or a person's shell matter, the executable is a process.

const toolkit = useToolkit('agent-id-core', 'agent-id-git', 'agent-id-auth');
const platform = useStarted(() => startPlatform({ services: ['sso', 'forum'] }), deletePlatformData);
let owner: Owner;
let stateDir: string;
let repo: string;
let provider: string;
let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  provider = await testProvider(platform);
  env = { SSO_BASE_URL: urlOf(platform, 'sso'), PLATFORM_PROVIDER_ADDRESS: provider };
  owner = await enrolOwner(platform);
  [stateDir, repo] = [join(toolkit.scratch(), 'state'), initRepo(toolkit.scratch())];
});

const run = (name: ExecutableName, ...args: readonly string[]) =>
  toolkit.run(name, [...args, '--state-dir', stateDir], { cwd: repo, env });
const core = (...args: readonly string[]) => run('agent-id-core', ...args);
const auth = (...args: readonly string[]) => run('agent-id-auth', ...args);
const membersOf = (json: object): readonly string[] => Object.keys(json).sort();
const failure = (text: string) => ({
  code: 1,
  json: { ok: false, error: expect.stringMatching(new RegExp(`^${text}`)) },
});

describe('before there is an identity', () => {
  test('status | none | no identity: ok, initialized false, bound false, stateDir [B36]', async () => {
    expect((await core('status')).json).toEqual({ ok: true, initialized: false, bound: false, stateDir });
  });
  test('Failures print {ok: false, error: <message>} on stdout and exit non-zero. [B27]', async () => {
    const { code, json } = await toolkit.spawn('agent-id-core', ['nonsense']);
    expect([code, json['ok'], typeof json['error']]).toEqual([1, false, 'string']);
  });
});

describe('core', () => {
  test('init | none | generates the Ed25519 keypair, idempotent; output ok, fingerprint, publicKeyPem, stateDir [B2, B16, B31]', async () => {
    const first = await core('init');
    expect(membersOf(first.json)).toEqual(['fingerprint', 'ok', 'publicKeyPem', 'stateDir']);
    expect(isAbsolute(String(first.json['stateDir']))).toBe(true);
    expect((await core('init')).json).toEqual(first.json);
  });
  test('Directories are created with mode 0700; private files with mode 0600. [B2, B4, B5]', () => {
    expect(statSync(stateDir).mode & 0o777).toBe(0o700);
    expect(statSync(join(stateDir, 'keys', 'main.json')).mode & 0o777).toBe(0o600);
  });
  test('auth | output ok, deepLink, qrCode (ASCII), pollingCode, expiredAt (Unix seconds), message [B32]', async () => {
    const { json } = await core('auth');
    expect(membersOf(json)).toEqual(['deepLink', 'expiredAt', 'message', 'ok', 'pollingCode', 'qrCode']);
    expect(Math.abs(Number(json['expiredAt']) - Date.now() / 1000)).toBeLessThan(700);
    await owner.decide(String(json['deepLink']), 'approve');
  });
  test('bind | needs pending auth state; polls, exchanges the code with a DPoP proof, verifies id_token including cnf.jkt and nonce, persists owner session; output ok, ownerSub, issuer, providerAddress, jkt [B33]', async () => {
    const { json } = await core('bind', '--poll-interval-ms', '100');
    expect(json).toEqual({
      ok: true,
      ownerSub: owner.sub,
      issuer: urlOf(platform, 'sso'),
      providerAddress: provider,
      jkt: expect.stringMatching(/^[\w-]{43}$/),
    });
  });
  test('status | otherwise ok, initialized, bound, dpopBound, jkt, ownerSub, providerAddress, issuer, nextSeq, nonceAgents, stateDir', async () => {
    const { json } = await core('status');
    expect(json).toMatchObject({ ok: true, initialized: true, bound: true, dpopBound: true, ownerSub: owner.sub });
    expect(membersOf(json)).toEqual(
      'bound dpopBound initialized issuer jkt nextSeq nonceAgents ok ownerSub providerAddress stateDir'.split(' '),
    );
  });
  test('refresh | none | refreshes access_token, id_token and a rotated refresh_token without human action; output ok, refreshedAt, ownerSessionSub, providerAddress [B35]', async () => {
    const session = () =>
      JSON.parse(readFileSync(join(stateDir, 'owner-session.json'), 'utf8')) as Record<string, string>;
    const before = session();
    const { json } = await core('refresh');
    expect(membersOf(json)).toEqual(['ok', 'ownerSessionSub', 'providerAddress', 'refreshedAt']);
    for (const name of ['accessToken', 'idToken', 'refreshToken']) expect(session()[name]).not.toBe(before[name]);
  });
});

describe('git', () => {
  test('commit | output ok, commitHash, signed, jkt, proofAttached, pushed, notesPushed, auditSeq and signatureShort [B41]', async () => {
    const { json } = await run('agent-id-git', 'commit', '-m', 'First', '--allow-empty');
    expect(json).toMatchObject({
      ok: true,
      signed: true,
      proofAttached: true,
      attested: true,
      pushed: false,
      notesPushed: false,
    });
    expect(membersOf(json)).toEqual(
      'attested auditSeq commitHash jkt notesPushed ok proofAttached pushed signatureShort signed'.split(' '),
    );
    expect(git(repo, 'log', '-1', '--format=%(trailers:key=Agent-ID-Owner,valueonly)')).toBe(owner.sub);
  });
  test('verify | output ok, commit, jkt, ownerSub, issuer, aud, iat, summary [B42]', async () => {
    const { json } = await run('agent-id-git', 'verify');
    expect(json).toMatchObject({ ok: true, ownerSub: owner.sub, issuer: urlOf(platform, 'sso'), keyStatus: 'active' });
    expect(membersOf(json)).toEqual([
      'attestedAt',
      'aud',
      'commit',
      'iat',
      'issuer',
      'jkt',
      'keyStatus',
      'ok',
      'ownerExpected',
      'ownerSub',
      'summary',
    ]);
  });
});

describe('auth', () => {
  const forum = (path: string) => urlOf(platform, 'forum') + path;

  test('header | JSON ok, authorization (DPoP <access_token>), dpop (proof), method, url; with --raw two lines [B50, B51]', async () => {
    const url = forum('/api/agent-auth');
    const { json } = await auth('header', '--url', url);
    expect(membersOf(json)).toEqual(['authorization', 'dpop', 'method', 'ok', 'url']);
    const headers = { authorization: String(json['authorization']), dpop: String(json['dpop']) };
    expect((await fetch(url, { headers })).status).toBe(200);
    expect((await fetch(url, { headers })).status, 'single use').toBe(401);
    expect((await auth('header', '--url', url, '--raw')).stdout).toMatch(/^Authorization: DPoP \S+\nDPoP: \S+\n$/);
  });
  test('call | sends one signed request; output ok (mirrors the HTTP response success), status, method, url, contentType, body [B52]', async () => {
    const body = join(toolkit.scratch(), 'forum.json');
    await writeFile(body, JSON.stringify({ name: 'agent-tools', description: 'What agents build.' }));
    const made = await auth('call', '--url', forum('/api/forums'), '--method', 'post', '--body-file', body);
    expect(made).toMatchObject({ code: 0, json: { ok: true, status: 201, method: 'POST', body: { ok: true } } });
    expect(membersOf(made.json)).toEqual(['body', 'contentType', 'method', 'ok', 'status', 'url']);
    const again = await auth('call', '--url', forum('/api/forums'), '--method', 'post', '--body-file', body);
    expect(again).toMatchObject({ code: 1, json: { ok: false, status: 409 } });
  });
  test('docs/agent-guide.md, step 3: the commands create a public forum post', async () => {
    const guide = await readFile(join(import.meta.dirname, '../../docs/agent-guide.md'), 'utf8');
    const [, commands = ''] = /\n## 3\. .*?```sh\n(.*?)```/s.exec(guide) ?? [];
    const here = commands.replaceAll('http://localhost:4002', forum(''));
    const define = `auth() { node '${toolkit.path('agent-id-auth')}' "$@"; }`;
    await promisify(execFile)('bash', ['-e', '-c', `${define}\n${here}`], {
      env: { ...cleanEnv(repo), ...env, AGENT_ID_STATE_DIR: stateDir },
    });
    const response = await fetch(forum('/api/posts?forum=general'));
    expect(await response.json()).toMatchObject({ posts: [{ title: 'Hello', body: 'Posted by an agent.' }] });
  });
  test('discover | fetches and validates /.well-known/platform-agent-id.json; output ok, manifestUrl, allowedHost, manifest [B53, C35]', async () => {
    const { json } = await auth('discover', '--service', forum('/anywhere'));
    expect(membersOf(json)).toEqual(['allowedHost', 'manifest', 'manifestUrl', 'ok']);
    expect(json['manifest']).toMatchObject({ version: 2, auth: { header: 'Authorization', scheme: 'DPoP' } });
  });
  test("capabilities | prints the manifest's api.operations[] as markdown text on stdout, not JSON [B54]", async () => {
    const { stdout, json } = await auth('capabilities', '--url', forum('/'));
    expect(json).toEqual({});
    expect(stdout).toContain('createPost');
  });
  test('support | output ok, supported, version; supported false with version null when the meta tag is absent [B15, B55, C36]', async () => {
    expect((await auth('support', '--url', forum('/'))).json).toEqual({ ok: true, supported: true, version: 'v1' });
    expect((await auth('support', '--url', forum('/healthz'))).json).toEqual({
      ok: true,
      supported: false,
      version: null,
    });
  });
});

describe('after revocation', () => {
  test('Session is not DPoP-bound | run core auth then bind [B61, B65]', async () => {
    const [keyFile, other] = [join(stateDir, 'keys', 'main.json'), join(toolkit.scratch(), 'state')];
    const own = await readFile(keyFile);
    await toolkit.run('agent-id-core', ['init', '--state-dir', other]);
    await copyFile(join(other, 'keys', 'main.json'), keyFile);
    for (const response of [
      await core('refresh'),
      await run('agent-id-git', 'commit', '-m', 'No', '--allow-empty'),
      await auth('header', '--url', urlOf(platform, 'forum')),
    ])
      expect(response).toMatchObject(failure('Session is not DPoP-bound'));
    await writeFile(keyFile, own);
  });
  test('Session refresh failed (authorization revoked) | run bootstrap again [B62]', async () => {
    unwrap(await owner.sso.revokeConnectedClient({ path: { clientId: provider } }));
    expect(await core('refresh')).toMatchObject(failure('Session refresh failed \\(authorization revoked\\)'));
    expect((await core('status')).json).toMatchObject({ bound: true });
  });
});
