import { ofRequest } from '../administration/audit-store.ts';
import { requireOwner } from '../caller/caller.ts';
import type { SsoHandlerContext } from '../context.ts';
import { parentPaused, sessionNotFound } from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { connectedSessionResponse } from './connections.ts';

/** Pauses one of the caller's sessions, with the helpers below it. */
export const pauseConnectedSession: SsoHandler<'pauseConnectedSession'> = async ({
  path: { sessionId },
  caller,
  pauses,
  metrics,
  now,
  request,
  respond,
  ...context
}) => {
  const ownerSub = requireOwner(caller);
  const at = now();
  const outcome = await pauses.pause({
    sessionId,
    ownerSub,
    at,
    event: { event: 'agent_paused', at, ...ofRequest(request), ownerSub, details: { sessionId } },
  });
  if (outcome === 'changed') metrics.paused('paused');
  return respond(200, await readSession({ sessionId, ownerSub, at }, context));
};

/** Resumes one of the caller's sessions, with the helpers that were paused with it. */
export const resumeConnectedSession: SsoHandler<'resumeConnectedSession'> = async ({
  path: { sessionId },
  caller,
  pauses,
  metrics,
  now,
  request,
  respond,
  ...context
}) => {
  const ownerSub = requireOwner(caller);
  const at = now();
  const outcome = await pauses.resume({
    sessionId,
    ownerSub,
    at,
    event: { event: 'agent_resumed', at, ...ofRequest(request), ownerSub, details: { sessionId } },
  });
  if (outcome === 'parent_paused') throw parentPaused();
  if (outcome === 'changed') metrics.paused('resumed');
  return respond(200, await readSession({ sessionId, ownerSub, at }, context));
};

async function readSession(
  { sessionId: id, ownerSub, at }: { readonly sessionId: string; readonly ownerSub: string; readonly at: Date },
  { connections, settings }: Pick<SsoHandlerContext, 'connections' | 'settings'>,
) {
  const session = await connections.find({ id, ownerSub, at });
  if (!session) throw sessionNotFound(id);
  return connectedSessionResponse(session, settings);
}
