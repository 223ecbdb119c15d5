// Written by `npm run generate` from the contract. Do not edit.

import type { NotificationsOperations } from '../../../generated/notifications/operations.ts';
import type { NotificationsHandler } from '../handler.ts';
import { activateWebhookKey } from './activate-webhook-key.ts';
import { adoptApiKey } from './adopt-api-key.ts';
import { announceWebhookKey } from './announce-webhook-key.ts';
import { createApiKey } from './create-api-key.ts';
import { createApp } from './create-app.ts';
import { createDevice } from './create-device.ts';
import { createReceipt } from './create-receipt.ts';
import { createSystemPush } from './create-system-push.ts';
import { createWebhookSecret } from './create-webhook-secret.ts';
import { deleteApp } from './delete-app.ts';
import { deleteDevice } from './delete-device.ts';
import { deleteMember } from './delete-member.ts';
import { deletePerson } from './delete-person.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { deleteWebhookSecret } from './delete-webhook-secret.ts';
import { getApp } from './get-app.ts';
import { getConsent } from './get-consent.ts';
import { getDelivery } from './get-delivery.ts';
import { getMembers } from './get-members.ts';
import { getNotification } from './get-notification.ts';
import { getPersonData } from './get-person-data.ts';
import { getProtectedResourceMetadata } from './get-protected-resource-metadata.ts';
import { getPushKey } from './get-push-key.ts';
import { getStatistics } from './get-statistics.ts';
import { getUsage } from './get-usage.ts';
import { getWebhook } from './get-webhook.ts';
import { listAllApps } from './list-all-apps.ts';
import { listApiKeys } from './list-api-keys.ts';
import { listAppActivity } from './list-app-activity.ts';
import { listApps } from './list-apps.ts';
import { listConsents } from './list-consents.ts';
import { listDeliveries } from './list-deliveries.ts';
import { listEvents } from './list-events.ts';
import { listNotifications } from './list-notifications.ts';
import { recoverDeliveries } from './recover-deliveries.ts';
import { redeliver } from './redeliver.ts';
import { redeliverSelected } from './redeliver-selected.ts';
import { requestPermission } from './request-permission.ts';
import { restoreApp } from './restore-app.ts';
import { resumeWebhook } from './resume-webhook.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import { rotateWebhookKey } from './rotate-webhook-key.ts';
import { sendNotification } from './send-notification.ts';
import { setAppActivitySeen } from './set-app-activity-seen.ts';
import { setConsent } from './set-consent.ts';
import { setMember } from './set-member.ts';
import { setPresence } from './set-presence.ts';
import { setWebhook } from './set-webhook.ts';
import { streamPushes } from './stream-pushes.ts';
import { testWebhook } from './test-webhook.ts';
import { updateApp } from './update-app.ts';

/** The handler of each operation of the contract. */
export const notificationsHandlers: { readonly [Id in keyof NotificationsOperations]: NotificationsHandler<Id> } = {
  sendNotification,
  getConsent,
  listNotifications,
  getNotification,
  listEvents,
  listApps,
  createApp,
  getApp,
  deleteApp,
  updateApp,
  restoreApp,
  listAppActivity,
  setAppActivitySeen,
  getMembers,
  setMember,
  deleteMember,
  listApiKeys,
  createApiKey,
  revokeApiKey,
  adoptApiKey,
  getWebhook,
  setWebhook,
  deleteWebhook,
  rotateWebhookKey,
  announceWebhookKey,
  activateWebhookKey,
  createWebhookSecret,
  deleteWebhookSecret,
  resumeWebhook,
  testWebhook,
  listDeliveries,
  recoverDeliveries,
  redeliverSelected,
  getDelivery,
  redeliver,
  getUsage,
  requestPermission,
  setConsent,
  listConsents,
  getPushKey,
  createDevice,
  deleteDevice,
  setPresence,
  streamPushes,
  createReceipt,
  listAllApps,
  getPersonData,
  deletePerson,
  createSystemPush,
  getProtectedResourceMetadata,
  getStatistics,
};
