import { findConsoleGrant } from '../administrators/find-console-grant.ts';
import type { SsoHandler } from '../handler.ts';

/** Tells the operator console whether its user may open it. */
export const getConsoleAccess: SsoHandler<'getConsoleAccess'> = async ({ nonces, respond, ...asked }) => {
  const granted = (await findConsoleGrant(asked)) !== undefined;
  return respond(200, { sub: asked.token.sub, granted }, nonces ? { 'dpop-nonce': nonces.current() } : {});
};
