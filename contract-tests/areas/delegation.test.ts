import { beforeAll, expect, test, vi } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type RunOutput, useToolkit, initRepo } from '../fixtures/cli/executables.ts';
import { bindAgent, enrolOwner, type Owner, testProvider, urlOf } from '../fixtures/identity.ts';
import { deletePlatformData, startPlatform } from '../fixtures/platform.ts';
import { revocationLimit } from '../fixtures/http.ts';
import { useStarted } from '../fixtures/use-started.ts';

// An agent delegates posting to a helper, with the toolkit against a real provider and forum.
const toolkit = useToolkit('agent-id-core');
const platform = useStarted(() => startPlatform({ services: ['sso', 'forum'] }), deletePlatformData);
let owner: Owner;
let env: Readonly<Record<string, string>>;
let forum: string;
/** State directory of the agent that the owner approved. */
let agent: string;
beforeAll(async () => {
  const provider = await testProvider(platform);
  forum = urlOf(platform, 'forum');
  env = { SSO_BASE_URL: urlOf(platform, 'sso'), PLATFORM_PROVIDER_ADDRESS: provider };
  owner = await enrolOwner(platform);
  const founder = await bindAgent(platform, { clientId: provider, owner });
  unwrap(await founder.forum.createForum({ body: { name: 'helpers', description: 'Posts by helpers' } }));
  agent = toolkit.scratch();
  const { json } = await core(agent, 'auth');
  await owner.decide(String(json['deepLink']), 'approve');
  await core(agent, 'bind', '--poll-interval-ms', '100');
});

const run = (
  name: 'agent-id-core' | 'agent-id-auth' | 'agent-id-git',
  dir: string,
  args: readonly string[],
  cwd?: string,
) => toolkit.run(name, [...args, '--state-dir', dir], { env, ...(cwd !== undefined && { cwd }) });
const core = (dir: string, ...args: readonly string[]): Promise<RunOutput> => run('agent-id-core', dir, args);
const jktOf = async (dir: string) => String((await core(dir, 'status')).json['jkt']);

/** Creates a key for a helper. */
async function newHelper() {
  const dir = toolkit.scratch();
  await core(dir, 'init');
  return { dir, jkt: await jktOf(dir) };
}

async function delegated(from: string, jkt: string, ...flags: readonly string[]) {
  const { json } = await core(from, 'delegate', '--to', jkt, '--scope', 'forum:write', ...flags);
  expect(json, JSON.stringify(json)).toMatchObject({ ok: true, delegation: expect.any(String) });
  return { delegation: String(json['delegation']), id: String(json['delegationId']) };
}

async function acceptedHelper(from = agent) {
  const helper = await newHelper();
  const { delegation, id } = await delegated(from, helper.jkt);
  const { json } = await core(helper.dir, 'accept', '--delegation', delegation);
  expect(json).toMatchObject({ ok: true, ownerSub: owner.sub, jkt: helper.jkt, scope: 'openid forum:write' });
  return { ...helper, id, delegation, chain: json['chain'] };
}

let posts = 0;
const post = async (dir: string): Promise<unknown> => {
  const body = JSON.stringify({ forum: 'helpers', title: 'By a helper', body: `Text ${++posts}` });
  const args = ['call', '--url', `${forum}/api/posts`, '--method', 'POST', '--body', body];
  return (await run('agent-id-auth', dir, args)).json['status'];
};

test('core accept: a helper posts with its own key, and status shows the chain', async () => {
  const helper = await acceptedHelper();
  expect(helper.chain).toEqual([helper.jkt, await jktOf(agent)]);
  expect(await post(helper.dir)).toBe(201);
  const { json } = await core(helper.dir, 'status');
  expect(json).toMatchObject({ bound: true, dpopBound: true, chain: helper.chain });
  expect(Number(json['delegationExpiresAt'])).toBeGreaterThan(Date.now() / 1000);
  expect((await core(agent, 'status')).json).not.toHaveProperty('chain');
});

test('core accept: - reads the delegation from stdin', async () => {
  const helper = await newHelper();
  const { delegation } = await delegated(agent, helper.jkt);
  const args = ['accept', '--delegation', '-', '--state-dir', helper.dir];
  const { json } = await toolkit.spawn('agent-id-core', args, { env, stdin: `${delegation}\n` });
  expect(json).toMatchObject({ ok: true, jkt: helper.jkt });
});

test('core refresh: a helper exchanges its delegation again, and a helper of it has three keys', async () => {
  const helper = await acceptedHelper();
  expect((await core(helper.dir, 'refresh')).json).toMatchObject({ ok: true, ownerSessionSub: owner.sub });
  const second = await acceptedHelper(helper.dir);
  expect(second.chain).toEqual([second.jkt, helper.jkt, await jktOf(agent)]);
  expect(await post(second.dir)).toBe(201);
});

test('core delegations revoke: the helper cannot post, and the error of its refresh names the delegation', async () => {
  const helper = await acceptedHelper();
  expect((await core(agent, 'delegations', 'revoke', '--id', helper.id)).json).toMatchObject({ ok: true });
  await vi.waitFor(async () => expect(await post(helper.dir)).toBe(401), { timeout: revocationLimit, interval: 250 });
  expect((await core(helper.dir, 'refresh')).json).toMatchObject({ ok: false, code: 'delegation_refused' });
  const { json } = await core(agent, 'delegations', 'list');
  expect(json['delegations']).toContainEqual(
    expect.objectContaining({ delegationId: helper.id, jkt: helper.jkt, revoked: true }),
  );
});

test("core delegations revoke: the helper's key, or a part of an id, is no delegation and is refused", async () => {
  const helper = await acceptedHelper();
  for (const id of [helper.jkt, helper.id.slice(0, -1)]) {
    const { json } = await core(agent, 'delegations', 'revoke', '--id', id);
    expect(json).toMatchObject({ ok: false, code: 'invalid_flag' });
  }
});

test('core delegations revoke: an unused delegation cannot be exchanged after its revocation', async () => {
  const helper = await newHelper();
  const { delegation, id } = await delegated(agent, helper.jkt);
  await core(agent, 'delegations', 'revoke', '--id', id);
  const { json } = await core(helper.dir, 'accept', '--delegation', delegation);
  expect(json).toMatchObject({ ok: false, code: 'delegation_refused' });
});

test('git verify: a commit of a helper names the chain, and --refuse-helpers refuses it', async () => {
  const helper = await acceptedHelper();
  const repo = initRepo(toolkit.scratch());
  const git = (...args: readonly string[]) => run('agent-id-git', helper.dir, args, repo);
  expect((await git('commit', '--message', 'By a helper', '--allow-empty')).json).toMatchObject({ ok: true });
  const verified = await git('verify');
  expect(verified.json).toMatchObject({ ok: true, ownerSub: owner.sub, chain: helper.chain });
  expect(verified.json['summary']).toContain(`a helper of ${await jktOf(agent)}`);
  expect((await git('verify', '--refuse-helpers')).json).toMatchObject({ ok: false, code: 'helper_not_expected' });
});

test('core accept: a delegation for another key, and one to an agent with a session of its own, are refused', async () => {
  const [helper, other] = [await newHelper(), await newHelper()];
  const { delegation } = await delegated(agent, helper.jkt);
  expect((await core(other.dir, 'accept', '--delegation', delegation)).json['code']).toBe('delegation_refused');
  const { delegation: back } = await delegated(helper.dir, await jktOf(agent)).catch(() => ({ delegation: '' }));
  expect(back).toBe('');
  await core(helper.dir, 'accept', '--delegation', delegation);
  const toAgent = await delegated(helper.dir, await jktOf(agent));
  expect((await core(agent, 'accept', '--delegation', toAgent.delegation)).json['code']).toBe('session_exists');
});

test.each([
  ['--to', 'short', '--scope', 'forum:write'],
  ['--to', 'x'.repeat(43), '--scope', 'openid'],
  ['--to', 'x'.repeat(43), '--scope', 'forum:admin'],
  ['--to', 'x'.repeat(43), '--scope', 'forum:write', '--ttl', '86401'],
  ['--to', 'x'.repeat(43), '--scope', 'forum:write', '--ttl', '0'],
  ['--to', 'x'.repeat(43), '--scope', 'forum:write', '--resource', 'forum'],
])('core delegate: %s %s %s %s %s %s is invalid_flag', async (...args) => {
  expect((await core(agent, 'delegate', ...args)).json).toMatchObject({ ok: false, code: 'invalid_flag' });
});

test.each(['', 'token', 'a.b.c', '-x'])('core accept: %j is not a delegation', async (text) => {
  const helper = await newHelper();
  const { json } = await core(helper.dir, 'accept', `--delegation=${text}`);
  expect(json).toMatchObject({ ok: false, code: expect.stringMatching(/^(?:delegation_refused|invalid_flag)$/) });
});
