import { parseEd25519Hex } from '../protocol/ed25519-key.ts';
import type { Database } from '../runtime/database.ts';
import { createProductCatalog, type Product, type ProductCatalog, type Recipients } from './catalog.ts';
import type { BackendDatabase } from './database.ts';
import { type BackendDocuments, createBackendDocuments } from './documents.ts';
import { type BackendSettings, paidRecipients } from './settings.ts';
import { type BackendStores, createBackendStores } from './stores.ts';

/** What every handler receives besides its input. */
export interface BackendContext extends BackendStores {
  readonly catalog: ProductCatalog;
  readonly documents: BackendDocuments;
  /** Ed25519 key that verifies payment webhooks, 32 bytes; undefined when WEBHOOK_PUBLIC_KEY is not set. */
  readonly webhookKey: Uint8Array | undefined;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly randomBytes: (length: number) => Uint8Array;
}

export interface BackendContextDependencies {
  readonly database: Database;
  readonly settings: BackendSettings;
  /** Returns the products on sale for these recipients. */
  readonly products: (recipients: Recipients, baseUrl: string) => readonly Product[];
  readonly now: () => Date;
  readonly randomBytes: (length: number) => Uint8Array;
  readonly newId: () => string;
}

/** Creates the context of all handlers. */
export function createBackendContext(dependencies: BackendContextDependencies): BackendContext {
  const { database, settings, products, now, randomBytes, newId } = dependencies;
  const { webhookPublicKey, baseUrl, issuer } = settings;
  return {
    ...createBackendStores(database.as<BackendDatabase>()),
    catalog: createProductCatalog(products(paidRecipients(settings), baseUrl)),
    documents: createBackendDocuments(baseUrl, issuer),
    webhookKey: webhookPublicKey === undefined ? undefined : parseEd25519Hex(webhookPublicKey),
    now,
    newId,
    randomBytes,
  };
}
