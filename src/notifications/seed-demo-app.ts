import { isUniqueViolation } from '../runtime/database-errors.ts';
import type { Database } from '../runtime/database.ts';
import { apiKeyHash, apiKeyPrefix, isApiKey } from './api-key.ts';
import type { NotificationsDatabase } from './database.ts';
import { createApiKeyStore } from './store/api-keys.ts';
import { createAppStore } from './store/apps.ts';

export interface DemoApp {
  /** A UUID that stays the same, so that a second start finds the app. */
  readonly appId: string;
  /** The developer who sees it in the portal; null: nobody. */
  readonly ownerSub: string | null;
  readonly name: string;
  /** `ank_` and 26 characters, as `newApiKey` makes them. */
  readonly apiKey: string;
}

export interface SeedTools {
  readonly now: () => Date;
  readonly newId: () => string;
}

/** Makes sure that an app with this API key exists, for installations that start with one. Safe to call at every start. */
export async function seedDemoApp(
  database: Database,
  { appId, ownerSub, name, apiKey }: DemoApp,
  { now, newId }: SeedTools,
): Promise<void> {
  if (!isApiKey(apiKey))
    throw new Error('The API key of the demo app is not ank_ and 26 characters of Crockford base32.');
  const db = database.as<NotificationsDatabase>();
  const apps = createAppStore(db);
  const keys = createApiKeyStore(db);
  const createdAt = now();
  await apps.createOnce({ id: appId, ownerSub, name, createdAt });
  const keyHash = apiKeyHash(apiKey);
  if (await keys.isKnown(keyHash)) return;
  try {
    await keys.issue(
      { appId, id: newId(), keyHash, prefix: apiKeyPrefix(apiKey), createdAt },
      { olderEndAt: createdAt, most: Number.MAX_SAFE_INTEGER },
    );
  } catch (error) {
    // Another process that starts now was faster.
    if (!isUniqueViolation(error)) throw error;
  }
}
