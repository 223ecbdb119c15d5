import type { NotificationsOperations } from '../../generated/notifications/operations.ts';
import type { NotificationsHandler } from './handler.ts';
import {
  activateWebhookKey,
  announceWebhookKey,
  createWebhookSecret,
  deleteWebhookSecret,
  rotateWebhookKey,
  deleteWebhook,
  getWebhook,
  resumeWebhook,
  setWebhook,
  testWebhook,
} from './webhooks/webhooks.ts';
import { adoptApiKey, createApiKey, listApiKeys, revokeApiKey } from './api-keys/api-keys.ts';
import {
  createApp,
  deleteApp,
  getApp,
  listApps,
  restoreApp,
  updateApp,
  getStatistics,
  getUsage,
  listAllApps,
} from './apps/apps.ts';
import {
  createDevice,
  createSystemDevice,
  createReceipt,
  deleteDevice,
  getPushKey,
  setPresence,
  streamPushes,
  setPushCredentials,
} from './push/devices.ts';
import { createSystemPush, getNotification, listEvents, listNotifications, sendNotification } from './sends/sends.ts';
import {
  deleteMember,
  getMembers,
  listAppActivity,
  setAppActivitySeen,
  setMember,
  setMemberProfile,
} from './apps/members.ts';
import { deletePerson, getPersonData } from './people/people.ts';
import { getConsent, listConsents, requestPermission, setConsent } from './consent/consent.ts';
import {
  getDelivery,
  getDeliveryStatistics,
  listDeliveries,
  recoverDeliveries,
  redeliver,
  redeliverSelected,
} from './webhooks/deliveries.ts';

/** Returns which tokens this service accepts (RFC 9728 §3). */
const getProtectedResourceMetadata: NotificationsHandler<'getProtectedResourceMetadata'> = ({ documents, headers }) =>
  documents.resourceMetadata.response(headers);

/** Reads what the operator console shows of this service. */
const getServiceHealth: NotificationsHandler<'getServiceHealth'> = async ({ health, respond }) =>
  respond(200, await health());

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
  setMemberProfile,
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
  getDeliveryStatistics,
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
  setPushCredentials,
  createSystemPush,
  createSystemDevice,
  getProtectedResourceMetadata,
  getStatistics,
  getServiceHealth,
};
