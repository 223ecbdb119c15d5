import type { Kysely } from 'kysely';
import { bucketOf } from '../../runtime/database/bucket.ts';
import { inTransaction } from '../../runtime/database/queries.ts';
import { compiledOnce, type ValueOf } from '../../runtime/database/compile-once.ts';
import type { Ed25519Jwk } from '../../protocol/jwk-thumbprint.ts';
import type { SsoDatabase } from '../database.ts';
import { type Passkey, passkeyOf } from './passkey-store.ts';
import type { Picture } from '../../runtime/pictures/picture.ts';

/** A device key of an owner. */
export interface OwnerDevice {
  readonly jkt: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

interface StoredOwner {
  readonly sub: string;
  readonly createdAt: Date;
  readonly passkeys: readonly Passkey[];
  readonly devices: readonly OwnerDevice[];
  /** Time of a recovery that the owner has not confirmed; null otherwise. */
  readonly recoveredAt: Date | null;
}

/** What an owner tells applications with the scope `profile`. */
export interface OwnerProfile {
  readonly displayName: string | null;
  readonly pictureUrl: string | null;
}

interface DeviceEnrolment {
  /** Id of the owner to create if the key is new. */
  readonly sub: string;
  readonly jkt: string;
  readonly jwk: Ed25519Jwk;
  readonly name: string;
  readonly at: Date;
}

export interface EnrolledDevice {
  readonly sub: string;
  readonly jkt: string;
  readonly name: string;
  readonly createdAt: Date;
  /** False when the key was already enrolled. */
  readonly isNew: boolean;
}

/** Owner of a device key. */
interface DeviceOwner {
  readonly sub: string;
  readonly suspended: boolean;
}

const profileColumns = ['display_name as displayName', 'picture_url as pictureUrl'] as const;

/** Rows of a person that are on other nodes than the row of the owner: no foreign key deletes them there. */
const elsewhere = [
  'sso.devices',
  'sso.passkeys',
  'sso.application_members',
  'sso.authorization_requests',
  'sso.approval_requests',
  'sso.delegations',
  'sso.sessions',
] as const;

const usedDevices = compiledOnce((db: Kysely<SsoDatabase>, value: ValueOf<Pick<DeviceEnrolment, 'jkt' | 'at'>>) =>
  db
    .updateTable('sso.devices')
    .set({ last_used_at: value('at') })
    .where('jkt', '=', value('jkt'))
    .returning('owner_sub as sub'),
);

const suspensions = compiledOnce((db: Kysely<SsoDatabase>, value: ValueOf<Pick<DeviceOwner, 'sub'>>) =>
  db.selectFrom('sso.owners').select('suspended_at').where('sub', '=', value('sub')),
);

export function createOwnerStore(db: Kysely<SsoDatabase>) {
  /** Returns whether an owner is suspended; false when there is none. */
  const isSuspended = async (sub: string): Promise<boolean> => {
    const [owner] = await suspensions(db, { sub });
    return owner !== undefined && owner.suspended_at !== null;
  };

  return {
    createDevice: ({ sub, jkt, jwk, name, at }: DeviceEnrolment): Promise<EnrolledDevice> =>
      inTransaction(db, async (trx) => {
        const known = () =>
          trx
            .selectFrom('sso.devices')
            .select(['owner_sub as sub', 'jkt', 'name', 'created_at as createdAt'])
            .where('jkt', '=', jkt)
            .executeTakeFirst();
        const before = await known();
        if (before) return { ...before, isNew: false };

        await trx.insertInto('sso.owners').values({ sub, created_at: at }).execute();
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto('sso.devices')
          .values({ jkt, owner_sub: sub, public_jwk: JSON.stringify(jwk), name, created_at: at })
          .onConflict((conflict) => conflict.column('jkt').doNothing())
          .executeTakeFirstOrThrow();
        if (numInsertedOrUpdatedRows === 1n) return { sub, jkt, name, createdAt: at, isNew: true };

        // Another request enrolled the same key concurrently: keep its owner.
        await trx.deleteFrom('sso.owners').where('sub', '=', sub).execute();
        const concurrent = await known();
        if (!concurrent) throw new Error(`The device ${jkt} was enrolled and deleted while it was being enrolled.`);
        return { ...concurrent, isNew: false };
      }),

    /** Updates the last use of a device. @returns its owner; undefined when the key is not enrolled */
    useDevice: async (jkt: string, at: Date): Promise<DeviceOwner | undefined> => {
      const [device] = await usedDevices(db, { jkt, at });
      return device && { ...device, suspended: await isSuspended(device.sub) };
    },

    isSuspended,

    get: async (sub: string): Promise<StoredOwner | undefined> => {
      const owner = await db.selectFrom('sso.owners').selectAll().where('sub', '=', sub).executeTakeFirst();
      if (!owner) return undefined;
      const passkeys = await db
        .selectFrom('sso.passkeys')
        .selectAll()
        .where('owner_sub', '=', sub)
        .orderBy('created_at')
        .execute();
      const devices = await db
        .selectFrom('sso.devices')
        .select(['jkt', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
        .where('owner_sub', '=', sub)
        .orderBy('created_at')
        .execute();
      return {
        sub: owner.sub,
        createdAt: owner.created_at,
        passkeys: passkeys.map(passkeyOf),
        devices,
        recoveredAt: owner.recovered_at,
      };
    },

    profile: (sub: string): Promise<OwnerProfile | undefined> =>
      db.selectFrom('sso.owners').select(profileColumns).where('sub', '=', sub).executeTakeFirst(),

    /** Changes the given members. @returns undefined when there is no such owner */
    updateProfile: (
      sub: string,
      { displayName, pictureUrl }: Partial<OwnerProfile>,
    ): Promise<OwnerProfile | undefined> =>
      db
        .updateTable('sso.owners')
        .set({
          ...(displayName !== undefined && { display_name: displayName }),
          ...(pictureUrl !== undefined && { picture_url: pictureUrl }),
        })
        .where('sub', '=', sub)
        .returning(profileColumns)
        .executeTakeFirst(),

    /** Deletes an owner with all dependent rows; `endSession` ended their sessions before, in the same transaction. */
    delete: async (sub: string): Promise<void> => {
      for (const table of elsewhere) await db.deleteFrom(table).where('owner_sub', '=', sub).execute();
      await db
        .deleteFrom('sso.system_pushes')
        .where('bucket', '=', bucketOf(sub))
        .where('owner_sub', '=', sub)
        .execute();
      await db.deleteFrom('sso.application_invites').where('created_by', '=', sub).execute();
      await db.deleteFrom('sso.owners').where('sub', '=', sub).execute();
    },
  };
}

/** Returns the names of those owners who have one. */
export async function ownerNames(
  db: Kysely<SsoDatabase>,
  subs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (subs.length === 0) return new Map();
  const rows = await db
    .selectFrom('sso.owners')
    .select(['sub', 'display_name as name'])
    .where('sub', 'in', subs)
    .where('display_name', 'is not', null)
    .execute();
  return new Map(rows.map(({ sub, name }) => [sub, name ?? '']));
}

export type OwnerStore = ReturnType<typeof createOwnerStore>;

/** Pictures that owners uploaded. */
export function createPictureStore(db: Kysely<SsoDatabase>) {
  return {
    /** Stores the picture of an owner in place of the one before. */
    set: async (ownerSub: string, { digest, type, content }: Picture): Promise<void> => {
      await db
        .insertInto('sso.pictures')
        .values({ owner_sub: ownerSub, digest, type, content })
        .onConflict((conflict) => conflict.column('owner_sub').doUpdateSet({ digest, type, content }))
        .execute();
    },

    delete: async (ownerSub: string): Promise<void> => {
      await db.deleteFrom('sso.pictures').where('owner_sub', '=', ownerSub).execute();
    },

    byDigest: (digest: string): Promise<(Pick<Picture, 'type'> & { readonly content: Uint8Array }) | undefined> =>
      db.selectFrom('sso.pictures').select(['type', 'content']).where('digest', '=', digest).executeTakeFirst(),
  };
}

/** Icons of applications. */
export function createIconStore(db: Kysely<SsoDatabase>) {
  return {
    /** Stores the icon of an application in place of the one before. */
    set: async (address: string, { type, content }: Omit<Picture, 'digest'>): Promise<void> => {
      const icon = { media_type: type, image: content };
      await db
        .insertInto('sso.application_icons')
        .values({ client_address: address, ...icon })
        .onConflict((conflict) => conflict.column('client_address').doUpdateSet(icon))
        .execute();
    },

    delete: async (address: string): Promise<void> => {
      await db.deleteFrom('sso.application_icons').where('client_address', '=', address).execute();
    },

    byAddress: (address: string): Promise<{ readonly type: string; readonly content: Uint8Array } | undefined> =>
      db
        .selectFrom('sso.application_icons')
        .select(['media_type as type', 'image as content'])
        .where('client_address', '=', address)
        .executeTakeFirst(),
  };
}
