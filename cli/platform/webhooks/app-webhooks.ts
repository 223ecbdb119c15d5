import { createNotificationsClient, type NotificationsClient } from '../../../generated/notifications/client.ts';
import { asOwner, openDeveloper } from '../account/session.ts';
import { serviceBaseUrl } from '../base-urls.ts';
import { CommandError, type Output } from '../command.ts';
import { localSigningKeys, type LocalSigningKeys, listen, printKeys, requireHttpUrl } from './listen.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { UsageError } from '../print.ts';
import { unwrap } from '../../../src/typed-contract/client.ts';

export interface AppKeyRequest {
  readonly app: string | undefined;
  /** API key of the app; undefined: the signed-in owner creates one. */
  readonly key: string | undefined;
  readonly scope: 'read' | 'send';
  readonly env: Readonly<Record<string, string | undefined>>;
}

const clientWith = (baseUrl: string, key: string): NotificationsClient =>
  createNotificationsClient({ baseUrl, headers: { 'x-platform-notifications-key': key } });

const missingApp = (): CommandError =>
  new CommandError('missing_app', 2, 'Name the app with --app, or its API key with --key or NOTIFICATIONS_KEY.');

/** Returns the key that was named, or one of the signed-in owner for this command. */
async function openAppKey({ app, key: named, scope, env }: AppKeyRequest) {
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
 * Returns the keys that sign forwarded events: the same from run to run for one API key, or until a logout for one app.
 */
export function signingKeysOf({ app, key: named, env }: Omit<AppKeyRequest, 'scope'>): LocalSigningKeys {
  const key = named ?? env['NOTIFICATIONS_KEY'];
  if (key !== undefined && key !== '') return localSigningKeys(key);
  if (app === undefined) throw missingApp();
  return localSigningKeys(`${openDeveloper(env).secret} ${app}`);
}

interface ListenRequest {
  readonly forward: string;
  readonly app: string | undefined;
  readonly key: string | undefined;
  /** How old events may be that are sent again, such as 10m. */
  readonly since: string | undefined;
}

/** Forwards the events of an app until SIGINT or SIGTERM. @returns how many events were accepted and dropped */
export async function listenToApp(
  { forward, since, ...app }: ListenRequest,
  output: Output,
): Promise<{ readonly forwarded: number; readonly dropped: number }> {
  requireHttpUrl(forward);
  const from = since === undefined ? undefined : new Date(Date.now() - durationMs(since));
  const keys = signingKeysOf({ ...app, env: output.env });
  const { client, release } = await openAppKey({ ...app, scope: 'read', env: output.env });
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  try {
    printKeys(forward, keys, output.note);
    return await listen(forward, {
      client,
      keys,
      from,
      fetch: globalThis.fetch,
      now: () => new Date(),
      random: Math.random,
      sleep: (ms) => pause(ms, undefined, { signal: stopping.signal }).catch(() => undefined),
      stopping: stopping.signal,
      print: output.note,
    });
  } finally {
    await release();
  }
}

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

function durationMs(text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([smh])$/.exec(text) ?? [];
  const ms = Number(count) * (unitMs[unit] ?? Number.NaN);
  if (ms > 0) return ms;
  throw new UsageError(`--since is ${text}: write a number and s, m or h, such as 10m.`);
}

interface TestEvent extends Pick<AppKeyRequest, 'app' | 'key'> {
  readonly event: string;
  readonly sessionAddress: string;
}

/** Sends a test notification that ends with an event. @returns its id */
export async function triggerEvent(
  { event, sessionAddress, ...app }: TestEvent,
  env: AppKeyRequest['env'],
): Promise<{ readonly notificationId: string; readonly event: string }> {
  const { client, release } = await openAppKey({ ...app, scope: 'send', env });
  try {
    const body = { sessionAddress, body: `Test of ${event}`, test: event };
    const { notificationId } = unwrap(await client.sendNotification({ body }));
    return { notificationId, event };
  } finally {
    await release();
  }
}
