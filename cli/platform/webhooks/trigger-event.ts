import { unwrap } from '../../../src/typed-contract/client.ts';
import { type AppKeyRequest, openAppKey } from './app-key.ts';

interface TestEvent extends Pick<AppKeyRequest, 'app' | 'key'> {
  readonly event: string;
  readonly sessionAddress: string;
}

/** Sends a test notification that ends with an event. @returns its id */
export async function triggerEvent(
  { event, sessionAddress, ...app }: TestEvent,
  env: AppKeyRequest['env'],
): Promise<{ readonly notificationId: string; readonly event: string }> {
  const { client, release } = await openAppKey({ ...app, scope: 'send', env });
  try {
    const body = { sessionAddress, body: `Test of ${event}`, test: event };
    const { notificationId } = unwrap(await client.sendNotification({ body }));
    return { notificationId, event };
  } finally {
    await release();
  }
}
