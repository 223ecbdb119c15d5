import { parseEd25519Hex } from '../protocol/ed25519-key.ts';
import type { Database } from '../runtime/database.ts';
import type { ServiceMetrics } from '../runtime/metrics.ts';
import { createProductCatalog, type Product, type ProductCatalog, type Recipients } from './catalog.ts';
import type { BackendDatabase } from './database.ts';
import { type BackendDocuments, createBackendDocuments } from './documents.ts';
import { type BackendSettings, paidRecipients } from './settings.ts';
import { type BackendMetrics, createBackendMetrics } from './metrics.ts';
import { createTokenNames, type TokenNames } from './token-names.ts';
import { type BackendStores, createBackendStores } from './stores.ts';

/** What every handler receives besides its input. */
export interface BackendContext extends BackendStores {
  readonly catalog: ProductCatalog;
  readonly documents: BackendDocuments;
  /** Ed25519 keys that verify payment webhooks, 32 bytes each; empty when WEBHOOK_PUBLIC_KEY is not set. */
  readonly webhookKeys: readonly Uint8Array[];
  readonly tokenNames: TokenNames;
  readonly metrics: BackendMetrics;
  /** Public key of the settled hook in hex; undefined without SETTLED_HOOK_URL. */
  readonly settledHookKey: string | undefined;
  /** Milliseconds until a pending invoice expires. */
  readonly invoiceLifetime: number;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly randomBytes: (length: number) => Uint8Array;
}

export interface BackendContextDependencies {
  readonly database: Database;
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
export function createBackendContext(dependencies: BackendContextDependencies): BackendContext {
  const { database, settings, settledHookKey, metrics, products, now, randomBytes, newId } = dependencies;
  const { webhookPublicKeys, tokenNames, invoiceHours, baseUrl, issuer } = settings;
  const stores = createBackendStores(database.as<BackendDatabase>(), { toHook: settledHookKey !== undefined });
  return {
    ...stores,
    catalog: createProductCatalog(products(paidRecipients(settings), baseUrl)),
    documents: createBackendDocuments(baseUrl, issuer),
    webhookKeys: webhookPublicKeys.map(parseEd25519Hex),
    tokenNames: createTokenNames(tokenNames),
    metrics: createBackendMetrics(metrics, stores.contradictions.countOpen),
    settledHookKey,
    invoiceLifetime: invoiceHours * 3_600_000,
    now,
    newId,
    randomBytes,
  };
}
