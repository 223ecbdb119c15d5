import { notificationTokenLabel } from '../approvals/backchannel.ts';
import { derivedKeysColumn } from '../../runtime/database/derived-keys.ts';
import type { SealedColumn } from '../../runtime/database/sealed-column.ts';
import { signingKeyLabel } from './signing-keys.ts';

/** Keys that the provider derives from the master key. */
export const ssoDerivedKeys = {
  table: 'sso.derived_keys',
  purposes: [
    'sso/authorization-code',
    'sso/refresh-token',
    'sso/recovery-code',
    'sso/dpop-nonce',
    'sso/audit-pseudonym',
    'sso/agent-directories',
    'sso/pairwise-subject',
  ],
} as const;

/** Columns of the sign-in provider that are sealed under the master key. */
export const ssoSealedColumns: readonly SealedColumn[] = [
  {
    table: 'sso.signing_keys',
    column: 'sealed_private_key',
    key: ['kid'],
    purposeOf: ([kid = '']) => signingKeyLabel(kid),
  },
  derivedKeysColumn(ssoDerivedKeys),
  {
    table: 'sso.approval_requests',
    column: 'sealed_notification_token',
    key: ['id'],
    purposeOf: ([id = '']) => notificationTokenLabel(id),
  },
];
