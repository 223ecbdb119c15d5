import { expect, test } from 'vitest';
import { createNotificationsClient } from '../../generated/notifications/client.ts';
import { startNotifications } from '../fixtures/notifications.ts';

const own = '0'.repeat(31) + '2';
const others = '0'.repeat(31) + '3';

/** What a new app of somebody who signed in to each application is answered. */
async function answers(env: NodeJS.ProcessEnv): Promise<readonly number[]> {
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

test("portal: an application that is not the operator's cannot act as a developer for its users", async () => {
  expect(await answers({ DEMO_DATA: 'false' })).toEqual([201, 403]);
});

test('portal: a demo, and PORTAL_CLIENTS=*, let every application in', async () => {
  expect(await answers({ DEMO_DATA: 'true' })).toEqual([201, 201]);
  expect(await answers({ DEMO_DATA: 'false', PORTAL_CLIENTS: '*' })).toEqual([201, 201]);
});
