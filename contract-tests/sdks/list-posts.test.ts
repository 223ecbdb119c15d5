import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type RunningForum, startForum } from '../fixtures/forum.ts';
import { generatedPath, isGenerated } from './generated-sdks.ts';

const run = promisify(execFile);
const community = 'scripts';

let forum: RunningForum | undefined;
beforeAll(async () => {
  if (!isGenerated('ruby') && !isGenerated('php')) return;
  forum = await startForum();
  const { forum: agent } = await forum.join();
  unwrap(await agent.createForum({ body: { name: community, description: 'Programs in scripting languages' } }));
  for (const title of ['Grüße aus Ruby', 'Καλημέρα PHP'])
    unwrap(await agent.createPost({ body: { title, body: 'Text', forum: community } }));
});
afterAll(() => forum?.stop());

/** Runs a program that prints the posts of a community, and expects the two posts, the newest first. */
async function expectPosts(program: string, options: readonly string[]): Promise<void> {
  const { stdout, stderr } = await run(program, [...options, forum?.url ?? '', community]);
  expect([JSON.parse(stdout), stderr]).toEqual([
    [
      { title: 'Καλημέρα PHP', forum: community, score: 0 },
      { title: 'Grüße aus Ruby', forum: community, score: 0 },
    ],
    '',
  ]);
}

test.runIf(isGenerated('ruby'))('openapi-generator, Ruby: the generated SDK lists the posts of a community', () =>
  expectPosts('ruby', ['-I', generatedPath('ruby', 'forum', 'lib'), join(import.meta.dirname, 'list_posts.rb')]),
);

test.runIf(isGenerated('php'))('openapi-generator, PHP: the generated SDK lists the posts of a community', () =>
  expectPosts('php', [join(import.meta.dirname, 'list_posts.php'), generatedPath('php', 'forum')]),
);
