import { ofRequest } from '../administration/audit-store.ts';
import { requireOwner } from '../caller/caller.ts';
import { parentPaused, sessionNotFound } from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { connectedSessionResponse } from './connections.ts';

/** Pauses one of the caller's sessions, with the helpers below it. */
export const pauseConnectedSession: SsoHandler<'pauseConnectedSession'> = async ({ respond, ...called }) =>
  respond(200, await changeSession('pause', called));

/** Resumes one of the caller's sessions, with the helpers that were paused with it. */
export const resumeConnectedSession: SsoHandler<'resumeConnectedSession'> = async ({ respond, ...called }) =>
  respond(200, await changeSession('resume', called));

const changes = {
  pause: { event: 'agent_paused', counted: 'paused' },
  resume: { event: 'agent_resumed', counted: 'resumed' },
} as const;

async function changeSession(
  change: keyof typeof changes,
  {
    path: { sessionId },
    caller,
    pauses,
    connections,
    metrics,
    now,
    request,
    settings,
  }: Omit<Parameters<SsoHandler<'pauseConnectedSession'>>[0], 'respond'>,
) {
  const ownerSub = requireOwner(caller);
  const at = now();
  const { event, counted } = changes[change];
  const recorded = { event, at, ...ofRequest(request), ownerSub, details: { sessionId } };
  const outcome = await pauses[change]({ sessionId, ownerSub, at, event: recorded });
  if (outcome === 'parent_paused') throw parentPaused();
  if (outcome === 'changed') metrics.paused(counted);
  const session = await connections.find({ id: sessionId, ownerSub, at });
  if (!session) throw sessionNotFound(sessionId);
  return connectedSessionResponse(session, settings);
}
