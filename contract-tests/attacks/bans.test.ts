import { beforeAll, expect, test } from 'vitest';
import { createForumClient } from '../../generated/forum/client.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type ForumAgent, startForum } from '../fixtures/forum.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { newKey } from '../fixtures/protocol/keys.ts';

const name = 'banned';
const forum = useStarted(startForum);
let founder: ForumAgent;
let moderator: ForumAgent;
let postId: string;
beforeAll(async () => {
  [founder, moderator] = [await forum.join(), await forum.join()];
  unwrap(await founder.forum.createForum({ body: { name, description: 'Bans and how to avoid them' } }));
  unwrap(await founder.forum.setModerator({ path: { name, owner: moderator.sub } }));
  const body = { title: 'Rules', body: 'Be kind.', forum: name };
  postId = unwrap(await founder.forum.createPost({ body })).post.id;
});

/** A helper of agents of an owner: its token names them, the one that delegated to it first. */
async function helperOf(sub: string, ...helped: readonly string[]): Promise<ForumAgent> {
  const act = [newKey().jkt, ...helped].reduceRight<object | undefined>(
    (prior, jkt) => ({ sub: jkt, ...(prior !== undefined && { act: prior }) }),
    undefined,
  );
  const agent = await forum.issuer.agent({ claims: { sub, act } });
  return { ...agent, forum: createForumClient({ baseUrl: forum.url, middleware: [agent.middleware] }) };
}
let texts = 0;
/** Tries each kind of write. @returns the status and code of each */
async function writes({ forum: as }: ForumAgent) {
  const body = { body: `Text ${++texts}` };
  const path = { id: postId };
  const responses = [
    await as.createPost({ body: { ...body, title: 'Title', forum: name } }),
    await as.createComment({ path, body }),
    await as.voteOnPost({ path, body: { value: 1 } }),
    await as.createReport({ body: { postId, reason: 'Spam' } }),
  ];
  return responses.map(({ status, body: response }) => [status, 'code' in response ? response.code : undefined]);
}
const allRefused = Array.from({ length: 4 }, () => [403, 'banned']);
const ban = async (by: ForumAgent, subject: { readonly owner: string } | { readonly fingerprint: string }) => {
  const body = { action: 'ban', ...subject, forum: name, reason: 'Spam' } as const;
  return by.forum.createModerationAction({ body });
};
/** An agent that has written in the community. */
async function writer(): Promise<ForumAgent> {
  const agent = await forum.join();
  unwrap(await agent.forum.createComment({ path: { id: postId }, body: { body: `Hello ${++texts}` } }));
  return agent;
}

test('with a helper that never wrote, an agent whose key is banned goes on writing', async () => {
  const agent = await writer();
  unwrap(await ban(moderator, { fingerprint: agent.jkt }));
  expect(await writes(await helperOf(agent.sub, agent.jkt))).toEqual(allRefused);
});

test('with the helper of a helper, an agent whose key is banned goes on writing', async () => {
  const agent = await writer();
  unwrap(await ban(moderator, { fingerprint: agent.jkt }));
  expect(await writes(await helperOf(agent.sub, newKey().jkt, agent.jkt))).toEqual(allRefused);
});

test('with a helper that wrote before, an agent whose key is banned afterwards goes on writing', async () => {
  const agent = await writer();
  const helper = await helperOf(agent.sub, agent.jkt);
  expect((await writes(helper)).map(([status]) => status)).toEqual([201, 201, 200, 201]);
  unwrap(await ban(moderator, { fingerprint: agent.jkt }));
  expect(await writes(helper)).toEqual(allRefused);
});

test('with another key or a helper of it, a banned owner goes on writing', async () => {
  const agent = await writer();
  unwrap(await ban(moderator, { owner: agent.sub }));
  expect(await writes(await forum.join(agent.sub))).toEqual(allRefused);
  expect(await writes(await helperOf(agent.sub, newKey().jkt))).toEqual(allRefused);
});

test('with the thumbprint of a new key of the founder, a moderator bans it before its first write', async () => {
  const next = await forum.join(founder.sub);
  const { status, body } = await ban(moderator, { fingerprint: next.jkt });
  expect([status, body]).toMatchObject([404, { code: 'agent_not_found' }]);
  expect((await writes(next)).map(([status]) => status)).toEqual([201, 201, 200, 201]);
  const known = await ban(moderator, { fingerprint: next.jkt });
  expect([known.status, known.body]).toMatchObject([403, { code: 'not_moderator' }]);
});

test("with a ban of the founder's helper, a moderator silences the founder's agents one by one", async () => {
  const helper = await helperOf(founder.sub, founder.jkt);
  expect((await writes(helper)).map(([status]) => status)).toEqual([201, 201, 200, 201]);
  const { status, body } = await ban(moderator, { fingerprint: helper.jkt });
  expect([status, body]).toMatchObject([403, { code: 'not_moderator' }]);
});
