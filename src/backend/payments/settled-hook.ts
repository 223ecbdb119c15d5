import type { ServiceEnvironment } from '../../runtime/http/create-service.ts';
import type { Database } from '../../runtime/database/database.ts';
import { createOutboundHttp } from '../../runtime/outbound/outbound-http.ts';
import { createDeliveryWorker } from '../../runtime/webhooks/delivery-worker.ts';
import { signDelivery, type SignedDelivery, webhookUserAgent } from '../../runtime/webhooks/delivery-attempt.ts';
import type { BackendDatabase } from '../database.ts';
import type { BackendSettings } from '../settings.ts';
import { type ClaimedSettledEvent, createSettledEventStore } from './settled-event-store.ts';
import type { components } from '../../../generated/backend/types.ts';
import { encodeHex } from '../../protocol/bytes.ts';
import type { Ed25519Sign } from '../../protocol/proof-jwt.ts';
import { ed25519KeyPair } from '../../runtime/start/ed25519-key-pair.ts';
import type { MasterKey } from '../../runtime/start/master-key.ts';
import { settledHookNotFound } from '../errors.ts';
import type { BackendHandler } from '../handler.ts';

interface SettledHookDependencies {
  readonly database: Database;
  readonly settings: Pick<BackendSettings, 'webhookAllowTargets'>;
  readonly environment: Pick<ServiceEnvironment, 'log' | 'metrics' | 'tracing'>;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly randomBytes: (length: number) => Uint8Array;
}

/** Starts the worker that sends an event for each settled payment to the hook. */
export function startSettledHook(
  hook: SettledHook,
  { database, settings, environment, now, newId, randomBytes }: SettledHookDependencies,
) {
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

/** Server of the app that receives settled payments. */
interface SettledHook {
  readonly url: string;
  /** Ed25519, hex. */
  readonly publicKey: string;
  readonly sign: Ed25519Sign;
}

const hookKeyPurpose = 'settled hook key';

/** Keys that the backend derives from the master key. */
export const backendDerivedKeys = { table: 'backend.derived_keys', purposes: [hookKeyPurpose] } as const;

/** Creates the hook with the key pair that is derived from the master key, so that every process has the same. */
export function createSettledHook(url: string, masterKey: Pick<MasterKey, 'derive'>): SettledHook {
  const { publicKey, sign } = ed25519KeyPair(masterKey.derive(hookKeyPurpose));
  return { url, publicKey: encodeHex(publicKey), sign };
}

/** Returns the function that signs claimed events. */
function settledEventSigner({ sign: signBytes }: Pick<SettledHook, 'sign'>) {
  return ({ id, ...event }: ClaimedSettledEvent, attemptedAt: Date): Promise<SignedDelivery> => {
    const payment: components['schemas']['SettledPayment'] = {
      id,
      status: event.status,
      platformId: event.platformId,
      invoice: event.invoice,
      productId: event.productId,
      quantity: event.quantity,
      amount: event.amount,
      token: event.token,
      network: event.network,
      txHash: event.txHash,
      test: event.test,
      createdAt: event.createdAt.toISOString(),
    };
    return signDelivery({ id, body: JSON.stringify(payment), attemptedAt }, signBytes);
  };
}

/** Returns the key that signs settled payments. */
export const getSettledHookKey: BackendHandler<'getSettledHookKey'> = ({ settledHookKey, respond }) => {
  if (settledHookKey === undefined) throw settledHookNotFound();
  return respond(200, { publicKey: settledHookKey });
};
