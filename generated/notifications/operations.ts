// Written by `npm run generate` from the contract. Do not edit.

import type { operations } from './types.ts';

/** Every operation of the service. */
export interface NotificationsOperations {
  sendNotification: operations['sendNotification'];
  getConsent: operations['getConsent'];
  listNotifications: operations['listNotifications'];
  getNotification: operations['getNotification'];
  listEvents: operations['listEvents'];
  listApps: operations['listApps'];
  createApp: operations['createApp'];
  getApp: operations['getApp'];
  deleteApp: operations['deleteApp'];
  updateApp: operations['updateApp'];
  restoreApp: operations['restoreApp'];
  getMembers: operations['getMembers'];
  setMember: operations['setMember'];
  deleteMember: operations['deleteMember'];
  listApiKeys: operations['listApiKeys'];
  createApiKey: operations['createApiKey'];
  revokeApiKey: operations['revokeApiKey'];
  adoptApiKey: operations['adoptApiKey'];
  getWebhook: operations['getWebhook'];
  setWebhook: operations['setWebhook'];
  deleteWebhook: operations['deleteWebhook'];
  rotateWebhookKey: operations['rotateWebhookKey'];
  announceWebhookKey: operations['announceWebhookKey'];
  activateWebhookKey: operations['activateWebhookKey'];
  createWebhookSecret: operations['createWebhookSecret'];
  deleteWebhookSecret: operations['deleteWebhookSecret'];
  resumeWebhook: operations['resumeWebhook'];
  testWebhook: operations['testWebhook'];
  listDeliveries: operations['listDeliveries'];
  recoverDeliveries: operations['recoverDeliveries'];
  redeliverSelected: operations['redeliverSelected'];
  getDelivery: operations['getDelivery'];
  redeliver: operations['redeliver'];
  getUsage: operations['getUsage'];
  requestPermission: operations['requestPermission'];
  setConsent: operations['setConsent'];
  listConsents: operations['listConsents'];
  getPushKey: operations['getPushKey'];
  createDevice: operations['createDevice'];
  deleteDevice: operations['deleteDevice'];
  setPresence: operations['setPresence'];
  streamPushes: operations['streamPushes'];
  createReceipt: operations['createReceipt'];
  listAllApps: operations['listAllApps'];
  getPersonData: operations['getPersonData'];
  deletePerson: operations['deletePerson'];
  getProtectedResourceMetadata: operations['getProtectedResourceMetadata'];
  getStatistics: operations['getStatistics'];
}

/** The security schemes that each operation accepts; `anonymous` where none is needed. */
export interface NotificationsSecurity {
  sendNotification: 'notificationsKey';
  getConsent: 'notificationsKey';
  listNotifications: 'notificationsKey';
  getNotification: 'notificationsKey';
  listEvents: 'notificationsKey';
  listApps: 'bearer' | 'dpop';
  createApp: 'bearer' | 'dpop';
  getApp: 'bearer' | 'dpop';
  deleteApp: 'bearer' | 'dpop';
  updateApp: 'bearer' | 'dpop';
  restoreApp: 'bearer' | 'dpop';
  getMembers: 'bearer' | 'dpop';
  setMember: 'bearer' | 'dpop';
  deleteMember: 'bearer' | 'dpop';
  listApiKeys: 'bearer' | 'dpop';
  createApiKey: 'bearer' | 'dpop';
  revokeApiKey: 'bearer' | 'dpop';
  adoptApiKey: 'bearer' | 'dpop';
  getWebhook: 'bearer' | 'dpop';
  setWebhook: 'bearer' | 'dpop';
  deleteWebhook: 'bearer' | 'dpop';
  rotateWebhookKey: 'bearer' | 'dpop';
  announceWebhookKey: 'bearer' | 'dpop';
  activateWebhookKey: 'bearer' | 'dpop';
  createWebhookSecret: 'bearer' | 'dpop';
  deleteWebhookSecret: 'bearer' | 'dpop';
  resumeWebhook: 'bearer' | 'dpop';
  testWebhook: 'bearer' | 'dpop';
  listDeliveries: 'bearer' | 'dpop';
  recoverDeliveries: 'bearer' | 'dpop';
  redeliverSelected: 'bearer' | 'dpop';
  getDelivery: 'bearer' | 'dpop';
  redeliver: 'bearer' | 'dpop';
  getUsage: 'bearer' | 'dpop';
  requestPermission: 'bearer' | 'dpop';
  setConsent: 'bearer' | 'dpop';
  listConsents: 'bearer' | 'dpop';
  getPushKey: 'anonymous';
  createDevice: 'bearer' | 'dpop';
  deleteDevice: 'bearer' | 'dpop';
  setPresence: 'bearer' | 'dpop';
  streamPushes: 'bearer' | 'dpop';
  createReceipt: 'bearer' | 'dpop' | 'receiptToken';
  listAllApps: 'adminKey';
  getPersonData: 'adminKey';
  deletePerson: 'adminKey';
  getProtectedResourceMetadata: 'anonymous';
  getStatistics: 'anonymous';
}
