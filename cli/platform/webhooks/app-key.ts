import { createNotificationsClient, type NotificationsClient } from '../../../generated/notifications/client.ts';
import { asOwner, openDeveloper } from '../account/session.ts';
import { serviceBaseUrl } from '../base-urls.ts';
import { CommandError } from '../command.ts';
import { localSigningKeys, type LocalSigningKeys } from './listen.ts';

export interface AppKeyRequest {
  readonly app: string | undefined;
  /** API key of the app; undefined: the signed-in owner creates one. */
  readonly key: string | undefined;
  readonly scope: 'read' | 'send';
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Access to an app of the notification service. */
export interface AppKey {
  readonly client: NotificationsClient;
  /** Revokes a key that was created for this. */
  readonly release: () => Promise<void>;
}

const clientWith = (baseUrl: string, key: string): NotificationsClient =>
  createNotificationsClient({ baseUrl, headers: { 'x-platform-notifications-key': key } });

const missingApp = (): CommandError =>
  new CommandError('missing_app', 2, 'Name the app with --app, or its API key with --key or NOTIFICATIONS_KEY.');

/** Returns the key that was named, or one of the signed-in owner for this command. */
export async function openAppKey({ app, key: named, scope, env }: AppKeyRequest): Promise<AppKey> {
  const key = named ?? env['NOTIFICATIONS_KEY'];
  if (key !== undefined && key !== '')
    return { client: clientWith(serviceBaseUrl(env, 'notifications'), key), release: async () => undefined };
  if (app === undefined) throw missingApp();
  const { notifications, notificationsUrl } = openDeveloper(env);
  const path = { appId: app };
  const body = { label: `platform ${scope === 'read' ? 'listen' : 'trigger'}`, scopes: [scope] };
  const created = await asOwner(notifications.createApiKey({ path, body }));
  return {
    client: clientWith(notificationsUrl, created.key),
    release: async () => {
      await asOwner(notifications.revokeApiKey({ path: { ...path, keyId: created.keyId } }));
    },
  };
}

/**
 * Returns the keys that sign forwarded events: the same from run to run for one API key, or for one app of the signed-in owner.
 */
export function signingKeysOf({ app, key: named, env }: Omit<AppKeyRequest, 'scope'>): LocalSigningKeys {
  const key = named ?? env['NOTIFICATIONS_KEY'];
  if (key !== undefined && key !== '') return localSigningKeys(key);
  if (app === undefined) throw missingApp();
  return localSigningKeys(`${openDeveloper(env).secret} ${app}`);
}
