import { startAuthorization } from '../authorization/start-authorization.ts';
import type { SsoHandler } from '../handler.ts';

/** Starts a sign-in with the parameters of the query. */
export const authorize: SsoHandler<'authorize'> = async ({ query, respond, ...context }) => {
  const started = await startAuthorization(query, context);
  return started.kind === 'redirect' ? respond(303, undefined, started.headers) : respond(200, started.body);
};
