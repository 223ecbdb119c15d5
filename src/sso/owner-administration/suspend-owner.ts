import type { SsoStores } from '../stores.ts';
import type { SsoAuditEvent } from '../store/audit-events.ts';

export interface Suspension {
  readonly sub: string;
  readonly at: Date;
  readonly reason: string | null;
  /** The audit row. */
  readonly event: Pick<SsoAuditEvent, 'requestId' | 'ip' | 'administrator'>;
}

/**
 * Suspends an owner in the caller's transaction: no sign-in, no approval and no refresh from now on.
 *
 * @returns how many sessions were revoked; undefined when there is no such owner
 */
export async function suspendOwnerIn(
  { ownerAdministration, sessionTree }: SsoStores,
  { sub, at, reason, event }: Suspension,
): Promise<number | undefined> {
  if (!(await ownerAdministration.suspend({ sub, at, reason }))) return undefined;
  const ended = await sessionTree.endSession({
    node: { kind: 'owner', sub },
    reason: 'owner_suspended',
    at,
    event: { ...event, event: 'owner_suspended', at, ownerSub: sub, details: { reason } },
  });
  return ended?.sessions;
}
