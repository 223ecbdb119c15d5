import type { App } from './store/apps.ts';
import type { Delivery } from './store/deliveries.ts';
import type { Webhook } from './store/webhooks.ts';

// Converts rows to the schemas of the contract.

export const appResponse = ({ id, name, createdAt }: App) => ({ appId: id, name, createdAt: createdAt.toISOString() });

export const webhookResponse = ({ url, createdAt, pausedAt }: Webhook) => ({
  url,
  state: pausedAt === null ? ('active' as const) : ('paused' as const),
  createdAt: createdAt.toISOString(),
  pausedAt: pausedAt?.toISOString() ?? null,
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
  attempts: attempts.map((attempt) => ({
    time: attempt.startedAt.toISOString(),
    status: attempt.status,
    latencyMs: attempt.latencyMs,
    answer: attempt.answer,
    error: attempt.error,
  })),
});
