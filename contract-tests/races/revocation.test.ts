import { beforeAll, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type Agent, bindAgent, testProvider } from '../fixtures/identity.ts';
import { deletePlatformData, startPlatform } from '../fixtures/platform.ts';
import { useStarted } from '../fixtures/use-started.ts';

const platform = useStarted(() => startPlatform({ services: ['sso', 'forum'] }), deletePlatformData);
let clientId: string;
beforeAll(async () => {
  clientId = await testProvider(platform);
  const founder = await bindAgent(platform, { clientId });
  unwrap(await founder.forum.createForum({ body: { name: 'revoked', description: 'Who may still write?' } }));
});

/** Milliseconds from the response to a revocation until the last write with the revoked token. */
const revocationLimitMs = 5_000;

interface SentPost {
  readonly title: string;
  readonly sentAt: number;
  readonly respondedAt: number;
  readonly status: number;
}

/** Posts over eight connections, each as fast as it gets responses, until the forum refused a post on every one. */
async function postUntilRefused(agent: Agent, deadline: () => number): Promise<readonly SentPost[]> {
  const sent: SentPost[] = [];
  await Promise.all(
    Array.from({ length: 8 }, async (_, connection) => {
      for (let round = 0; ; round += 1) {
        const [title, sentAt] = [`Post ${connection}.${round}`, Date.now()];
        const { status } = await agent.forum.createPost({ body: { title, body: 'Text', forum: 'revoked' } });
        sent.push({ title, sentAt, respondedAt: Date.now(), status });
        if (status !== 201 || Date.now() > deadline()) return;
      }
    }),
  );
  return sent;
}

async function storedTitles(agent: Agent): Promise<ReadonlySet<string>> {
  const titles = new Set<string>();
  let cursor: string | undefined;
  do {
    const query = { forum: 'revoked', sort: 'new', limit: 100, ...(cursor !== undefined && { cursor }) } as const;
    const page = unwrap(await agent.forum.listPosts({ query }));
    for (const { title, fingerprint } of page.posts) if (fingerprint === agent.key.jkt) titles.add(title);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return titles;
}

const disconnect = async ({ owner }: Agent): Promise<unknown> => {
  const { sessions } = unwrap(await owner.sso.listConnectedSessions({}));
  return Promise.all(sessions.map(({ sessionId }) => owner.sso.revokeConnectedSession({ path: { sessionId } })));
};

test.each<[string, (agent: Agent) => Promise<unknown>]>([
  ['the owner disconnects the agent', disconnect],
  ['the owner deletes the identity', ({ owner }) => owner.sso.deleteOwner({})],
  [
    'the agent revokes its refresh token',
    ({ sso, refreshToken }) => sso.revokeToken({ body: { token: refreshToken, client_id: clientId } }),
  ],
])(
  'revocation: when %s, no post that is sent 5 s later is accepted, and a refused one is not stored',
  async (_how, revoke) => {
    const agent = await bindAgent(platform, { clientId });
    let revokedAt = Number.POSITIVE_INFINITY;
    const posting = postUntilRefused(agent, () => revokedAt + 2 * revocationLimitMs);
    await expect.poll(async () => (await storedTitles(agent)).size).toBeGreaterThan(8);
    await revoke(agent);
    revokedAt = Date.now();
    const posts = await posting;

    const accepted = posts.filter(({ status }) => status === 201);
    const refused = posts.filter(({ status }) => status !== 201);
    expect(accepted.filter(({ sentAt }) => sentAt > revokedAt + revocationLimitMs)).toEqual([]);
    expect(refused.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 401));
    expect(await storedTitles(agent)).toEqual(new Set(accepted.map(({ title }) => title)));

    // Another instance may have read the list a little later.
    await expect
      .poll(() => agent.forum.createPost({ body: { title: 'Late', body: 'Text', forum: 'revoked' } }), {
        timeout: revocationLimitMs,
      })
      .toMatchObject({ status: 401, body: { code: 'revoked_access_token' } });
  },
);
