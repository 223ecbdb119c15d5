import type { Kysely } from 'kysely';
import { inTransaction } from '../../runtime/in-transaction.ts';
import type { SsoDatabase } from '../database.ts';
import { lockOwner } from './lock-owner.ts';
import type { OwnerDevice } from './owners.ts';
import { type Passkey, passkeyOf } from './passkeys.ts';

/** `last`: the only authenticator of the owner, which is kept. */
export type AuthenticatorRemoved = 'removed' | 'unknown' | 'last';

/** Changes of passkeys and devices that exist. */
export interface AuthenticatorStore {
  /** @returns the passkey; undefined when the owner has no such passkey */
  renamePasskey(sub: string, credentialId: string, name: string): Promise<Passkey | undefined>;
  /** @returns the device; undefined when the owner has no such device */
  renameDevice(sub: string, jkt: string, name: string): Promise<OwnerDevice | undefined>;
  /** Deletes a passkey unless it is the last authenticator. */
  removePasskey(sub: string, credentialId: string): Promise<AuthenticatorRemoved>;
  /** Deletes a device unless it is the last authenticator. */
  removeDevice(sub: string, jkt: string): Promise<AuthenticatorRemoved>;
}

export function createAuthenticatorStore(db: Kysely<SsoDatabase>): AuthenticatorStore {
  return {
    renamePasskey: async (sub, credentialId, name) => {
      const row = await db
        .updateTable('sso.passkeys')
        .set({ name })
        .where('credential_id', '=', credentialId)
        .where('owner_sub', '=', sub)
        .returningAll()
        .executeTakeFirst();
      return row && passkeyOf(row);
    },

    renameDevice: (sub, jkt, name) =>
      db
        .updateTable('sso.devices')
        .set({ name })
        .where('jkt', '=', jkt)
        .where('owner_sub', '=', sub)
        .returning(['jkt', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
        .executeTakeFirst(),

    removePasskey: (sub, credentialId) =>
      inTransaction(db, async (trx) => {
        const { passkeys, count } = await lockAuthenticators(trx, sub);
        if (!passkeys.includes(credentialId)) return 'unknown';
        if (count === 1) return 'last';
        await trx.deleteFrom('sso.passkeys').where('credential_id', '=', credentialId).execute();
        return 'removed';
      }),

    removeDevice: (sub, jkt) =>
      inTransaction(db, async (trx) => {
        const { devices, count } = await lockAuthenticators(trx, sub);
        if (!devices.includes(jkt)) return 'unknown';
        if (count === 1) return 'last';
        await trx.deleteFrom('sso.devices').where('jkt', '=', jkt).execute();
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
