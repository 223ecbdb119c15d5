import { expect, test } from 'vitest';
import { createNotificationsClient } from '../../generated/notifications/client.ts';
import { startNotifications } from '../fixtures/notifications.ts';

const own = '0'.repeat(31) + '2';
const others = '0'.repeat(31) + '3';

/** Creates an app with a token of each application. @returns the statuses */
async function createAppStatuses(env: NodeJS.ProcessEnv): Promise<readonly number[]> {
  const service = await startNotifications({ env: { WEB_PROVIDER_ADDRESS: own, PORTAL_CLIENTS: '', ...env } });
  const statuses = await Promise.all(
    [own, others].map(async (client_id) => {
      const headers = { authorization: `Bearer ${await service.issuer.token({ claims: { client_id } })}` };
      const client = createNotificationsClient({ baseUrl: service.url, headers });
      return (await client.createApp({ body: { name: 'Coffee Corner' } })).status;
    }),
  );
  await service.stop();
  return statuses;
}

test('portal: tokens of applications other than WEB_PROVIDER_ADDRESS are rejected', async () => {
  expect(await createAppStatuses({ DEMO_DATA: 'false' })).toEqual([201, 403]);
});

test('portal: DEMO_DATA=true and PORTAL_CLIENTS=* accept tokens of every application', async () => {
  expect(await createAppStatuses({ DEMO_DATA: 'true' })).toEqual([201, 201]);
  expect(await createAppStatuses({ DEMO_DATA: 'false', PORTAL_CLIENTS: '*' })).toEqual([201, 201]);
});
