import { expect, test } from 'vitest';
import { verifyWebhook } from '../../src/client/webhooks/verify-webhook.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type ReceivedRequest, startReceiver } from '../fixtures/client/receiver.ts';
import { createClock, hasFakeTime } from '../fixtures/clock.ts';
import { startNotifications } from '../fixtures/notifications.ts';

const dayMs = 24 * 60 * 60 * 1000;

test.skipIf(!hasFakeTime || process.env['DATABASE_URL'] !== undefined)(
  'webhook keys: an announced key signs from activatesAt on, and not one minute earlier',
  async () => {
    const clock = createClock();
    const service = await startNotifications({ env: clock.env });
    const receiver = await startReceiver();
    try {
      const app = await service.app(receiver.url);
      const announced = unwrap(await app.portal.announceWebhookKey({ path: app }));
      const early = Math.abs(Date.parse(announced.activatesAt) - Date.now() - dayMs);
      expect(early).toBeLessThan(60_000);

      const body = { sessionAddress: 'test-recipient', body: 'Test notification', test: 'delivered' };
      const signedByNextKey = async (count: number) => {
        unwrap(await app.sender.sendNotification({ body }));
        return signedBy((await receiver.until(count))[count - 1], announced.nextPublicKey);
      };
      expect(await signedByNextKey(1)).toBe(false);
      clock.step(dayMs / 1000 - 60);
      expect(await signedByNextKey(2)).toBe(false);
      clock.step(dayMs / 1000 + 1);
      expect(await signedByNextKey(3)).toBe(true);
    } finally {
      await service.stop();
      await receiver.close();
    }
  },
);

function signedBy(request: ReceivedRequest | undefined, publicKey: string): boolean {
  const { headers = {}, body: rawBody = Buffer.of() } = request ?? {};
  const now = Number(headers['x-platform-timestamp']) * 1000;
  return verifyWebhook({ rawBody, headers, publicKey, now }).ok;
}
