import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failureOf } from '../cli/platform/print.ts';
import { phoneOf, runPhone } from '../cli/platform/phone/commands.ts';
import { createSsoClient } from '../generated/sso/client.ts';
import { unwrap } from '../src/typed-contract/client.ts';
import { enrolOwner, finishSignIn, startSignIn, urlOf } from '../contract-tests/fixtures/identity.ts';
import {
  demoProvider,
  deletePlatformData,
  type RunningPlatform,
  startPlatform,
} from '../contract-tests/fixtures/platform.ts';
import { runAdmin } from './admin/commands.ts';
import { administrationClient } from './command/administration-client.ts';
import { runProvider } from './provider/commands.ts';

const root = resolve(import.meta.dirname, '..');
const run = promisify(execFile);

let platform: RunningPlatform;
let phones: string;
beforeAll(async () => {
  platform = await startPlatform({ services: ['sso'], env: { DATABASE_URL: undefined } });
  phones = await mkdtemp(join(tmpdir(), 'phones-'));
});
afterAll(async () => {
  await platform.stop();
  await deletePlatformData(platform);
  await rm(phones, { recursive: true });
});

type Env = NodeJS.ProcessEnv;
type Program = (args: readonly string[], env: Env, note: (text: string) => void) => Promise<object>;
const programs = {
  phone: (args, env, note) => runPhone(phoneOf(env, note), args),
  provider: async (args, env) => runProvider(await administrationClient(env), args),
  admin: async (args, env) => runAdmin(await administrationClient(env), args),
} satisfies Record<string, Program>;

async function command(name: keyof typeof programs, args: readonly string[], env: Env = {}) {
  const notes: string[] = [];
  const program: Program = programs[name];
  const outcome = await program(args, { ...platform.env, ...env }, (text) => notes.push(text)).then(
    (result) => ({ code: 0, out: { ok: true, ...result } as Readonly<Record<string, unknown>> }),
    (error: unknown) => ({
      code: 1,
      out: { ok: false, ...failureOf(error) } as Readonly<Record<string, unknown>>,
    }),
  );
  return { ...outcome, shown: notes.join('\n') };
}

const phone = (name: string, ...args: readonly string[]) => command('phone', args, { PHONE_DIR: join(phones, name) });

test.each([
  ['phone', ['enroll'], { ok: true, sub: expect.any(String) }],
  ['provider', ['list'], { ok: true, providers: expect.any(Array) }],
  ['admin', ['list'], { ok: true, administrators: expect.any(Array) }],
])('npm run %s: prints one line of JSON', async (name, args, out) => {
  const env = { ...platform.env, PHONE_DIR: join(phones, 'process') };
  const { stdout } = await run('node', [join(root, 'scripts', `${name}.ts`), ...args], { env });
  expect(stdout).toMatch(/^\{.*\}\n$/);
  expect(JSON.parse(stdout)).toMatchObject(out);
});

const sso = () => createSsoClient({ baseUrl: urlOf(platform, 'sso') });

test('phone: enrols once; two directories are two owners', async () => {
  const first = await phone('one', 'enroll');
  const again = await phone('one', 'enroll');
  const other = await phone('two', 'enroll');
  expect([first.code, first.out]).toMatchObject([0, { ok: true, sub: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
  expect(again.out).toEqual(first.out);
  expect(other.out['sub']).not.toBe(first.out['sub']);
  expect((await stat(join(phones, 'one', 'device-key.json'))).mode & 0o777).toBe(0o600);
});

test('phone: the first command of a new phone may be an approval, and shows what it approves [A1]', async () => {
  const jkt = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k';
  const { deepLink } = await startSignIn(sso(), { jkt });
  // The link contains the address of the provider.
  const approved = await command('phone', ['approve', deepLink], {
    PHONE_DIR: join(phones, 'fresh'),
    SSO_BASE_URL: 'http://localhost:1',
  });
  expect([approved.code, approved.out]).toMatchObject([
    0,
    { ok: true, status: 'approved', clientId: demoProvider, dpopJkt: jkt, sub: expect.any(String) },
  ]);
  expect(approved.shown).toContain('Demo application');
  expect(approved.shown).toContain('kPrK _qmx VWaY');
  expect(approved.shown).toContain(String(approved.out['comparisonCode']));

  const twice = await phone('fresh', 'reject', deepLink);
  expect([twice.code, twice.out]).toEqual([
    1,
    { ok: false, error: 'This request was approved before.', code: 'already_decided' },
  ]);
});

test('phone: a rejected sign-in is rejected', async () => {
  const { deepLink, pollingCode } = await startSignIn(sso());
  expect((await phone('one', 'reject', deepLink)).out).toMatchObject({ ok: true, status: 'rejected' });
  const polled = await sso().pollAuthorization({ body: { polling_code: pollingCode } });
  expect(polled.body).toMatchObject({ status: 'rejected' });
});

test('phone: revoking disconnects an application', async () => {
  const signIn = await startSignIn(sso());
  await phone('revoker', 'approve', signIn.deepLink);
  const { refreshToken } = await finishSignIn(sso(), signIn);
  expect((await phone('revoker', 'revoke', demoProvider)).out).toMatchObject({ ok: true, revoked: 1 });
  const refreshed = await sso().exchangeToken({
    body: { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: demoProvider },
  });
  expect(refreshed.status).toBe(400);
});

test('phone: link joins the owner of the link once, and a phone with an owner of its own is refused', async () => {
  const owner = await enrolOwner(platform);
  const { link } = unwrap(await owner.sso.createDeviceLink({}));
  await phone('settled', 'enroll');
  expect(await phone('settled', 'link', link)).toMatchObject({
    code: 1,
    out: { ok: false, code: 'device_of_another_owner' },
  });
  expect((await phone('joining', 'link', link)).out).toMatchObject({ ok: true, sub: owner.sub });
  expect((await phone('joining', 'enroll')).out).toMatchObject({ ok: true, sub: owner.sub });
  expect((await phone('late', 'link', link)).out).toMatchObject({ ok: false, code: 'device_link_expired' });
});

test.each([
  [[], 'Usage: phone'],
  [['dance'], 'Usage: phone'],
  [['approve', 'http://localhost:4001/elsewhere'], 'not a deep link'],
  [['approve', `http://localhost:1/approve/${'A'.repeat(43)}`], 'cannot be reached'],
  [['revoke', 'nobody'], 'neither a client_id'],
  [['link', 'http://localhost:4001/elsewhere'], 'not a link of your account'],
])('phone %j fails in JSON, with exit code 1', async (args, text) => {
  const { code, out } = await phone('one', ...args);
  expect([code, out['ok']]).toEqual([1, false]);
  expect(out['error']).toContain(text);
});

test('provider: rotate-key publishes the next signing key once; revoke-key revokes one', async () => {
  const kids = async () => unwrap(await sso().getJwks()).keys.map(({ kid }) => kid);
  const before = await kids();
  const rotated = await command('provider', ['rotate-key']);
  expect(rotated).toMatchObject({ code: 0, out: { ok: true } });
  expect(before).not.toContain(rotated.out['kid']);
  expect(new Set(await kids())).toEqual(new Set([...before, rotated.out['kid']]));
  expect((await command('provider', ['rotate-key'])).out).toEqual(rotated.out);

  const [signing = ''] = before;
  const revoked = await command('provider', ['revoke-key', signing]);
  expect(revoked).toMatchObject({ code: 0, out: { ok: true, kid: signing, currentKid: rotated.out['kid'] } });
  expect(await kids()).toEqual([rotated.out['kid']]);
  // A kid may begin with a dash.
  const unknown = await command('provider', ['revoke-key', `-${'o'.repeat(42)}`]);
  expect(unknown).toMatchObject({ code: 1, out: { ok: false, code: 'signing_key_not_found' } });
});

test('provider: applications are created, listed and disabled', async () => {
  const options = '--redirect-uri https://a.test/ --redirect-uri https://b.test/ --origin https://a.test';
  const created = await command('provider', ['create', '--name', 'Night Shift', ...options.split(' ')]);
  const address = String(created.out['providerAddress']);
  expect([created.code, created.out]).toMatchObject([
    0,
    {
      ok: true,
      name: 'Night Shift',
      redirectUris: ['https://a.test/', 'https://b.test/'],
      allowedOrigins: ['https://a.test'],
    },
  ]);
  const listed = await command('provider', ['list']);
  expect(listed.out['providers']).toContainEqual(expect.objectContaining({ providerAddress: address }));
  const disabled = await command('provider', ['disable', address]);
  expect(disabled.out).toMatchObject({ ok: true, providerAddress: address, disabledAt: expect.any(String) });
});

test('provider create --jwks-uri: an application that signs assertions publishes its keys at an address of its own', async () => {
  const jwksUri = 'https://1.1.1.1/keys.json';
  const options = ['--auth-method', 'private_key_jwt', '--jwks-uri', jwksUri];
  const created = await command('provider', ['create', '--name', 'Night Shift', ...options]);
  expect(created).toMatchObject({
    code: 0,
    out: { ok: true, tokenEndpointAuthMethod: 'private_key_jwt', jwksUri },
  });
  expect(created.out).not.toHaveProperty('jwks');
  expect(created.out).not.toHaveProperty('clientSecret');
  const listed = await command('provider', ['list']);
  const { providerAddress } = created.out;
  expect(listed.out['providers']).toContainEqual(expect.objectContaining({ providerAddress, jwksUri }));
});

test('provider create --compat: an application with a secret needs no PKCE; --without-nonce prints a warning', async () => {
  const options = ['create', '--name', 'Team Wiki', '--auth-method', 'client_secret_basic', '--compat'];
  const compatible = await command('provider', options);
  expect(compatible).toMatchObject({ code: 0, out: { ok: true, requirePkce: false, requireNonce: true } });
  expect(compatible.out).not.toHaveProperty('warning');
  const lenient = await command('provider', [...options, '--without-nonce']);
  expect(lenient.out).toMatchObject({ requireNonce: false, warning: expect.stringContaining('not detected') });
});

test('provider create --pairwise: people have a sub of their own for the sector of the application', async () => {
  const redirects = ['--redirect-uri', 'https://one.example/cb', '--redirect-uri', 'https://two.example/cb'];
  const options = ['create', '--name', 'Team Wiki', '--pairwise'];
  const created = await command('provider', [...options, ...redirects.slice(0, 2)]);
  expect(created.out).toMatchObject({ ok: true, subjectType: 'pairwise', sectorIdentifierUri: null });
  const several = await command('provider', [...options, ...redirects]);
  expect(several.out).toMatchObject({ ok: false, error: expect.stringContaining('sector identifier') });
  const unreachable = await command('provider', [...options, '--sector-identifier-uri', 'https://10.0.0.1/s']);
  expect(unreachable.out).toMatchObject({
    ok: false,
    error: expect.stringContaining('https://10.0.0.1/s'),
  });
  const email = await command('provider', ['create', '--name', 'Team Wiki', '--email-pseudonym']);
  expect(email.out).toMatchObject({ ok: false, error: expect.stringContaining('EMAIL_PSEUDONYM_DOMAIN') });
});

test.each([
  [['create'], {}, '--name is missing'],
  [['create', '--name', 'X', '--compat'], {}, 'requirePkce is false for confidential applications only'],
  [['create', '--name', 'X', '--auth-method', 'private_key_jwt', '--jwks-uri', 'http://1.1.1.1/'], {}, 'jwksUri'],
  [['create', '--name', 'X', '--colour', 'red'], {}, 'Usage: provider'],
  [['disable'], {}, 'Usage: provider'],
  [['list'], { SSO_ADMIN_KEY: 'not-the-key-but-long-enough-to-be-one' }, 'not the key of an administrator'],
  [['list'], { SSO_ADMIN_KEY: '', DATA_DIR: '/nonexistent' }, 'no administrator'],
])('provider %j with %j fails in JSON, with exit code 1', async (args, env, text) => {
  const { code, out } = await command('provider', args, env);
  expect([code, out['ok']]).toEqual([1, false]);
  expect(out['error']).toContain(text);
});

test('admin: an administrator is created with a key that works, listed without it, and revoked', async () => {
  const options = ['--name', 'Support desk', '--scope', 'providers,audit', '--scope', 'audit', '--expires', '2d'];
  const created = await command('admin', ['create', ...options]);
  expect([created.code, created.out]).toEqual([
    0,
    {
      ok: true,
      id: expect.any(String),
      name: 'Support desk',
      key: expect.stringMatching(/^adm_[A-Za-z0-9_-]{43}$/),
      expiresAt: expect.any(String),
    },
  ]);
  const { id, key } = created.out;
  expect((await command('provider', ['list'], { SSO_ADMIN_KEY: String(key) })).out).toMatchObject({ ok: true });
  const listed = await command('admin', ['list']);
  expect(listed.out['administrators']).toContainEqual(
    expect.objectContaining({ id, scopes: ['providers', 'audit'], status: 'active' }),
  );
  expect(JSON.stringify(listed.out)).not.toContain(String(key));
  expect((await command('admin', ['revoke', String(id)])).out).toMatchObject({ ok: true, id, status: 'revoked' });
  const rejected = await command('provider', ['list'], { SSO_ADMIN_KEY: String(key) });
  expect([rejected.code, rejected.out['code']]).toEqual([1, 'invalid_token']);
});

test('admin: invite prints a code and a link, and grant lets an owner into the console', async () => {
  const invited = await command('admin', ['invite', '--name', 'Field team']);
  expect(invited.out).toMatchObject({ ok: true, code: expect.stringMatching(/^\w{4}(-\w{4}){3}$/) });
  expect(invited.out['link']).toContain(`/owner#invite=${String(invited.out['code'])}`);
  const { out } = await phone('invited', 'enroll', '--invite', String(invited.out['code']));
  const sub = String(out['sub']);
  const granted = await command('admin', ['grant', sub, '--scope', 'owners', '--name', 'Day shift', '--expires', '2d']);
  expect(granted.out).toEqual({ ok: true, sub, scopes: ['owners'], expiresAt: expect.any(String) });
  const grants = async () => (await command('admin', ['list'])).out['consoleGrants'];
  expect(await grants()).toContainEqual(
    expect.objectContaining({ sub, name: 'Day shift', scopes: ['owners'], status: 'active', grantedBy: 'bootstrap' }),
  );
  expect((await command('admin', ['grant', sub])).out).toEqual({ ok: true, sub, scopes: [] });
  expect(await grants()).not.toContainEqual(expect.objectContaining({ sub }));
});

test.each([
  [['create', '--scope', 'owners'], '--name is missing'],
  [['create', '--name', 'X'], '--scope is missing'],
  [['create', '--name', 'X', '--scope', 'everything'], 'everything is no scope'],
  [['create', '--name', 'X', '--scope', 'owners', '--expires', '3'], 'is not a duration'],
  [['grant', 'me', '--scope', 'owners'], 'is not a session address'],
  [['grant', '0'.repeat(32), '--expires', '2d'], '--scope is missing'],
  [['list', 'all'], 'Usage: admin'],
])('admin %j fails in JSON, with exit code 1', async (args, text) => {
  const { code, out } = await command('admin', args);
  expect([code, out['ok']]).toEqual([1, false]);
  expect(out['error']).toContain(text);
});
