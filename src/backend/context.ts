import { parseEd25519Hex } from '../protocol/ed25519-key.ts';
import { type Database, createReplicaReads } from '../runtime/database/database.ts';
import { createPaymentIntentStore } from './invoices/invoice-store.ts';
import type { ServiceMetrics } from '../runtime/observe/metrics.ts';
import { createProductCatalog, type Product, type Recipients } from './invoices/catalog.ts';
import type { BackendDatabase } from './database.ts';
import { type BackendSettings, paidRecipients, createTokenNames } from './settings.ts';
import { createBackendStores } from './stores.ts';
import contract from '../../generated/backend/spec.json' with { type: 'json' };
import { createResourceMetadata } from '../runtime/caller/resource-server.ts';

/** What every handler receives besides its input. */
export type BackendContext = ReturnType<typeof createBackendContext>;

export interface BackendContextDependencies {
  readonly database: Database;
  /** A read replica of the database; undefined when there is none. */
  readonly replica?: Database | undefined;
  readonly settings: BackendSettings;
  /** Public key of the settled hook in hex; undefined without SETTLED_HOOK_URL. */
  readonly settledHookKey: string | undefined;
  readonly metrics: ServiceMetrics;
  /** Returns the products on sale for these recipients. */
  readonly products: (recipients: Recipients, baseUrl: string) => readonly Product[];
  readonly now: () => Date;
  readonly randomBytes: (length: number) => Uint8Array;
  readonly newId: () => string;
}

/** Creates the context of all handlers. */
export function createBackendContext(dependencies: BackendContextDependencies) {
  const { database, replica, settings, settledHookKey, metrics, products, now, randomBytes, newId } = dependencies;
  const { webhookPublicKeys, tokenNames, invoiceHours, baseUrl, issuer } = settings;
  const stores = createBackendStores(database.as<BackendDatabase>(), { toHook: settledHookKey !== undefined });
  const { byInvoice } = stores.intents;
  const read = createReplicaReads(() => now().getTime());
  return {
    ...stores,
    /** Reads an invoice for its payer; a pending one from the primary, so that a payment shows at once. */
    readInvoice: replica
      ? read(
          createPaymentIntentStore(replica.as<BackendDatabase>()).byInvoice,
          byInvoice,
          (found) => found?.status === 'completed',
        )
      : byInvoice,
    catalog: createProductCatalog(products(paidRecipients(settings), baseUrl)),
    documents: {
      resourceMetadata: createResourceMetadata({
        title: contract.info.title,
        baseUrl,
        issuer,
        scopes: ['openid', 'payments'],
        bearer: true,
      }),
    },
    /** Ed25519 keys that verify payment webhooks, 32 bytes each; empty when WEBHOOK_PUBLIC_KEY is not set. */
    webhookKeys: webhookPublicKeys.map(parseEd25519Hex),
    tokenNames: createTokenNames(tokenNames),
    health: metrics.health,
    metrics: createBackendMetrics(metrics, stores.contradictions.countOpen),
    settledHookKey,
    /** Milliseconds until a pending invoice expires. */
    invoiceLifetime: invoiceHours * 3_600_000,
    now,
    newId,
    randomBytes,
  };
}

/** `contradicted`: a signed webhook was stored as a contradiction. */
const paymentOutcomes = ['paid', 'failed', 'refunded', 'contradicted'] as const;
type CountedPayment = (typeof paymentOutcomes)[number];

/** Creates the metrics of payments. @param countOpen number of open contradictions */
function createBackendMetrics(
  { counter, gauge }: Pick<ServiceMetrics, 'counter' | 'gauge'>,
  countOpen: () => Promise<number>,
) {
  const payments = counter('payments_total', 'Payment webhooks that changed something, by outcome', ['outcome']);
  // Exist from the start, so that an alert sees the first increase.
  for (const outcome of paymentOutcomes) payments({ outcome }, 0);
  gauge('payment_contradictions_open', 'Contradictions that no administrator has resolved, at most 1000', countOpen);
  return { countPayment: (outcome: CountedPayment) => payments({ outcome }) };
}
