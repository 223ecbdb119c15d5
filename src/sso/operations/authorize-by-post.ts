import { startAuthorization } from '../authorization/start-authorization.ts';
import type { SsoHandler } from '../handler.ts';

/** Starts a sign-in with the parameters of a form. */
export const authorizeByPost: SsoHandler<'authorizeByPost'> = async ({ body, respond, ...context }) => {
  const started = await startAuthorization(body, context);
  return started.kind === 'redirect' ? respond(303, undefined, started.headers) : respond(200, started.body);
};
