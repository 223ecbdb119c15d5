import type { ServiceEnvironment } from '../runtime/create-service.ts';
import type { Database } from '../runtime/database.ts';
import { createOutboundHttp } from '../runtime/outbound-http.ts';
import { createDeliveryWorker } from '../runtime/webhook-delivery/delivery-worker.ts';
import { webhookUserAgent } from '../runtime/webhook-delivery/webhook-user-agent.ts';
import type { BackendDatabase } from './database.ts';
import type { BackendSettings } from './settings.ts';
import { settledEventSigner, type SettledHook } from './settled-hook.ts';
import { createSettledEventStore } from './store/settled-events.ts';

export interface SettledHookDependencies {
  readonly database: Database;
  readonly settings: Pick<BackendSettings, 'webhookAllowTargets'>;
  readonly environment: Pick<ServiceEnvironment, 'log' | 'metrics' | 'tracing'>;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly randomBytes: (length: number) => Uint8Array;
}

export interface RunningSettledHook {
  /** Deletes delivered and failed events. @returns the number of deleted events */
  readonly deleteEnded: (before: Date, limit: number) => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** Starts the worker that sends an event for each settled payment to the hook. */
export function startSettledHook(
  hook: SettledHook,
  { database, settings, environment, now, newId, randomBytes }: SettledHookDependencies,
): RunningSettledHook {
  const { log, metrics, tracing } = environment;
  const events = createSettledEventStore(database.as<BackendDatabase>(), hook.url);
  const outbound = createOutboundHttp({ allow: settings.webhookAllowTargets });
  const worker = createDeliveryWorker({
    store: events.deliveries,
    sign: settledEventSigner(hook),
    userAgent: webhookUserAgent,
    post: outbound.post,
    now,
    newId,
    log,
    continueTrace: (parent, work) => (tracing ? tracing.continueTrace(parent, work) : work()),
    random: () => Buffer.from(randomBytes(4)).readUInt32BE() / 2 ** 32,
    measure: metrics.outcomeHistogram('settled_hook_attempt_duration_seconds', 'Attempts to report a settled payment'),
  });
  metrics.gauge(
    'settled_hook_overdue_seconds',
    'Age of the oldest due settled payment that no worker has claimed',
    events.secondsOverdue,
  );
  worker.start();
  return {
    deleteEnded: events.deleteEnded,
    stop: async () => {
      await worker.stop();
      await outbound.close();
    },
  };
}
