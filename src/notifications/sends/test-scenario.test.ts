import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startPushScene,
  type PushScene,
} from '../../../contract-tests/fixtures/notifications/notifications-service.ts';
import { unwrap } from '../../typed-contract/client.ts';

let app: PushScene['app'];
let backend: PushScene['backend'];
let webhooksOf: PushScene['webhooksOf'];
let outcomeOf: PushScene['outcomeOf'];
let close: PushScene['close'];
beforeAll(async () => {
  ({ app, backend, webhooksOf, outcomeOf, close } = await startPushScene());
});
afterAll(() => close());

test.each([
  ['delivered', ['delivered']],
  ['clicked', ['delivered', 'clicked']],
  ['suppressed_user_in_app', ['suppressed_user_in_app']],
  ['dropped_permission_revoked', ['dropped_permission_revoked']],
  ['dropped_device_unreachable', ['dropped_device_unreachable']],
])(
  'notifications test mode: %s gets 202 with an ntf_test_ id and emits webhooks with test true [E61, E62, E63, E64, E65, E66]',
  async (scenario, statuses) => {
    const body = { sessionAddress: 'nobody', body: 'Test notification', test: scenario };
    for (let round = 0; round < 2; round++) {
      const { notificationId, status } = unwrap(await app.sender.sendNotification({ body }));
      expect(status).toBe('queued');
      expect(notificationId).toMatch(/^ntf_test_/);
      await outcomeOf(notificationId).toEqual(statuses);
      const events = webhooksOf(notificationId).map((webhook) => JSON.parse(webhook.body.toString()));
      expect(events.every((event) => event.test === true && event.sessionAddress === 'nobody')).toBe(true);
    }
  },
);

test.each([
  ['error:permission_denied', 403, 1004],
  ['error:duplicate_body', 400, 1002],
  ['error:rate_limited', 429, 429],
  ['error:session_address_not_found', 404, 1005],
  ['error:unknown', 500, 500],
])(
  'notifications test mode: %s gets %d with code %d and emits nothing [E67, E68, E69, E70, E71, E86]',
  async (scenario, status, code) => {
    const before = backend.received.length;
    const response = await app.sender.sendNotification({
      body: { sessionAddress: 'nobody', body: 'x', test: scenario },
    });
    expect(response).toMatchObject({ status, body: { code } });
    expect(backend.received).toHaveLength(before);
  },
);
