import { createHmac } from 'node:crypto';

/** Returns what the audit names instead of an erased owner: always the same for one session address. */
export type AuditPseudonym = (sub: string) => string;

/** @param key secret: without it, the pseudonym cannot be linked to a session address */
export function createAuditPseudonym(key: Uint8Array): AuditPseudonym {
  return (sub) => `erased:${createHmac('sha256', key).update(sub).digest('hex').slice(0, 32)}`;
}
