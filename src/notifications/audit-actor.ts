import type { IncomingRequest } from '../runtime/incoming-request.ts';
import type { Caller } from './handler.ts';
import type { NotificationsAuditEvent } from './store/audit-events.ts';

/** Returns the fields of an audit event that identify the actor and the request. */
export function auditActor(
  caller: Caller,
  request: IncomingRequest,
): Pick<NotificationsAuditEvent, 'actorSub' | 'clientAddress' | 'ip' | 'requestId'> {
  return { actorSub: caller.sub, clientAddress: caller.clientId, ip: request.ip, requestId: request.id };
}
