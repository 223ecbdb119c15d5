import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createAskingAgents, delegation, exchangeFor } from '../../../contract-tests/fixtures/sso/agents.ts';
import { approvedCode } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { dpop, form, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { type TestKey, newKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

const sso = useStarted(startSso);
const { connect, asked, decide, exchange } = createAskingAgents(() => sso);

/** Prepares all but the last step of a way to start a session. */
type Way = () => Promise<{ readonly key: TestKey; readonly start: () => ReturnType<typeof form> }>;

const ways: readonly (readonly [string, Way])[] = [
  [
    'the exchange of a code',
    async () => {
      const key = newKey();
      const { grant } = await approvedCode(sso, { dpop_jkt: key.jkt });
      return { key, start: async () => form(sso, '/oauth/token', grant, { dpop: await dpop(sso, key) }) };
    },
  ],
  [
    'the exchange of a delegation',
    async () => {
      const [{ key: agent, sub }, key] = [await connect(), newKey()];
      const token = delegation({ sso, agent, helper: key, sub });
      return { key, start: () => exchangeFor(sso, key, token) };
    },
  ],
  [
    'the exchange of an approval',
    async () => {
      const agent = await connect();
      const request = await asked(agent);
      await decide(agent, { decision: 'approve' });
      return { key: agent.key, start: () => exchange(agent.key, request) };
    },
  ],
];

const stored = (jkt: string) =>
  sso.db.selectFrom('sso.agent_keys').selectAll().where('jkt', '=', jkt).executeTakeFirst();

async function store(jkt: string, state: { readonly owner_sub?: string; readonly compromised_since?: Date }) {
  const at = sso.now();
  await sso.db
    .insertInto('sso.agent_keys')
    .values({ jkt, first_seen_at: at, revoked_reason: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await sso.db.updateTable('sso.agent_keys').set(state).where('jkt', '=', jkt).execute();
}

test.each(ways)('sso: %s starts no session with the key of another owner, and can be repeated', async (_name, way) => {
  const { key, start } = await way();
  const before = await stored(key.jkt);
  await store(key.jkt, { owner_sub: 'another' });
  expect((await start()).json()).toMatchObject({ reason: 'key_of_another_owner' });
  expect(await stored(key.jkt)).toMatchObject({ owner_sub: 'another' });
  if (!before?.owner_sub) return;
  await store(key.jkt, { owner_sub: before.owner_sub });
  expect((await start()).statusCode).toBe(200);
});

test.each(ways)('sso: %s starts no session with a stolen key', async (_name, way) => {
  const { key, start } = await way();
  await store(key.jkt, { compromised_since: sso.now() });
  expect((await start()).json()).toMatchObject({ reason: 'key_compromised' });
});

test.each(ways)('sso: %s binds the key to the owner', async (_name, way) => {
  const { key, start } = await way();
  expect((await start()).statusCode).toBe(200);
  expect(await stored(key.jkt)).toMatchObject({ owner_sub: expect.stringMatching(/^[0-9a-f]{32}$/) });
});

test('sso: every statement that starts a session binds its key, and one function ends sessions', () => {
  const texts = globSync('src/sso/**/*.ts', { exclude: ['**/*.test.ts'] }).map((path) => ({
    path,
    text: readFileSync(path, 'utf8'),
  }));
  const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const starting = texts.filter(({ text }) => /into sso\.sessions\b|insertInto\('sso\.sessions'/.test(text));
  expect(starting).toHaveLength(ways.length);
  for (const { path, text } of starting)
    for (const used of [/\$\{bindingKey\(/g, /\$\{keyIsBound\(/g])
      expect(count(text, used), path).toBe(count(text, /into sso\.sessions\b|insertInto\('sso\.sessions'/g));
  const ending = texts.filter(({ text }) => /update sso\.sessions[^`]*set revoked_at/.test(text));
  expect(ending.map(({ path }) => path)).toEqual(['src/sso/sessions/session-tree-store.ts']);
});
