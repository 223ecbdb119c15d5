// Written by `npm run generate` from the contract. Do not edit.

import { type ClientOptions, createClient, type Route } from '../../src/contract/client.ts';
import type { OperationCall } from '../../src/contract/operation.ts';
import type { NotificationsOperations } from './operations.ts';

const routes: { readonly [Id in keyof NotificationsOperations]: Route } = {
  sendNotification: { method: 'post', path: '/api/v1/notifications/send', statuses: [202, 400, 401, 403, 404, 409, 413, 415, 429, 500, 503] },
  getConsent: { method: 'get', path: '/api/v1/notifications/consent', statuses: [200, 400, 401, 429, 500, 503] },
  listApps: { method: 'get', path: '/api/v1/portal/apps', statuses: [200, 400, 401, 403, 429, 500, 503] },
  createApp: { method: 'post', path: '/api/v1/portal/apps', statuses: [201, 400, 401, 403, 409, 413, 415, 429, 500, 503] },
  getApp: { method: 'get', path: '/api/v1/portal/apps/{appId}', statuses: [200, 400, 401, 403, 404, 429, 500, 503] },
  listApiKeys: { method: 'get', path: '/api/v1/portal/apps/{appId}/keys', statuses: [200, 400, 401, 403, 404, 429, 500, 503] },
  issueApiKey: { method: 'post', path: '/api/v1/portal/apps/{appId}/keys', statuses: [201, 400, 401, 403, 404, 409, 429, 500, 503] },
  revokeApiKey: { method: 'delete', path: '/api/v1/portal/apps/{appId}/keys/{keyId}', statuses: [204, 400, 401, 403, 404, 429, 500, 503] },
  getWebhook: { method: 'get', path: '/api/v1/portal/apps/{appId}/webhook', statuses: [200, 400, 401, 403, 404, 429, 500, 503] },
  putWebhook: { method: 'put', path: '/api/v1/portal/apps/{appId}/webhook', statuses: [200, 201, 400, 401, 403, 404, 413, 415, 429, 500, 503] },
  deleteWebhook: { method: 'delete', path: '/api/v1/portal/apps/{appId}/webhook', statuses: [204, 400, 401, 403, 404, 429, 500, 503] },
  rotateWebhookKey: { method: 'post', path: '/api/v1/portal/apps/{appId}/webhook/rotate', statuses: [200, 400, 401, 403, 404, 429, 500, 503] },
  resumeWebhook: { method: 'post', path: '/api/v1/portal/apps/{appId}/webhook/resume', statuses: [200, 400, 401, 403, 404, 429, 500, 503] },
  testWebhook: { method: 'post', path: '/api/v1/portal/apps/{appId}/webhook/test', statuses: [202, 400, 401, 403, 404, 409, 429, 500, 503] },
  listDeliveries: { method: 'get', path: '/api/v1/portal/apps/{appId}/deliveries', statuses: [200, 400, 401, 403, 404, 429, 500, 503] },
  getDelivery: { method: 'get', path: '/api/v1/portal/apps/{appId}/deliveries/{deliveryId}', statuses: [200, 400, 401, 403, 404, 429, 500, 503] },
  redeliver: { method: 'post', path: '/api/v1/portal/apps/{appId}/deliveries/{deliveryId}/redeliver', statuses: [202, 400, 401, 403, 404, 409, 429, 500, 503] },
  getUsage: { method: 'get', path: '/api/v1/portal/apps/{appId}/usage', statuses: [200, 400, 401, 403, 404, 429, 500, 503] },
  requestPermission: { method: 'post', path: '/api/v1/host/apps/{appId}/permission-prompts', statuses: [200, 400, 401, 403, 404, 429, 500, 503] },
  putConsent: { method: 'put', path: '/api/v1/host/apps/{appId}/consent', statuses: [200, 400, 401, 403, 404, 413, 415, 429, 500, 503] },
  listConsents: { method: 'get', path: '/api/v1/host/consents', statuses: [200, 400, 401, 403, 429, 500, 503] },
  getPushKey: { method: 'get', path: '/api/v1/host/push-key', statuses: [200, 429, 500, 503] },
  registerDevice: { method: 'post', path: '/api/v1/host/devices', statuses: [200, 201, 400, 401, 403, 413, 415, 429, 500, 503] },
  removeDevice: { method: 'delete', path: '/api/v1/host/devices/{deviceId}', statuses: [204, 400, 401, 403, 404, 429, 500, 503] },
  putPresence: { method: 'put', path: '/api/v1/host/presence', statuses: [200, 400, 401, 403, 404, 413, 415, 429, 500, 503] },
  streamPushes: { method: 'get', path: '/api/v1/host/pushes', stream: true, statuses: [200, 400, 401, 403, 404, 429, 500, 503] },
  reportReceipt: { method: 'post', path: '/api/v1/host/notifications/{notificationId}/receipts', statuses: [204, 400, 401, 403, 404, 409, 413, 415, 429, 500, 503] },
};

/** Notification service, version 1.5.0. */
export interface NotificationsClient {
  /** Send one push to one person */
  readonly sendNotification: OperationCall<NotificationsOperations['sendNotification']>;
  /** Ask whether a person allows pushes of this app */
  readonly getConsent: OperationCall<NotificationsOperations['getConsent']>;
  /** List the caller's apps */
  readonly listApps: OperationCall<NotificationsOperations['listApps']>;
  /** Create an app */
  readonly createApp: OperationCall<NotificationsOperations['createApp']>;
  /** Read one app */
  readonly getApp: OperationCall<NotificationsOperations['getApp']>;
  /** List the keys that work */
  readonly listApiKeys: OperationCall<NotificationsOperations['listApiKeys']>;
  /** Issue an API key, which also rotates the older ones */
  readonly issueApiKey: OperationCall<NotificationsOperations['issueApiKey']>;
  /** Revoke a key at once */
  readonly revokeApiKey: OperationCall<NotificationsOperations['revokeApiKey']>;
  /** Read the webhook and its state */
  readonly getWebhook: OperationCall<NotificationsOperations['getWebhook']>;
  /** Register the webhook URL, or change it */
  readonly putWebhook: OperationCall<NotificationsOperations['putWebhook']>;
  /** Remove the webhook and its keys */
  readonly deleteWebhook: OperationCall<NotificationsOperations['deleteWebhook']>;
  /** Replace the key pair that signs webhooks */
  readonly rotateWebhookKey: OperationCall<NotificationsOperations['rotateWebhookKey']>;
  /** Resume a paused webhook */
  readonly resumeWebhook: OperationCall<NotificationsOperations['resumeWebhook']>;
  /** Send a signed test event to the webhook */
  readonly testWebhook: OperationCall<NotificationsOperations['testWebhook']>;
  /** List webhook deliveries */
  readonly listDeliveries: OperationCall<NotificationsOperations['listDeliveries']>;
  /** Read one delivery with its attempts */
  readonly getDelivery: OperationCall<NotificationsOperations['getDelivery']>;
  /** Deliver a settled event once more */
  readonly redeliver: OperationCall<NotificationsOperations['redeliver']>;
  /** Count notifications per day and status */
  readonly getUsage: OperationCall<NotificationsOperations['getUsage']>;
  /** Ask whether a permission prompt may be shown */
  readonly requestPermission: OperationCall<NotificationsOperations['requestPermission']>;
  /** Record the person's answer, or move the switch */
  readonly putConsent: OperationCall<NotificationsOperations['putConsent']>;
  /** List the person's switches */
  readonly listConsents: OperationCall<NotificationsOperations['listConsents']>;
  /** Read the key that browsers subscribe with */
  readonly getPushKey: OperationCall<NotificationsOperations['getPushKey']>;
  /** Register a device for the person */
  readonly registerDevice: OperationCall<NotificationsOperations['registerDevice']>;
  /** Remove a device */
  readonly removeDevice: OperationCall<NotificationsOperations['removeDevice']>;
  /** Say inside which app the person is, or in none */
  readonly putPresence: OperationCall<NotificationsOperations['putPresence']>;
  /** Listen for pushes */
  readonly streamPushes: OperationCall<NotificationsOperations['streamPushes']>;
  /** Report that a push arrived, or was tapped */
  readonly reportReceipt: OperationCall<NotificationsOperations['reportReceipt']>;
}

export function createNotificationsClient(options: ClientOptions): NotificationsClient {
  return createClient<NotificationsOperations>(routes, options);
}
