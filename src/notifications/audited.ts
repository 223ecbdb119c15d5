import type { IncomingRequest } from '../runtime/incoming-request.ts';
import type { Caller } from './handler.ts';
import type { AuditEvent } from './store/audit-events.ts';

/** Who did something, as the audit log keeps it. */
export function by(
  caller: Caller,
  request: IncomingRequest,
): Pick<AuditEvent, 'actorSub' | 'clientAddress' | 'ip' | 'requestId'> {
  return { actorSub: caller.sub, clientAddress: caller.clientId, ip: request.ip, requestId: request.id };
}
