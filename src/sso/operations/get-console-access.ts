import { findConsoleGrant } from '../administrators/find-console-grant.ts';
import type { SsoHandler } from '../handler.ts';

/** Returns whether the user may open the operator console. */
export const getConsoleAccess: SsoHandler<'getConsoleAccess'> = async ({ nonces, respond, ...context }) => {
  const granted = (await findConsoleGrant(context)) !== undefined;
  return respond(200, { sub: context.token.sub, granted }, nonces ? { 'dpop-nonce': nonces.current() } : {});
};
