import { randomBytes } from 'node:crypto';
import type { NotificationsDatabase } from '../notifications/database.ts';
import { createWebhookStore } from '../notifications/webhooks/webhook-store.ts';
import { createWebhookKeyring, type WebhookKeyPair } from '../runtime/webhooks/webhook-keys.ts';
import { decodeHex } from '../protocol/hex.ts';
import type { Database } from '../runtime/database/database.ts';
import { loadOrGenerateSecret, type MasterKey } from '../runtime/start/master-key.ts';
import { demoApp } from './development-data.ts';

/** Path at which the web service receives the webhooks of the demo app. */
export const demoWebhookPath = '/mini-app/webhooks';

/** Loads the key pair that signs the webhooks of the demo app, from the seed created at the first start. */
export async function loadDemoWebhookKey(dataDir: string, masterKey: MasterKey): Promise<WebhookKeyPair> {
  const text = await loadOrGenerateSecret(dataDir, 'webhook.key', () => randomBytes(32).toString('hex'));
  const seed = decodeHex(text);
  if (seed?.length !== 32)
    throw new Error('webhook.key in the data directory does not contain 32 bytes in hex. Delete it.');
  return createWebhookKeyring(masterKey, () => seed).create();
}

export interface DemoWebhookOptions {
  readonly dataDir: string;
  readonly masterKey: MasterKey;
  readonly url: string;
  readonly now: () => Date;
}

/** Registers the webhook of the demo mini app, which has no owner who could do so in the portal. */
export async function seedDemoWebhook(database: Database, parts: DemoWebhookOptions): Promise<void> {
  const { dataDir, masterKey, url, now } = parts;
  const webhooks = createWebhookStore(database.as<NotificationsDatabase>());
  const known = await webhooks.find(demoApp.appId);
  if (known?.url === url) return;
  const keys = await loadDemoWebhookKey(dataDir, masterKey);
  await webhooks.set({ appId: demoApp.appId, url, createdAt: now(), ...keys });
}
