import type { NotificationsHandlers } from '../../../generated/notifications/operations.ts';
import type { NotificationsContext, NotificationsCredentials, RequestContext } from '../handler.ts';
import { createApp } from './create-app.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { getApp } from './get-app.ts';
import { getConsent } from './get-consent.ts';
import { getDelivery } from './get-delivery.ts';
import { getPushKey } from './get-push-key.ts';
import { getUsage } from './get-usage.ts';
import { getWebhook } from './get-webhook.ts';
import { issueApiKey } from './issue-api-key.ts';
import { listApiKeys } from './list-api-keys.ts';
import { listApps } from './list-apps.ts';
import { listConsents } from './list-consents.ts';
import { listDeliveries } from './list-deliveries.ts';
import { putConsent } from './put-consent.ts';
import { putPresence } from './put-presence.ts';
import { putWebhook } from './put-webhook.ts';
import { redeliver } from './redeliver.ts';
import { registerDevice } from './register-device.ts';
import { removeDevice } from './remove-device.ts';
import { reportReceipt } from './report-receipt.ts';
import { requestPermission } from './request-permission.ts';
import { resumeWebhook } from './resume-webhook.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import { rotateWebhookKey } from './rotate-webhook-key.ts';
import { sendNotification } from './send-notification.ts';
import { streamPushes } from './stream-pushes.ts';
import { testWebhook } from './test-webhook.ts';

/** Every operation of the contract and the function that serves it. */
export const notificationsHandlers: NotificationsHandlers<
  NotificationsContext & RequestContext,
  NotificationsCredentials
> = {
  sendNotification,
  getConsent,
  listApps,
  createApp,
  getApp,
  listApiKeys,
  issueApiKey,
  revokeApiKey,
  getWebhook,
  putWebhook,
  deleteWebhook,
  rotateWebhookKey,
  resumeWebhook,
  testWebhook,
  listDeliveries,
  getDelivery,
  redeliver,
  getUsage,
  requestPermission,
  putConsent,
  listConsents,
  getPushKey,
  registerDevice,
  removeDevice,
  putPresence,
  streamPushes,
  reportReceipt,
};
