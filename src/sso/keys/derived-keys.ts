import type { Database } from '../../runtime/database/database.ts';
import type { MasterKey } from '../../runtime/start/master-key.ts';
import type { SsoDatabase } from '../database.ts';
import { createDerivedKeyStore } from './signing-key-store.ts';
import { notificationTokenLabel } from '../approvals/backchannel.ts';
import type { SealedColumn } from '../../runtime/database/sealed-column.ts';
import { signingKeyLabel } from './signing-keys.ts';

/** Purposes of the keys that the provider derives from the master key. */
const purposes = [
  'sso/authorization-code',
  'sso/refresh-token',
  'sso/recovery-code',
  'sso/dpop-nonce',
  'sso/audit-pseudonym',
  'sso/agent-directories',
  'sso/pairwise-subject',
] as const;

/** Binds a sealed key to its row, so that swapped rows do not open. */
const derivedKeyLabel = (purpose: string): string => `sso.derived_keys ${purpose}`;

interface DerivedKeysDependencies {
  readonly database: Pick<Database, 'as'>;
  readonly masterKey: MasterKey;
  readonly now: () => Date;
}

/**
 * Returns the master key with derived keys that do not change when it is rotated: they are stored sealed. The first start derives
 * them, as earlier versions did at every start.
 */
export async function withStoredDerivedKeys({ database, masterKey, now }: DerivedKeysDependencies): Promise<MasterKey> {
  const created = purposes.map((purpose) => ({
    purpose,
    sealedKey: masterKey.seal(masterKey.derive(purpose), derivedKeyLabel(purpose)),
  }));
  const stored = await createDerivedKeyStore(database.as<SsoDatabase>()).findOrCreate(created, now());
  const keys = new Map(
    stored.map(({ purpose, sealedKey }) => [purpose, masterKey.open(sealedKey, derivedKeyLabel(purpose))]),
  );
  return {
    ...masterKey,
    derive: (purpose) => {
      const key = keys.get(purpose);
      if (key === undefined) throw new Error(`The table sso.derived_keys has no key for ${purpose}; list the purpose.`);
      return key;
    },
  };
}

/** Columns of the sign-in provider that are sealed under the master key. */
export const ssoSealedColumns: readonly SealedColumn[] = [
  {
    table: 'sso.signing_keys',
    column: 'sealed_private_key',
    key: ['kid'],
    purposeOf: ([kid = '']) => signingKeyLabel(kid),
  },
  {
    table: 'sso.derived_keys',
    column: 'sealed_key',
    key: ['purpose'],
    purposeOf: ([purpose = '']) => derivedKeyLabel(purpose),
  },
  {
    table: 'sso.approval_requests',
    column: 'sealed_notification_token',
    key: ['id'],
    purposeOf: ([id = '']) => notificationTokenLabel(id),
  },
];
