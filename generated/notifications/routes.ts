// Written by `npm run generate` from the contract. Do not edit.

import type { Route } from '../../src/typed-contract/client.ts';

export const sendNotification: Route = { method: 'post', path: '/api/v1/notifications/send', statuses: [202, 400, 401, 403, 404, 409, 413, 415, 429, 500, 503] };
export const getConsent: Route = { method: 'get', path: '/api/v1/notifications/consent', statuses: [200, 400, 401, 429, 500, 503] };
export const listNotifications: Route = { method: 'get', path: '/api/v1/notifications', statuses: [200, 400, 401, 429, 500, 503] };
export const getNotification: Route = { method: 'get', path: '/api/v1/notifications/{notificationId}', statuses: [200, 400, 401, 404, 429, 500, 503] };
export const listApps: Route = { method: 'get', path: '/api/v1/portal/apps', statuses: [200, 400, 401, 403, 429, 500, 503] };
export const createApp: Route = { method: 'post', path: '/api/v1/portal/apps', statuses: [201, 400, 401, 403, 409, 413, 415, 429, 500, 503] };
export const getApp: Route = { method: 'get', path: '/api/v1/portal/apps/{appId}', statuses: [200, 400, 401, 403, 404, 429, 500, 503] };
export const listApiKeys: Route = { method: 'get', path: '/api/v1/portal/apps/{appId}/keys', statuses: [200, 400, 401, 403, 404, 429, 500, 503] };
export const createApiKey: Route = { method: 'post', path: '/api/v1/portal/apps/{appId}/keys', statuses: [201, 400, 401, 403, 404, 409, 429, 500, 503] };
export const revokeApiKey: Route = { method: 'delete', path: '/api/v1/portal/apps/{appId}/keys/{keyId}', statuses: [204, 400, 401, 403, 404, 429, 500, 503] };
export const getWebhook: Route = { method: 'get', path: '/api/v1/portal/apps/{appId}/webhook', statuses: [200, 400, 401, 403, 404, 429, 500, 503] };
export const setWebhook: Route = { method: 'put', path: '/api/v1/portal/apps/{appId}/webhook', statuses: [200, 201, 400, 401, 403, 404, 413, 415, 429, 500, 503] };
export const deleteWebhook: Route = { method: 'delete', path: '/api/v1/portal/apps/{appId}/webhook', statuses: [204, 400, 401, 403, 404, 429, 500, 503] };
export const rotateWebhookKey: Route = { method: 'post', path: '/api/v1/portal/apps/{appId}/webhook/rotate', statuses: [200, 400, 401, 403, 404, 429, 500, 503] };
export const announceWebhookKey: Route = { method: 'post', path: '/api/v1/portal/apps/{appId}/webhook/next-key', statuses: [200, 201, 400, 401, 403, 404, 429, 500, 503] };
export const activateWebhookKey: Route = { method: 'post', path: '/api/v1/portal/apps/{appId}/webhook/next-key/activate', statuses: [200, 400, 401, 403, 404, 409, 429, 500, 503] };
export const createWebhookSecret: Route = { method: 'post', path: '/api/v1/portal/apps/{appId}/webhook/secret', statuses: [201, 400, 401, 403, 404, 429, 500, 503] };
export const deleteWebhookSecret: Route = { method: 'delete', path: '/api/v1/portal/apps/{appId}/webhook/secret', statuses: [204, 400, 401, 403, 404, 429, 500, 503] };
export const resumeWebhook: Route = { method: 'post', path: '/api/v1/portal/apps/{appId}/webhook/resume', statuses: [200, 400, 401, 403, 404, 429, 500, 503] };
export const testWebhook: Route = { method: 'post', path: '/api/v1/portal/apps/{appId}/webhook/test', statuses: [202, 400, 401, 403, 404, 409, 429, 500, 503] };
export const listDeliveries: Route = { method: 'get', path: '/api/v1/portal/apps/{appId}/deliveries', statuses: [200, 400, 401, 403, 404, 429, 500, 503] };
export const recoverDeliveries: Route = { method: 'post', path: '/api/v1/portal/apps/{appId}/deliveries/recover', statuses: [202, 400, 401, 403, 404, 409, 413, 415, 429, 500, 503] };
export const getDelivery: Route = { method: 'get', path: '/api/v1/portal/apps/{appId}/deliveries/{deliveryId}', statuses: [200, 400, 401, 403, 404, 429, 500, 503] };
export const redeliver: Route = { method: 'post', path: '/api/v1/portal/apps/{appId}/deliveries/{deliveryId}/redeliver', statuses: [202, 400, 401, 403, 404, 409, 429, 500, 503] };
export const getUsage: Route = { method: 'get', path: '/api/v1/portal/apps/{appId}/usage', statuses: [200, 400, 401, 403, 404, 429, 500, 503] };
export const requestPermission: Route = { method: 'post', path: '/api/v1/host/apps/{appId}/permission-prompts', statuses: [200, 400, 401, 403, 404, 429, 500, 503] };
export const setConsent: Route = { method: 'put', path: '/api/v1/host/apps/{appId}/consent', statuses: [200, 400, 401, 403, 404, 413, 415, 429, 500, 503] };
export const listConsents: Route = { method: 'get', path: '/api/v1/host/consents', statuses: [200, 400, 401, 403, 429, 500, 503] };
export const getPushKey: Route = { method: 'get', path: '/api/v1/host/push-key', statuses: [200, 429, 500, 503] };
export const createDevice: Route = { method: 'post', path: '/api/v1/host/devices', statuses: [200, 201, 400, 401, 403, 413, 415, 429, 500, 503] };
export const deleteDevice: Route = { method: 'delete', path: '/api/v1/host/devices/{deviceId}', statuses: [204, 400, 401, 403, 404, 429, 500, 503] };
export const setPresence: Route = { method: 'put', path: '/api/v1/host/presence', statuses: [200, 400, 401, 403, 404, 413, 415, 429, 500, 503] };
export const streamPushes: Route = { method: 'get', path: '/api/v1/host/pushes', parseAs: 'stream', statuses: [200, 400, 401, 403, 404, 429, 500, 503] };
export const createReceipt: Route = { method: 'post', path: '/api/v1/host/notifications/{notificationId}/receipts', statuses: [204, 400, 401, 403, 404, 409, 413, 415, 429, 500, 503] };
export const getProtectedResourceMetadata: Route = { method: 'get', path: '/.well-known/oauth-protected-resource', statuses: [200, 304, 429, 500, 503] };
