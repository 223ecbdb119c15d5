import type { AdministeredApp, MemberApp } from './apps/app-store.ts';
import type { AppMember, MemberNames } from './apps/member-store.ts';
import type { ApiKeyGrants } from './api-keys/api-key.ts';
import type { Delivery } from './webhooks/delivery-store.ts';
import type { SentNotification } from './sends/sent-notification-store.ts';
import type { EndpointHealth, Webhook } from './webhooks/webhook-store.ts';

// Converts rows to the schemas of the contract.

export const appResponse = ({ id, name, role, icon, createdAt, deletedAt, hasWebhook, webhookProblem }: MemberApp) => ({
  appId: id,
  name,
  role,
  ...(icon !== null && { icon }),
  createdAt: createdAt.toISOString(),
  hasWebhook,
  ...(webhookProblem !== null && { webhookProblem }),
  ...(deletedAt !== null && { deletedAt: deletedAt.toISOString() }),
});

export const memberResponse = ({ sub, role, addedAt }: AppMember, names: MemberNames) => ({
  sub,
  name: names.get(sub) ?? null,
  role,
  addedAt: addedAt.toISOString(),
});

export const grantsResponse = ({ label, scopes, environment }: ApiKeyGrants) => ({
  ...(label !== '' && { label }),
  scopes: [...scopes],
  environment,
});

export const webhookResponse = (
  {
    url,
    createdAt,
    pausedAt,
    failingSince,
    nextPublicKey,
    nextKeyActivatesAt,
    hasSecret,
    publicKeyFingerprint,
  }: Webhook,
  { successRate, latencyMs }: EndpointHealth,
) => ({
  url,
  state: pausedAt === null ? ('active' as const) : ('paused' as const),
  createdAt: createdAt.toISOString(),
  pausedAt: pausedAt?.toISOString() ?? null,
  ...(nextPublicKey !== null && { nextPublicKey }),
  ...(nextKeyActivatesAt !== null && { nextKeyActivatesAt: nextKeyActivatesAt.toISOString() }),
  hasSecret,
  publicKeyFingerprint,
  failingSince: failingSince?.toISOString() ?? null,
  successRate,
  latencyMs,
});

/** An app as operators see it; of the webhook's address, only the origin. */
export const administeredAppResponse = ({ id, name, createdAt, ownerSub, ownerName, webhook }: AdministeredApp) => ({
  appId: id,
  name,
  createdAt: createdAt.toISOString(),
  owner: ownerSub,
  ownerName,
  ...(webhook && {
    webhook: {
      origin: new URL(webhook.url).origin,
      state: webhook.pausedAt === null ? ('active' as const) : ('paused' as const),
      pausedAt: webhook.pausedAt?.toISOString() ?? null,
      failingSince: webhook.failingSince?.toISOString() ?? null,
      successRate: webhook.successRate,
      latencyMs: webhook.latencyMs,
    },
  }),
});

export const deliveryResponse = ({
  id,
  notificationId,
  sessionAddress,
  status,
  state,
  test,
  createdAt,
  dueAt,
  droppedReason,
  attempts,
}: Delivery) => ({
  deliveryId: id,
  notificationId,
  sessionAddress,
  status,
  state,
  test,
  createdAt: createdAt.toISOString(),
  nextAttemptAt: dueAt?.toISOString() ?? null,
  ...(droppedReason !== null && { droppedReason }),
  attempts: attempts.map((attempt) => ({
    time: attempt.startedAt.toISOString(),
    status: attempt.status,
    latencyMs: attempt.latencyMs,
    answer: attempt.answer,
    error: attempt.error,
    ...(attempt.url !== null && { request: { url: attempt.url, headers: attempt.headers ?? {} } }),
  })),
});

export const sentNotificationResponse = ({ id, sessionAddress, test, sentAt, statuses }: SentNotification) => ({
  notificationId: id,
  sessionAddress,
  status: statuses.at(-1)?.status ?? 'queued',
  test,
  sentAt: sentAt.toISOString(),
  statuses: statuses.map(({ status, at }) => ({ status, at: at.toISOString() })),
});
