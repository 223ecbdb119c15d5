import { createNotificationsClient } from '../../generated/notifications/client.ts';
import type { DemoAgent } from './first-post.ts';
import { bodyOf, type Programs, type Step, textOf } from './steps.ts';

export interface NotificationParts {
  readonly baseUrl: string;
  readonly appId: string;
  readonly apiKey: string;
}

/** Grants consent as the owner, sends one push, and checks that the rate limit refuses a second one. */
export async function notify(
  step: Step,
  { agent }: Programs,
  parts: NotificationParts,
  { ownerSub }: DemoAgent,
): Promise<void> {
  const host = `${parts.baseUrl}/api/v1/host`;
  const call = (method: string, path: string, body: object) =>
    agent('auth', 'call', '--url', `${host}${path}`, '--method', method, '--body', JSON.stringify(body));
  const backend = createNotificationsClient({
    baseUrl: parts.baseUrl,
    headers: { 'X-Platform-Notifications-Key': parts.apiKey },
  });

  await step(
    'The owner allows the demo app to send notifications',
    () => call('PUT', `/apps/${parts.appId}/consent`, { status: 'granted' }),
    (response) => `consent is ${textOf(bodyOf(response), 'status')}`,
  );
  const body = `Your agent finished at ${new Date().toISOString()}`;
  await step(
    'The app sends a notification',
    () => backend.sendNotification({ body: { sessionAddress: ownerSub, body } }),
    (response) => {
      if (response.status === 202) return `${response.body.notificationId} is queued`;
      if (response.status === 429)
        return `429: an earlier run used up this hour; ${response.body.details?.retryAfterSeconds} s to wait`;
      throw new Error(`The service returned ${response.status}: ${JSON.stringify(response.body)}`);
    },
  );
  await step(
    'A second one within the hour is rejected with a retry time',
    () => backend.sendNotification({ body: { sessionAddress: ownerSub, body: `${body}, again` } }),
    (response) => {
      if (response.status !== 429) throw new Error(`The service returned ${response.status}`);
      return `429, retry after ${response.body.details?.retryAfterSeconds} s`;
    },
  );
}
