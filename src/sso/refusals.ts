import type { AttemptLimits } from './attempt-limits.ts';
import type { AuditEvent, AuditStore } from './store/audit-events.ts';

/** A refusal that its sender can repeat at will. */
export type Refusal = AuditEvent & { readonly ip: string };

/** Puts refusals on record, up to the limit of the sender's address; the log has the rest. */
export interface Refusals {
  readonly record: (refusal: Refusal) => Promise<void>;
}

export function createRefusals(audit: Pick<AuditStore, 'record'>, limits: Pick<AttemptLimits, 'take'>): Refusals {
  return {
    record: async (refusal) => {
      if (limits.take('recordedRefusal', refusal.ip)) await audit.record(refusal);
    },
  };
}
