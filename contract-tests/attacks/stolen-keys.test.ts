import { createPublicKey } from 'node:crypto';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { useToolkit, git, initRepo } from '../fixtures/cli/executables.ts';
import { enrolOwner, type Owner } from '../fixtures/identity.ts';
import { startProvider } from '../fixtures/sso.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { newKey, type TestKey } from '../fixtures/protocol/keys.ts';

// In the words of the attacker: what a stolen key, or only its thumbprint, opens.

const toolkit = useToolkit('agent-id-core');
const provider = useStarted(startProvider);

const requestIdOf = (deepLink: unknown) => new URL(String(deepLink)).pathname.split('/').at(-1) ?? '';

/** Starts a sign-in with a key. */
async function start(jkt: string) {
  const { verifier, query } = provider.flow({ dpop_jkt: jkt });
  const { body } = await provider.send('GET', `/oauth/authorize?${new URLSearchParams(query).toString()}`);
  return { verifier, deepLink: String(body['deep_link']), pollingCode: String(body['polling_code']) };
}

/** Approves as an owner. @returns status and error of the decision */
async function approve({ sso }: Owner, { deepLink }: { readonly deepLink: string }, dpopJkt: string) {
  const path = { requestId: requestIdOf(deepLink) };
  const body = { decision: 'approve', clientId: provider.clientId, dpopJkt } as const;
  const response = await sso.decideAuthorizationRequest({ path, body });
  return { status: response.status, error: 'error' in response.body ? response.body.error : undefined };
}

/** Exchanges the code of an approved sign-in with a proof by the key. */
async function exchange({ verifier, pollingCode }: Awaited<ReturnType<typeof start>>, key: TestKey) {
  const { body } = await provider.poll(pollingCode);
  return provider.exchange(
    {
      grant_type: 'authorization_code',
      code: String(body['authorization_code']),
      client_id: provider.clientId,
      code_verifier: verifier,
    },
    key,
  );
}

/** Binds a key to an owner. */
async function bind(owner: Owner, key: TestKey) {
  const signIn = await start(key.jkt);
  expect(await approve(owner, signIn, key.jkt)).toMatchObject({ status: 200 });
  const { status, body } = await exchange(signIn, key);
  expect([status, body['error']]).toEqual([200, undefined]);
  return String(body['refresh_token']);
}

const keyStatus = async ({ jkt }: TestKey, sub?: string) =>
  unwrap(await provider.client.getKeyStatus({ path: { jkt }, query: sub === undefined ? {} : { sub } }));

async function disconnect({ sso }: Owner) {
  const { sessions } = unwrap(await sso.listConnectedSessions({}));
  for (const { sessionId } of sessions) unwrap(await sso.revokeConnectedSession({ path: { sessionId } }));
}

test('with a stolen key that its owner disconnected, a thief cannot bind it to an owner of their own', async () => {
  const [victim, thief, key] = [await enrolOwner(provider.platform), await enrolOwner(provider.platform), newKey()];
  await bind(victim, key);
  await disconnect(victim);
  const signIn = await start(key.jkt);
  expect(await approve(thief, signIn, key.jkt)).toEqual({ status: 409, error: 'key_of_another_owner' });
  expect((await provider.poll(signIn.pollingCode)).body).toMatchObject({
    status: 'rejected',
    reason: 'key_of_another_owner',
  });
  expect(await keyStatus(key)).toMatchObject({ status: 'revoked' });
});

test('with a thumbprint from a commit, a stranger approves a request that names it, and squats nothing', async () => {
  const [victim, stranger, key] = [await enrolOwner(provider.platform), await enrolOwner(provider.platform), newKey()];
  const squatting = await start(key.jkt);
  expect(await approve(stranger, squatting, key.jkt)).toMatchObject({ status: 200 });
  await bind(victim, key);
  expect(await keyStatus(key, victim.sub)).toMatchObject({ status: 'active' });
});

test('with a stolen key and an approval from before its owner bound it, a thief exchanges the code in vain', async () => {
  const [victim, thief, key] = [await enrolOwner(provider.platform), await enrolOwner(provider.platform), newKey()];
  const early = await start(key.jkt);
  expect(await approve(thief, early, key.jkt)).toMatchObject({ status: 200 });
  await bind(victim, key);
  const { status, body } = await exchange(early, key);
  expect([status, body['error'], body['reason']]).toEqual([400, 'invalid_grant', 'key_of_another_owner']);
  expect(await keyStatus(key, thief.sub)).toEqual({ jkt: key.jkt, status: 'unknown' });
});

test('with a stolen key, a thief deletes their own identity or that of nobody, and the key stays that of its owner', async () => {
  const [victim, thief, key] = [await enrolOwner(provider.platform), await enrolOwner(provider.platform), newKey()];
  await bind(victim, key);
  unwrap(await victim.sso.deleteOwner({}));
  expect(await approve(thief, await start(key.jkt), key.jkt)).toEqual({ status: 409, error: 'key_of_another_owner' });
  expect(await keyStatus(key, victim.sub)).toMatchObject({ status: 'revoked', reason: 'owner_deleted' });
});

test('with a key that was reported stolen, a thief starts no sign-in, and no phished approval of its owner helps', async () => {
  const [victim, key] = [await enrolOwner(provider.platform), newKey()];
  const refreshToken = await bind(victim, key);
  const phished = await start(key.jkt);
  const approved = await start(key.jkt);
  expect(await approve(victim, approved, key.jkt)).toMatchObject({ status: 200 });
  unwrap(await victim.sso.reportCompromisedKey({ path: { jkt: key.jkt } }));

  expect((await provider.refresh(refreshToken, key)).body).toMatchObject({ error: 'invalid_grant' });
  expect(await approve(victim, phished, key.jkt)).toEqual({ status: 409, error: 'key_compromised' });
  expect((await exchange(approved, key)).body).toMatchObject({ error: 'invalid_grant', reason: 'key_compromised' });
  const { status, body } = await provider.authorize({ dpop_jkt: key.jkt });
  expect([status, body['error'], body['reason']]).toEqual([400, 'invalid_request', 'key_compromised']);
  expect(await keyStatus(key)).toMatchObject({ status: 'revoked', reason: 'compromised' });
});

test('with the thumbprint of a stranger, nobody reports their key, and nobody learns their name', async () => {
  const [victim, stranger, key] = [await enrolOwner(provider.platform), await enrolOwner(provider.platform), newKey()];
  await bind(victim, key);
  const report = await stranger.sso.reportCompromisedKey({ path: { jkt: key.jkt } });
  expect([report.status, report.body]).toEqual([404, expect.objectContaining({ error: 'key_not_found' })]);
  const status = await keyStatus(key);
  expect(status).toMatchObject({ status: 'active' });
  expect(JSON.stringify(status)).not.toContain(victim.sub);
});

/** Binds an agent of the toolkit to an owner, in a state directory of its own. */
async function bindToolkit(owner: Owner, stateDir: string): Promise<Readonly<Record<string, unknown>>> {
  const env = { SSO_BASE_URL: provider.url, PLATFORM_PROVIDER_ADDRESS: provider.clientId };
  const binding = toolkit.spawn('agent-id-core', ['bootstrap', '--state-dir', stateDir], { env });
  let ended = false;
  const ending = binding.finally(() => (ended = true));
  const pending = join(stateDir, 'pending-auth.json');
  await vi.waitFor(() => expect(ended || existsSync(pending)).toBe(true), 60_000);
  if (existsSync(pending)) {
    const { deepLink } = JSON.parse(readFileSync(pending, 'utf8')) as { deepLink: string };
    await owner.decide(deepLink, 'approve').catch(() => undefined);
  }
  return (await ending).json;
}

/** Signs a commit with a stolen key and attaches the stolen id_token, without the provider. */
async function forge(repo: string, stolen: string, ownerSub: string, jkt: string): Promise<void> {
  await toolkit.run('agent-id-git', ['setup', '--state-dir', stolen]);
  const { idToken } = JSON.parse(readFileSync(join(stolen, 'owner-session.json'), 'utf8')) as { idToken: string };
  const { publicKeyPem } = JSON.parse(readFileSync(join(stolen, 'keys/main.json'), 'utf8')) as { publicKeyPem: string };
  const { kty, crv, x } = createPublicKey(publicKeyPem).export({ format: 'jwk' });
  const bundle = { version: 3, id_token: idToken, agent_jwk: { kty, crv, x } };
  const message = `Forged\n\nAgent-ID-JKT: ${jkt}\nAgent-ID-Owner: ${ownerSub}\nCo-Authored-By: agent <agent-${jkt}@agent-id.local>`;
  const signing = ['-c', 'gpg.format=ssh', '-c', `user.signingkey=${join(stolen, 'ssh/agent-id')}`];
  git(repo, ...signing, 'commit', '-S', '--allow-empty', '-m', message);
  const note = Buffer.from(JSON.stringify(bundle)).toString('base64url');
  git(repo, 'notes', '--ref=refs/notes/agent-id', 'add', '-m', note);
}

test.each<[string, (victim: Owner, jkt: string) => Promise<unknown>, string]>([
  ['disconnected', (victim) => disconnect(victim), 'revoked_before_commit'],
  ['reported', ({ sso }, jkt) => sso.reportCompromisedKey({ path: { jkt } }), 'key_compromised'],
])(
  'with a stolen state directory whose owner %s the agent, a thief with an owner of their own forges no commit',
  async (_how, end, code) => {
    const [victim, thief] = [await enrolOwner(provider.platform), await enrolOwner(provider.platform)];
    const [stateDir, stolen, repo] = [toolkit.scratch(), toolkit.scratch(), initRepo(toolkit.scratch())];
    expect((await bindToolkit(victim, stateDir))['ok']).toBe(true);
    cpSync(stateDir, stolen, { recursive: true });
    const { jkt } = (await toolkit.run('agent-id-core', ['status', '--state-dir', stateDir])).json;
    await end(victim, String(jkt));

    await forge(repo, stolen, victim.sub, String(jkt));
    const rebound = toolkit.scratch();
    cpSync(stolen, rebound, { recursive: true });
    await bindToolkit(thief, rebound);

    const reader = ['--state-dir', toolkit.scratch(), '--trusted-issuer', provider.url];
    const { json } = await toolkit.run('agent-id-git', ['verify', ...reader], { cwd: repo });
    expect(json).toMatchObject({ ok: false, code });
  },
  120_000,
);
