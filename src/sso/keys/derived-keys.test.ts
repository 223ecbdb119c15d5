import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../contract-tests/fixtures/runtime/test-database.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { createMasterKey } from '../../runtime/start/master-key.ts';
import { resealColumn } from '../../runtime/database/sealed-column.ts';
import { ssoSealedColumns, withStoredDerivedKeys } from './derived-keys.ts';
import { ssoMigrations } from '../database.ts';

const [former, next] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
const database = useStarted(() => createTestDatabase({ area: 'sso', migrations: ssoMigrations }));

const load = async (...[key, ...others]: readonly [Uint8Array, ...Uint8Array[]]) => {
  const { derive } = await withStoredDerivedKeys({
    database,
    masterKey: createMasterKey(key, ...others),
    now: () => new Date(),
  });
  return {
    recovery: derive('sso/recovery-code'),
    pseudonym: derive('sso/audit-pseudonym'),
    code: derive('sso/authorization-code'),
  };
};

test('sso: derived keys are those of earlier versions, and stay the same in every step of a master key rotation', async () => {
  // An installation may rotate at its first start of this version.
  const keys = await load(next, former);
  expect(keys.recovery).toEqual(createMasterKey(former).derive('sso/recovery-code'));
  expect(keys.pseudonym).toEqual(createMasterKey(former).derive('sso/audit-pseudonym'));
  expect(await load(former, next)).toEqual(keys);
  expect(await load(next, former)).toEqual(keys);
  for (const column of ssoSealedColumns) await resealColumn(database.db, createMasterKey(next, former), column);
  expect(await load(next)).toEqual(keys);
  await expect(load(former)).rejects.toThrow('cannot be decrypted with this master key');
});
