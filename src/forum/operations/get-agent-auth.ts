import type { ForumHandler } from '../handler.ts';

/** Returns what the request has proven. Stores only the used proof. */
export const getAgentAuth: ForumHandler<'getAgentAuth'> = ({ agent, checks, respond }) =>
  respond(200, {
    ok: true,
    agent: { jkt: agent.jkt, sub: agent.sub, ...(agent.helperOf && { helperOf: [...agent.helperOf] }) },
    checks: checks.map((label) => ({ label, passed: true })),
    message: `Authenticated as agent ${agent.jkt}.`,
  });
