// Written by `npm run generate` from the contract. Do not edit.

import type { OperationHandler } from '../../src/typed-contract/operation.ts';
import type { operations } from './types.ts';

/** Every operation that the service answers to. */
export interface NotificationsOperations {
  sendNotification: operations['sendNotification'];
  getConsent: operations['getConsent'];
  listApps: operations['listApps'];
  createApp: operations['createApp'];
  getApp: operations['getApp'];
  listApiKeys: operations['listApiKeys'];
  issueApiKey: operations['issueApiKey'];
  revokeApiKey: operations['revokeApiKey'];
  getWebhook: operations['getWebhook'];
  putWebhook: operations['putWebhook'];
  deleteWebhook: operations['deleteWebhook'];
  rotateWebhookKey: operations['rotateWebhookKey'];
  resumeWebhook: operations['resumeWebhook'];
  testWebhook: operations['testWebhook'];
  listDeliveries: operations['listDeliveries'];
  getDelivery: operations['getDelivery'];
  redeliver: operations['redeliver'];
  getUsage: operations['getUsage'];
  requestPermission: operations['requestPermission'];
  putConsent: operations['putConsent'];
  listConsents: operations['listConsents'];
  getPushKey: operations['getPushKey'];
  registerDevice: operations['registerDevice'];
  removeDevice: operations['removeDevice'];
  putPresence: operations['putPresence'];
  streamPushes: operations['streamPushes'];
  reportReceipt: operations['reportReceipt'];
}

/** The security schemes that each operation accepts; `anonymous` where none is needed. */
export interface NotificationsSecurity {
  sendNotification: 'notificationsKey';
  getConsent: 'notificationsKey';
  listApps: 'bearer' | 'dpop';
  createApp: 'bearer' | 'dpop';
  getApp: 'bearer' | 'dpop';
  listApiKeys: 'bearer' | 'dpop';
  issueApiKey: 'bearer' | 'dpop';
  revokeApiKey: 'bearer' | 'dpop';
  getWebhook: 'bearer' | 'dpop';
  putWebhook: 'bearer' | 'dpop';
  deleteWebhook: 'bearer' | 'dpop';
  rotateWebhookKey: 'bearer' | 'dpop';
  resumeWebhook: 'bearer' | 'dpop';
  testWebhook: 'bearer' | 'dpop';
  listDeliveries: 'bearer' | 'dpop';
  getDelivery: 'bearer' | 'dpop';
  redeliver: 'bearer' | 'dpop';
  getUsage: 'bearer' | 'dpop';
  requestPermission: 'bearer' | 'dpop';
  putConsent: 'bearer' | 'dpop';
  listConsents: 'bearer' | 'dpop';
  getPushKey: 'anonymous';
  registerDevice: 'bearer' | 'dpop';
  removeDevice: 'bearer' | 'dpop';
  putPresence: 'bearer' | 'dpop';
  streamPushes: 'bearer' | 'dpop';
  reportReceipt: 'bearer' | 'dpop' | 'receiptToken';
}

/**
 * The table that a service is made of: one handler per operation, no more and no fewer.
 * `Context` is what the area gives to every handler, `Credentials` what each security scheme proves.
 */
export type NotificationsHandlers<Context, Credentials extends Record<NotificationsSecurity[keyof NotificationsSecurity], object>> = {
  readonly [Id in keyof NotificationsOperations]: OperationHandler<NotificationsOperations[Id], Context & Credentials[NotificationsSecurity[Id]]>;
};
