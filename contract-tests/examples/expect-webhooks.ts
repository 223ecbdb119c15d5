import { expect } from 'vitest';
import { type createWebhookKey, signWebhook } from '../../src/client/testing/sign-webhook.ts';

const event = {
  notificationId: 'ntf_1',
  status: 'delivered',
  sessionAddress: '5f3c9a1e7b2d4860a1c2e3f405162738',
  test: false,
  timestamp: '2026-01-01T00:00:00.000Z',
} as const;

/** Sends genuine and forged webhooks to a receiver, and expects the documented statuses. */
export async function expectWebhooksVerified(url: string, key: ReturnType<typeof createWebhookKey>): Promise<void> {
  const { rawBody, headers } = signWebhook({ event, key });
  const send = async (body: string, sent: Readonly<Record<string, string>>) =>
    (await fetch(url, { method: 'POST', body, headers: sent })).status;
  const forged = signWebhook({ event });
  const { 'x-platform-signature': _signature, ...unsigned } = headers;
  const large = signWebhook({ event: { ...event, status: 'x'.repeat(70_000) }, key });
  expect({
    genuine: await send(rawBody, headers),
    repeated: await send(rawBody, headers),
    'with other white space': await send(`${rawBody} `, headers),
    'by another key': await send(forged.rawBody, forged.headers),
    unsigned: await send(rawBody, unsigned),
    'as text': await send(rawBody, { ...unsigned, 'content-type': 'text/plain' }),
    empty: await send('', unsigned),
    'too large': await send(large.rawBody, large.headers),
  }).toEqual({
    genuine: 204,
    repeated: 204,
    'with other white space': 401,
    'by another key': 401,
    unsigned: 401,
    'as text': 401,
    empty: 401,
    'too large': 413,
  });
}
