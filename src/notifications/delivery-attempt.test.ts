import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createMasterKey } from '../runtime/master-key.ts';
import type { OutboundRequest } from '../runtime/outbound-http.ts';
import { attemptDelivery } from './delivery-attempt.ts';
import { testClock } from '../../contract-tests/fixtures/notifications/notifications-service.ts';
import { createWebhookKeyring } from './webhook-keyring.ts';

const webhookKeyring = createWebhookKeyring(createMasterKey(randomBytes(32)), randomBytes);

const delivery = {
  appId: 'app',
  id: 'delivery',
  notificationId: 'ntf',
  status: 'delivered',
  sessionAddress: 'person',
  test: false,
  attempt: 1,
  abandonedAt: null,
  url: 'https://hooks.example/status',
  sealedPrivateKey: webhookKeyring.create().sealedPrivateKey,
  failing: false,
  traceparent: null,
};

test('webhook attempt: the timeout is 10 s, 16 KiB of the response are read, and the latency is logged', async () => {
  const clock = testClock();
  const requests: OutboundRequest[] = [];
  const result = await attemptDelivery(delivery, {
    post: async (request) => {
      requests.push(request);
      clock.advance(10_000);
      return { status: null, error: 'timeout' };
    },
    webhookKeyring,
    now: clock.now,
    random: () => 0,
  });
  expect(requests).toMatchObject([{ timeoutMs: 10_000, maxResponseBytes: 16 * 1024 }]);
  const retryAt = new Date(clock.now().getTime() + 5_000);
  expect(result).toMatchObject({ succeeded: false, error: 'timeout', latencyMs: 10_000, retryAt });
});
