import type { Kysely } from 'kysely';
import { inTransaction } from '../../runtime/database/queries.ts';
import type { SsoDatabase } from '../database.ts';
import { lockOwner } from './lock-owner-store.ts';
import type { Ed25519Jwk } from '../../protocol/jwk-thumbprint.ts';
import type { EnrolledDevice, OwnerDevice } from './owner-store.ts';
import { type Passkey, passkeyOf } from './passkey-store.ts';

/** `last`: the only authenticator of the owner, which is kept. */
type AuthenticatorRemoved = 'removed' | 'unknown' | 'last';

/** Maximum number of devices of one owner. */
export const maxDevices = 20;

interface AddedDevice {
  readonly sub: string;
  readonly jkt: string;
  readonly jwk: Ed25519Jwk;
  readonly name: string;
  readonly at: Date;
}

/** `no_owner`: the owner was deleted concurrently. */
type DeviceRefused = 'other_owner' | 'limit' | 'no_owner';

/** Changes of the passkeys and devices of an owner. */
export function createAuthenticatorStore(db: Kysely<SsoDatabase>) {
  return {
    /** Adds a device to an owner; a device of this owner stays as it is. */
    addDevice: ({ sub, jkt, jwk, name, at }: AddedDevice): Promise<EnrolledDevice | DeviceRefused> =>
      inTransaction(db, async (trx) => {
        if (!(await lockOwner(trx, sub))) return 'no_owner';
        const known = () =>
          trx
            .selectFrom('sso.devices')
            .select(['owner_sub as sub', 'jkt', 'name', 'created_at as createdAt'])
            .where('jkt', '=', jkt)
            .executeTakeFirst();
        const before = await known();
        if (before) return before.sub === sub ? { ...before, isNew: false } : 'other_owner';
        const { count } = await trx
          .selectFrom('sso.devices')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('owner_sub', '=', sub)
          .executeTakeFirstOrThrow();
        if (count >= maxDevices) return 'limit';
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto('sso.devices')
          .values({ jkt, owner_sub: sub, public_jwk: JSON.stringify(jwk), name, created_at: at })
          .onConflict((conflict) => conflict.column('jkt').doNothing())
          .executeTakeFirstOrThrow();
        // Otherwise the key enrolled concurrently as an owner of its own.
        return numInsertedOrUpdatedRows === 1n ? { sub, jkt, name, createdAt: at, isNew: true } : 'other_owner';
      }),

    /** @returns the passkey; undefined when the owner has no such passkey */
    renamePasskey: async (sub: string, credentialId: string, name: string): Promise<Passkey | undefined> => {
      const row = await db
        .updateTable('sso.passkeys')
        .set({ name })
        .where('credential_id', '=', credentialId)
        .where('owner_sub', '=', sub)
        .returningAll()
        .executeTakeFirst();
      return row && passkeyOf(row);
    },

    /** @returns the device; undefined when the owner has no such device */
    renameDevice: (sub: string, jkt: string, name: string): Promise<OwnerDevice | undefined> =>
      db
        .updateTable('sso.devices')
        .set({ name })
        .where('jkt', '=', jkt)
        .where('owner_sub', '=', sub)
        .returning(['jkt', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
        .executeTakeFirst(),

    /** Deletes a passkey unless it is the last authenticator. */
    removePasskey: (sub: string, credentialId: string): Promise<AuthenticatorRemoved> =>
      inTransaction(db, async (trx) => {
        const { passkeys, count } = await lockAuthenticators(trx, sub);
        if (!passkeys.includes(credentialId)) return 'unknown';
        if (count === 1) return 'last';
        await trx
          .deleteFrom('sso.passkeys')
          .where('credential_id', '=', credentialId)
          .where('owner_sub', '=', sub)
          .execute();
        return 'removed';
      }),

    /** Deletes a device unless it is the last authenticator. */
    removeDevice: (sub: string, jkt: string): Promise<AuthenticatorRemoved> =>
      inTransaction(db, async (trx) => {
        const { devices, count } = await lockAuthenticators(trx, sub);
        if (!devices.includes(jkt)) return 'unknown';
        if (count === 1) return 'last';
        await trx.deleteFrom('sso.devices').where('jkt', '=', jkt).where('owner_sub', '=', sub).execute();
        return 'removed';
      }),
  };
}

/** Lists the ids of an owner's authenticators. The lock keeps concurrent calls from deleting the last two. */
async function lockAuthenticators(trx: Kysely<SsoDatabase>, sub: string) {
  await lockOwner(trx, sub);
  const passkeys = await trx.selectFrom('sso.passkeys').select('credential_id').where('owner_sub', '=', sub).execute();
  const devices = await trx.selectFrom('sso.devices').select('jkt').where('owner_sub', '=', sub).execute();
  return {
    passkeys: passkeys.map((row) => row.credential_id),
    devices: devices.map((row) => row.jkt),
    count: passkeys.length + devices.length,
  };
}
