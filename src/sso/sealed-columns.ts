import type { SealedColumn } from '../runtime/sealed-column.ts';
import { derivedKeyLabel } from './derived-keys.ts';
import { signingKeyLabel } from './signing-keys.ts';

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
];
