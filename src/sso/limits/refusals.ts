import type { AttemptLimits } from './attempt-limits.ts';
import type { SsoAuditEvent, SsoAuditStore } from '../administration/audit-store.ts';

/** Audit event of a rejected request, which its sender can repeat at will. */
export type Refusal = SsoAuditEvent & { readonly ip: string };

/**
 * Records refusals in the audit table, up to a limit; the log has the rest. Each kind counts for itself, and apart from those
 * of callers who proved who they are, so that a flood of one never hides another.
 */
export interface Refusals {
  readonly record: (refusal: Refusal) => Promise<void>;
}

export function createRefusals(
  audit: Pick<SsoAuditStore, 'record'>,
  limits: Pick<AttemptLimits, 'tryConsume'>,
): Refusals {
  return {
    record: async (refusal) => {
      const { event, ip, administrator, ownerSub } = refusal;
      const about = `${event} ${administrator?.id ?? ownerSub ?? ''}`;
      if (limits.tryConsume('recordedRefusal', ip, about)) await audit.record(refusal);
    },
  };
}
