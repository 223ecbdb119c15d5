import { isUniqueViolation } from '../../runtime/database/database-errors.ts';
import type { Database } from '../../runtime/database/database.ts';
import { apiKeyGrants, apiKeyHash, apiKeyPrefix, isApiKey } from '../api-keys/api-key.ts';
import type { NotificationsDatabase } from '../database.ts';
import { createApiKeyStore } from '../api-keys/api-key-store.ts';
import { createAppStore } from './app-store.ts';

interface DemoApp {
  /** Fixed UUID, so that a second start finds the app. */
  readonly appId: string;
  /** The developer who owns the app; null for an app without an owner. */
  readonly ownerSub: string | null;
  readonly name: string;
  /** A key in the format of `newApiKey`. */
  readonly apiKey: string;
}

/** Creates the demo app and its API key unless they exist. Safe to call at every start. */
export async function seedDemoApp(
  database: Database,
  { appId, ownerSub, name, apiKey }: DemoApp,
  { now, newId }: { readonly now: () => Date; readonly newId: () => string },
): Promise<void> {
  if (!isApiKey(apiKey))
    throw new Error('The API key of the demo app is not valid; use ank_ and 26 characters of Crockford base32.');
  const db = database.as<NotificationsDatabase>();
  const apps = createAppStore(db);
  const keys = createApiKeyStore(db);
  const createdAt = now();
  await apps.createIfAbsent({ id: appId, ownerSub, name, createdAt });
  const keyHash = apiKeyHash(apiKey);
  if ((await keys.appOf(keyHash)) !== undefined) return;
  try {
    await keys.create(
      { appId, id: newId(), keyHash, prefix: apiKeyPrefix(apiKey), createdAt, createdBy: null, ...apiKeyGrants() },
      { olderKeysExpireAt: createdAt, maxKeys: Number.MAX_SAFE_INTEGER },
    );
  } catch (error) {
    // A concurrent start created the key first.
    if (!isUniqueViolation(error)) throw error;
  }
}
