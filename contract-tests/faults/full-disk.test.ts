import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { findPostgres, startPostgres } from '../fixtures/postgres.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { bindAgent, testProvider, urlOf } from '../fixtures/identity.ts';
import { type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { mountSmallDisk, type SmallDisk } from '../fixtures/small-disk.ts';
import { waitUntil } from '../fixtures/http.ts';

const probe = mountSmallDisk(1);
probe?.remove();

describe.skipIf(probe === undefined)('full disk', () => {
  const endings: (() => Promise<unknown> | void)[] = [];
  afterEach(async () => {
    for (const end of endings.splice(0).reverse()) await end();
  });
  const ending = (end: () => Promise<unknown> | void) => void endings.push(end);

  /** Mounts a disk of 300 MB, which fits the files of either engine and little more. */
  function newDisk(): SmallDisk {
    const disk = mountSmallDisk(300);
    if (!disk) throw new Error('mounting the test disk failed');
    ending(disk.remove);
    return disk;
  }

  async function fillAndFree(platform: RunningPlatform, disk: SmallDisk): Promise<void> {
    const agent = await bindAgent(platform, { clientId: await testProvider(platform) });
    unwrap(await agent.forum.createForum({ body: { name: 'kept', description: 'Acknowledged writes persist' } }));
    const acknowledged: string[] = [];
    const write = async () => {
      const body = {
        title: `Number ${acknowledged.length}`,
        body: randomBytes(6_000).toString('base64'),
        forum: 'kept',
      };
      const response = await agent.forum.createPost({ body });
      if (response.status === 201) acknowledged.push(response.body.post.id);
      return response;
    };
    await write();

    disk.fill();
    let refused = await write();
    await waitUntil(async () => (refused = await write()).status !== 201);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);

    disk.free();
    await waitUntil(async () => (await write()).status === 201);
    for (const id of acknowledged)
      expect((await fetch(`${urlOf(platform, 'forum')}/api/posts/${id}`)).status, id).toBe(200);
  }

  test('full disk, embedded database: writes are 503 with Retry-After until there is space, and acknowledged writes persist', async () => {
    const disk = newDisk();
    const platform = await startPlatform({
      services: ['sso', 'forum'],
      env: { DATA_DIR: `${disk.path}/data`, TEST_DATABASE_URL: '' },
    });
    ending(() => platform.stop());
    await fillAndFree(platform, disk);
  });

  test.skipIf(findPostgres() === undefined)(
    'full disk, PostgreSQL: writes are 503 with Retry-After until there is space, and services reconnect after a crash of the server',
    async () => {
      const disk = newDisk();
      const postgres = await startPostgres({ parent: disk.path });
      ending(() => postgres.stop());
      const platform = await startPlatform({ services: ['sso', 'forum'], env: { DATABASE_URL: postgres.url } });
      ending(() => platform.stop());
      await fillAndFree(platform, disk);
    },
    120_000,
  );
});
