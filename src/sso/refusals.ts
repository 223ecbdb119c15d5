import type { AttemptLimits } from './attempt-limits.ts';
import type { SsoAuditEvent, SsoAuditStore } from './store/audit-events.ts';

/** Audit event of a rejected request, which its sender can repeat at will. */
export type Refusal = SsoAuditEvent & { readonly ip: string };

/** Records refusals in the audit table, up to a limit per client network; the log has the rest. */
export interface Refusals {
  readonly record: (refusal: Refusal) => Promise<void>;
}

export function createRefusals(
  audit: Pick<SsoAuditStore, 'record'>,
  limits: Pick<AttemptLimits, 'tryConsume'>,
): Refusals {
  return {
    record: async (refusal) => {
      if (limits.tryConsume('recordedRefusal', refusal.ip)) await audit.record(refusal);
    },
  };
}
