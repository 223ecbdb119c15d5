import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deletePlatformData, startPlatform } from '../fixtures/platform.ts';

/** A directory that nobody can create or write, not even root. */
const unwritable = '/dev/null/platform';

test('forum: alone it starts on a DATA_DIR that cannot be written, because it needs no key', async () => {
  const forum = await startPlatform({
    services: ['forum'],
    database: 'memory',
    env: { DATA_DIR: unwritable, SSO_ADMIN_KEY: '' },
  });
  expect((await fetch(`${forum.urls['forum']}/readyz`)).status).toBe(200);
  await forum.stop();
});

test.each([
  [['forum', 'backend', 'notifications', 'web'], false],
  [['sso'], true],
])('admin.key: %j alone create it: %j', async (services, created) => {
  const platform = await startPlatform({ services, database: 'memory', env: { SSO_ADMIN_KEY: '' } });
  expect(existsSync(join(platform.dataDir, 'admin.key'))).toBe(created);
  await platform.stop();
  await deletePlatformData(platform);
});
