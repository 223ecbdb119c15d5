import type { SsoHandler } from '../handler.ts';
import { userinfo } from '../userinfo.ts';

/** Returns the subject and the client of the access token, and the claims of its scope. */
export const getUserInfo: SsoHandler<'getUserInfo'> = async ({ token, respond, ...context }) =>
  respond(200, await userinfo(token, context), context.nonces ? { 'dpop-nonce': context.nonces.current() } : {});
