// Written by `npm run generate` from the contract. Do not edit.

import { type ClientOptions, createClient } from '../../src/typed-contract/client.ts';
import type { OperationCall } from '../../src/typed-contract/operation.ts';
import type { NotificationsOperations } from './operations.ts';
import {
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
  setMemberProfile,
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
  getServiceHealth,
  getPersonData,
  deletePerson,
  setPushCredentials,
  createSystemPush,
  createSystemDevice,
  getProtectedResourceMetadata,
  getStatistics,
} from './routes.ts';

/** Notification service, version 1.5.0. */
export interface NotificationsClient {
  /** Send one push to one person */
  readonly sendNotification: OperationCall<NotificationsOperations['sendNotification']>;
  /** Get whether a person allows pushes of this app */
  readonly getConsent: OperationCall<NotificationsOperations['getConsent']>;
  /** List the sends of this app with their statuses */
  readonly listNotifications: OperationCall<NotificationsOperations['listNotifications']>;
  /** Read one send with its statuses */
  readonly getNotification: OperationCall<NotificationsOperations['getNotification']>;
  /** List the status events of this app */
  readonly listEvents: OperationCall<NotificationsOperations['listEvents']>;
  /** List the apps that the caller is a member of */
  readonly listApps: OperationCall<NotificationsOperations['listApps']>;
  /** Create an app */
  readonly createApp: OperationCall<NotificationsOperations['createApp']>;
  /** Read one app */
  readonly getApp: OperationCall<NotificationsOperations['getApp']>;
  /** Delete an app, with 30 days to restore it */
  readonly deleteApp: OperationCall<NotificationsOperations['deleteApp']>;
  /** Rename an app or change its icon */
  readonly updateApp: OperationCall<NotificationsOperations['updateApp']>;
  /** Restore a deleted app */
  readonly restoreApp: OperationCall<NotificationsOperations['restoreApp']>;
  /** List who changed an app */
  readonly listAppActivity: OperationCall<NotificationsOperations['listAppActivity']>;
  /** Record which changes of an app the caller has seen */
  readonly setAppActivitySeen: OperationCall<NotificationsOperations['setAppActivitySeen']>;
  /** Read who works on an app */
  readonly getMembers: OperationCall<NotificationsOperations['getMembers']>;
  /** Tell the other members of an app how you are called */
  readonly setMemberProfile: OperationCall<NotificationsOperations['setMemberProfile']>;
  /** Add a member, or change a role */
  readonly setMember: OperationCall<NotificationsOperations['setMember']>;
  /** Remove a member */
  readonly deleteMember: OperationCall<NotificationsOperations['deleteMember']>;
  /** List the keys that work */
  readonly listApiKeys: OperationCall<NotificationsOperations['listApiKeys']>;
  /** Issue an API key, which also rotates the older ones */
  readonly createApiKey: OperationCall<NotificationsOperations['createApiKey']>;
  /** Revoke a key at once */
  readonly revokeApiKey: OperationCall<NotificationsOperations['revokeApiKey']>;
  /** Keep a key whose maker left */
  readonly adoptApiKey: OperationCall<NotificationsOperations['adoptApiKey']>;
  /** Read the webhook and its state */
  readonly getWebhook: OperationCall<NotificationsOperations['getWebhook']>;
  /** Register the webhook URL, or change it */
  readonly setWebhook: OperationCall<NotificationsOperations['setWebhook']>;
  /** Remove the webhook and its keys */
  readonly deleteWebhook: OperationCall<NotificationsOperations['deleteWebhook']>;
  /** Replace the key pair that signs webhooks */
  readonly rotateWebhookKey: OperationCall<NotificationsOperations['rotateWebhookKey']>;
  /** Announce the key pair that will sign webhooks */
  readonly announceWebhookKey: OperationCall<NotificationsOperations['announceWebhookKey']>;
  /** Let the announced key pair sign now */
  readonly activateWebhookKey: OperationCall<NotificationsOperations['activateWebhookKey']>;
  /** Add a shared secret for the Standard Webhooks libraries */
  readonly createWebhookSecret: OperationCall<NotificationsOperations['createWebhookSecret']>;
  /** Remove the shared secret */
  readonly deleteWebhookSecret: OperationCall<NotificationsOperations['deleteWebhookSecret']>;
  /** Resume a paused webhook */
  readonly resumeWebhook: OperationCall<NotificationsOperations['resumeWebhook']>;
  /** Send a signed test event to the webhook */
  readonly testWebhook: OperationCall<NotificationsOperations['testWebhook']>;
  /** List webhook deliveries */
  readonly listDeliveries: OperationCall<NotificationsOperations['listDeliveries']>;
  /** Deliver everything again that was dropped since a time */
  readonly recoverDeliveries: OperationCall<NotificationsOperations['recoverDeliveries']>;
  /** Deliver selected events once more */
  readonly redeliverSelected: OperationCall<NotificationsOperations['redeliverSelected']>;
  /** Read one delivery with its attempts */
  readonly getDelivery: OperationCall<NotificationsOperations['getDelivery']>;
  /** Deliver a settled event once more */
  readonly redeliver: OperationCall<NotificationsOperations['redeliver']>;
  /** Count notifications per day and status */
  readonly getUsage: OperationCall<NotificationsOperations['getUsage']>;
  /** Count sends and webhook deliveries of the last 24 hours */
  readonly getDeliveryStatistics: OperationCall<NotificationsOperations['getDeliveryStatistics']>;
  /** Ask whether a permission prompt may be shown */
  readonly requestPermission: OperationCall<NotificationsOperations['requestPermission']>;
  /** Record the person's consent */
  readonly setConsent: OperationCall<NotificationsOperations['setConsent']>;
  /** List the person's consents */
  readonly listConsents: OperationCall<NotificationsOperations['listConsents']>;
  /** Read the key that browsers subscribe with */
  readonly getPushKey: OperationCall<NotificationsOperations['getPushKey']>;
  /** Register a device for the person */
  readonly createDevice: OperationCall<NotificationsOperations['createDevice']>;
  /** Remove a device */
  readonly deleteDevice: OperationCall<NotificationsOperations['deleteDevice']>;
  /** Report which app the person has open, if any */
  readonly setPresence: OperationCall<NotificationsOperations['setPresence']>;
  /** Listen for pushes */
  readonly streamPushes: OperationCall<NotificationsOperations['streamPushes']>;
  /** Report that a push arrived, or was tapped */
  readonly createReceipt: OperationCall<NotificationsOperations['createReceipt']>;
  /** List the apps of all developers with the health of their webhooks */
  readonly listAllApps: OperationCall<NotificationsOperations['listAllApps']>;
  /** Read the health of this service */
  readonly getServiceHealth: OperationCall<NotificationsOperations['getServiceHealth']>;
  /** Export everything that is stored about a person */
  readonly getPersonData: OperationCall<NotificationsOperations['getPersonData']>;
  /** Erase a person */
  readonly deletePerson: OperationCall<NotificationsOperations['deletePerson']>;
  /** Set the credentials for pushes to phones */
  readonly setPushCredentials: OperationCall<NotificationsOperations['setPushCredentials']>;
  /** Tell a person something in the name of the platform */
  readonly createSystemPush: OperationCall<NotificationsOperations['createSystemPush']>;
  /** Register the owner's app of a person for pushes of the platform */
  readonly createSystemDevice: OperationCall<NotificationsOperations['createSystemDevice']>;
  /** Read which tokens this service accepts */
  readonly getProtectedResourceMetadata: OperationCall<NotificationsOperations['getProtectedResourceMetadata']>;
  /** Count the apps of this platform */
  readonly getStatistics: OperationCall<NotificationsOperations['getStatistics']>;
}

export function createNotificationsClient(options: ClientOptions): NotificationsClient {
  // Listed by name: a namespace import would keep every route in every bundle.
  const routes = {
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
    setMemberProfile,
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
    getServiceHealth,
    getPersonData,
    deletePerson,
    setPushCredentials,
    createSystemPush,
    createSystemDevice,
    getProtectedResourceMetadata,
    getStatistics,
  };
  return createClient<NotificationsOperations>(routes, options);
}
