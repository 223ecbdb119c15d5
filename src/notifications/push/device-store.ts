import { type Kysely, sql } from 'kysely';
import { createBatchWriter } from '../../runtime/database/batch-writer.ts';
import type { DeviceTransport, NotificationsDatabase } from '../database.ts';
import { firstPushKeyId } from './push-key-store.ts';

interface PushDevice {
  readonly id: string;
  readonly transport: DeviceTransport;
  readonly createdAt: Date;
}

interface NewDevice extends PushDevice {
  readonly sessionAddress: string;
  /** Push subscription of a browser, or token of a phone; undefined for a stream. */
  readonly subscription: NewSubscription | undefined;
  /** Whether pushes of the platform's own app alone reach it. */
  readonly platformOnly?: boolean;
}

export interface NewSubscription {
  readonly endpointHash: string;
  readonly sealed: string;
  /** VAPID key that the browser subscribed with; undefined when the client does not name it, and for phones. */
  readonly publicKey: string | undefined;
}

/** A device that can receive a push. */
export interface ReachableDevice {
  readonly id: string;
  readonly transport: DeviceTransport;
  readonly sealedSubscription: string | null;
  /** The VAPID key that it subscribed with. */
  readonly pushKeyId: string;
  readonly platformOnly: boolean;
}

/** Whom an app sends a push to. */
interface Recipient {
  readonly sessionAddress: string;
  readonly appId: string;
  readonly at: Date;
  readonly seenSince: Date;
}

interface Reach {
  /** Whether the person has the app open on any device. */
  readonly insideApp: boolean;
  readonly devices: readonly ReachableDevice[];
}

export interface StreamConnection {
  readonly sessionAddress: string;
  readonly deviceId: string;
  /** Id of this connection; a newer connection of the same device replaces it. */
  readonly connection: string;
}

interface SeenStream extends StreamConnection {
  readonly seenAt: Date;
}

export type PushDeviceStore = ReturnType<typeof createPushDeviceStore>;

export function createPushDeviceStore(db: Kysely<NotificationsDatabase>) {
  return {
    /**
     * Registers a device. A subscription belongs to the person who registered it last. Deletes the person's
     * devices of the same transport beyond `maxDevices`, the one that was seen longest ago first.
     *
     * @returns the device; the existing one when the person registered the same subscription before; undefined when
     *   this service has no such VAPID key
     */
    async create(
      { id, sessionAddress, transport, createdAt, subscription, platformOnly = false }: NewDevice,
      maxDevices: number,
    ) {
      return db
        .transaction()
        .execute(async (trx): Promise<{ readonly device: PushDevice; readonly created: boolean } | undefined> => {
          const isBrowser = transport === 'web-push';
          const pushKeyId = subscription && isBrowser ? await lockPushKey(trx, subscription) : undefined;
          if (isBrowser && pushKeyId === undefined) return undefined;
          if (subscription) {
            await trx
              .deleteFrom('notifications.devices')
              .where('endpoint_hash', '=', subscription.endpointHash)
              .where('session_address', '!=', sessionAddress)
              .execute();
          }
          const device = await trx
            .insertInto('notifications.devices')
            .values({
              session_address: sessionAddress,
              id,
              transport,
              endpoint_hash: subscription?.endpointHash ?? null,
              sealed_subscription: subscription?.sealed ?? null,
              created_at: createdAt,
              seen_at: createdAt,
              connection: null,
              push_key_id: pushKeyId ?? null,
              platform_only: platformOnly,
            })
            .onConflict((conflict) =>
              conflict
                .columns(['session_address', 'endpoint_hash'])
                .where('endpoint_hash', 'is not', null)
                .doUpdateSet({
                  sealed_subscription: subscription?.sealed ?? null,
                  seen_at: createdAt,
                  push_key_id: pushKeyId ?? null,
                  platform_only: platformOnly,
                }),
            )
            .returning(['id', 'transport', 'created_at as createdAt'])
            .executeTakeFirstOrThrow();
          await trx
            .deleteFrom('notifications.devices')
            .where('session_address', '=', sessionAddress)
            .where('id', 'in', (eb) =>
              eb
                .selectFrom('notifications.devices')
                .select('id')
                .where('session_address', '=', sessionAddress)
                .where('transport', '=', transport)
                .where('id', '!=', device.id)
                .orderBy('seen_at', 'desc')
                .orderBy('id', 'desc')
                .offset(maxDevices - 1),
            )
            .execute();
          return { device, created: device.id === id };
        });
    },

    async exists(sessionAddress: string, id: string): Promise<boolean> {
      const device = await db
        .selectFrom('notifications.devices')
        .select('id')
        .where('session_address', '=', sessionAddress)
        .where('id', '=', id)
        .executeTakeFirst();
      return device !== undefined;
    },

    /** @returns false when the person has no such device */
    async delete(sessionAddress: string, id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('notifications.devices')
        .where('session_address', '=', sessionAddress)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /** Lists the person's browsers and phones, and the streams that were open at `seenSince` or later. */
    async reachable({ sessionAddress, appId, at, seenSince }: Recipient): Promise<Reach> {
      // One statement; it has a row without a device as well.
      const { rows } = await sql<{ readonly insideApp: boolean } & (ReachableDevice | { readonly id: null })>`
        select presence.inside as "insideApp", device.id, device.transport,
          device.sealed_subscription as "sealedSubscription", device.platform_only as "platformOnly",
          coalesce(device.push_key_id, ${firstPushKeyId}) as "pushKeyId"
        from (
          select exists (
            select from notifications.presence
            where session_address = ${sessionAddress} and app_id = ${appId} and expires_at > ${at}
          ) as inside
        ) as presence
        left join notifications.devices as device
          on device.session_address = ${sessionAddress} and (device.transport <> 'stream' or device.seen_at >= ${seenSince})`.execute(
        db,
      );
      const devices = rows.flatMap((row) => (row.id === null ? [] : [row]));
      return { insideApp: rows.some(({ insideApp }) => insideApp), devices };
    },

    /** Makes a connection the current one of a stream device. @returns false when the person has no such device */
    async connect({ sessionAddress, deviceId, connection }: StreamConnection, now: Date): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('notifications.devices')
        .set({ connection, seen_at: now })
        .where('session_address', '=', sessionAddress)
        .where('id', '=', deviceId)
        .where('transport', '=', 'stream')
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /**
     * Records that a stream is still open. Concurrent calls share one statement.
     *
     * @returns false when the device was deleted or has a newer connection
     */
    recordHeartbeat: createBatchWriter(async (streams: readonly SeenStream[]) => {
      const { rows } = await sql<{ connection: string }>`
        update notifications.devices as device set seen_at = stream.seen_at
        from unnest(
          ${streams.map(({ sessionAddress }) => sessionAddress)}::text[],
          ${streams.map(({ deviceId }) => deviceId)}::uuid[],
          ${streams.map(({ connection }) => connection)}::uuid[],
          ${streams.map(({ seenAt }) => seenAt)}::timestamptz[]
        ) as stream (session_address, id, connection, seen_at)
        where device.session_address = stream.session_address and device.id = stream.id
          and device.connection = stream.connection
        returning device.connection`.execute(db);
      const kept = new Set(rows.map(({ connection }) => connection));
      return streams.map(({ connection }) => kept.has(connection));
    }),
  };
}

/**
 * Returns the id of the VAPID key of a subscription, and keeps it from ending until the transaction ends. Without a named
 * key it is the key of the registered subscription, or else the current one.
 */
async function lockPushKey(
  trx: Kysely<NotificationsDatabase>,
  { endpointHash, publicKey }: NewSubscription,
): Promise<string | undefined> {
  const keys = trx.selectFrom('notifications.push_keys').select('id').forKeyShare();
  if (publicKey !== undefined) return (await keys.where('public_key', '=', publicKey).executeTakeFirst())?.id;
  const registered = await trx
    .selectFrom('notifications.devices')
    .select('push_key_id as pushKeyId')
    .where('endpoint_hash', '=', endpointHash)
    .orderBy('seen_at', 'desc')
    .executeTakeFirst();
  const key = registered
    ? keys.where('id', '=', registered.pushKeyId ?? firstPushKeyId)
    : keys.where('replaced_at', 'is', null);
  return (await key.executeTakeFirst())?.id;
}

/** Where a person has an app open. */
interface PresenceKey {
  readonly sessionAddress: string;
  /** Undefined for a report without a device. */
  readonly deviceId: string | undefined;
}

interface Presence extends PresenceKey {
  readonly appId: string;
  readonly expiresAt: Date;
}

export function createPresenceStore(db: Kysely<NotificationsDatabase>) {
  return {
    /** Records which app the person has open on a device. The latest record applies. */
    async set({ sessionAddress, deviceId = '', appId, expiresAt }: Presence): Promise<void> {
      await db
        .insertInto('notifications.presence')
        .values({ session_address: sessionAddress, device_id: deviceId, app_id: appId, expires_at: expiresAt })
        .onConflict((conflict) =>
          conflict.columns(['session_address', 'device_id']).doUpdateSet({ app_id: appId, expires_at: expiresAt }),
        )
        .execute();
    },

    /** Deletes the presence of one device, or of all of them. */
    async delete({ sessionAddress, deviceId }: PresenceKey): Promise<void> {
      await db
        .deleteFrom('notifications.presence')
        .where('session_address', '=', sessionAddress)
        .$if(deviceId !== undefined, (query) => query.where('device_id', '=', deviceId ?? ''))
        .execute();
    },
  };
}
