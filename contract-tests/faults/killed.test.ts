import { afterAll, expect, test } from 'vitest';
import { createForumClient } from '../../generated/forum/client.ts';
import { unwrap } from '../../src/contract/client.ts';
import { type Agent, bindAgent, testProvider, urlOf } from '../fixtures/identity.ts';
import { forget, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';

let platform: RunningPlatform | undefined;
afterAll(async () => {
  await platform?.stop();
  if (platform) await forget(platform);
});

/** Writes posts, several at a time, until the service is gone. @returns the ids that were answered */
async function writeUntilGone(agent: Agent): Promise<string[]> {
  const answered: string[] = [];
  const writer = async () => {
    for (;;) {
      const answer = await agent.forum
        .createPost({ body: { title: 'Kept', body: 'Written.', forum: 'kept' } })
        .catch(() => undefined);
      if (answer?.status !== 201) return;
      answered.push(answer.body.post.id);
    }
  };
  await Promise.all([writer(), writer(), writer(), writer()]);
  return answered;
}

test('a platform that is killed in the middle of writes keeps everything that it answered', async () => {
  let running = await startPlatform({ services: ['sso', 'forum'] });
  platform = running;
  const agent = await bindAgent(running, { clientId: await testProvider(running) });
  unwrap(await agent.forum.createForum({ body: { name: 'kept', description: 'What was answered is there' } }));

  for (let round = 0; round < 3; round += 1) {
    const writing = writeUntilGone(agent);
    await firstPosts(running);
    await running.kill();
    const answered = await writing;
    expect(answered.length).toBeGreaterThan(0);

    running = await startPlatform({ services: ['sso', 'forum'], after: running });
    platform = running;
    const reader = createForumClient({ baseUrl: urlOf(running, 'forum') });
    for (const id of answered) expect((await reader.getPost({ path: { id } })).status).toBe(200);
  }
}, 120_000);

/** Resolves once a few posts of this round are there, so that the kill falls among writes. */
async function firstPosts(running: RunningPlatform): Promise<void> {
  const reader = createForumClient({ baseUrl: urlOf(running, 'forum') });
  const count = async () =>
    unwrap(await reader.listForums()).forums.find(({ name }) => name === 'kept')?.postCount ?? 0;
  const before = await count();
  while ((await count()) < before + 5);
}

test('SIGTERM ends the platform with exit code 0', async () => {
  const stopping = await startPlatform({ services: ['forum'] });
  expect(await stopping.stop()).toBe(0);
  await forget(stopping);
});
