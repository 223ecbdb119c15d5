import type { NotificationsOperations } from '../../generated/notifications/operations.ts';
import type { NotificationsHandler } from './handler.ts';
import { activateWebhookKey } from './operations/activate-webhook-key.ts';
import { adoptApiKey } from './operations/adopt-api-key.ts';
import { announceWebhookKey } from './operations/announce-webhook-key.ts';
import { createApiKey } from './operations/create-api-key.ts';
import { createApp } from './operations/create-app.ts';
import { createDevice } from './operations/create-device.ts';
import { createReceipt } from './operations/create-receipt.ts';
import { createSystemPush } from './operations/create-system-push.ts';
import { createWebhookSecret } from './operations/create-webhook-secret.ts';
import { deleteApp } from './operations/delete-app.ts';
import { deleteDevice } from './operations/delete-device.ts';
import { deleteMember } from './operations/delete-member.ts';
import { deletePerson } from './operations/delete-person.ts';
import { deleteWebhook } from './operations/delete-webhook.ts';
import { deleteWebhookSecret } from './operations/delete-webhook-secret.ts';
import { getApp } from './operations/get-app.ts';
import { getConsent } from './operations/get-consent.ts';
import { getDelivery } from './operations/get-delivery.ts';
import { getMembers } from './operations/get-members.ts';
import { getNotification } from './operations/get-notification.ts';
import { getPersonData } from './operations/get-person-data.ts';
import { getProtectedResourceMetadata } from './operations/get-protected-resource-metadata.ts';
import { getPushKey } from './operations/get-push-key.ts';
import { getStatistics } from './operations/get-statistics.ts';
import { getUsage } from './operations/get-usage.ts';
import { getWebhook } from './operations/get-webhook.ts';
import { listAllApps } from './operations/list-all-apps.ts';
import { listApiKeys } from './operations/list-api-keys.ts';
import { listAppActivity } from './operations/list-app-activity.ts';
import { listApps } from './operations/list-apps.ts';
import { listConsents } from './operations/list-consents.ts';
import { listDeliveries } from './operations/list-deliveries.ts';
import { listEvents } from './operations/list-events.ts';
import { listNotifications } from './operations/list-notifications.ts';
import { recoverDeliveries } from './operations/recover-deliveries.ts';
import { redeliver } from './operations/redeliver.ts';
import { redeliverSelected } from './operations/redeliver-selected.ts';
import { requestPermission } from './operations/request-permission.ts';
import { restoreApp } from './operations/restore-app.ts';
import { resumeWebhook } from './operations/resume-webhook.ts';
import { revokeApiKey } from './operations/revoke-api-key.ts';
import { rotateWebhookKey } from './operations/rotate-webhook-key.ts';
import { sendNotification } from './operations/send-notification.ts';
import { setAppActivitySeen } from './operations/set-app-activity-seen.ts';
import { setConsent } from './operations/set-consent.ts';
import { setMember } from './operations/set-member.ts';
import { setPresence } from './operations/set-presence.ts';
import { setWebhook } from './operations/set-webhook.ts';
import { streamPushes } from './operations/stream-pushes.ts';
import { testWebhook } from './operations/test-webhook.ts';
import { updateApp } from './operations/update-app.ts';

/** The handler of each operation of the contract: the compiler names one that is missing. */
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
