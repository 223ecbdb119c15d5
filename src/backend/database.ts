import type { Selectable } from 'kysely';
import type { BackendTables } from '../../generated/backend/tables.ts';
import type { components } from '../../generated/backend/types.ts';
import type { TypedTables } from '../runtime/database/database.ts';
import * as initial from './migrations/0001-initial.ts';

export type Network = 'solana' | 'platform';
export type ContradictionCause = components['schemas']['ContradictionCause'];
export type BackendAuditEvent = 'contradiction_resolved' | 'user_exported' | 'user_erased';

interface BackendColumns {
  'backend.payment_intents': { network: Network };
  'backend.transactions': { network: Network };
  'backend.contradictions': { cause: ContradictionCause };
  'backend.audit_events': { event: BackendAuditEvent };
}

/** Tables of the mini-app backend, created by `migrations/`. A user is identified by the `sub` of the token. */
export interface BackendDatabase extends TypedTables<BackendTables, BackendColumns> {}

export type Token = BackendDatabase['backend.payment_intents']['token'];
export type IntentStatus = Selectable<BackendDatabase['backend.payment_intents']>['status'];
export type TransactionStatus = BackendDatabase['backend.transactions']['status'];

/** Migrations, forward only, in this order. */
export const backendMigrations = [initial];
