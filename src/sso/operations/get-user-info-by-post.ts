import type { SsoHandler } from '../handler.ts';
import { userinfo } from '../userinfo.ts';

/** Returns the subject and the client of the access token, and the claims of its scope; a body is ignored (OpenID Connect Core §5.3.1). */
export const getUserInfoByPost: SsoHandler<'getUserInfoByPost'> = async ({ token, respond, ...context }) =>
  respond(200, await userinfo(token, context), context.nonces ? { 'dpop-nonce': context.nonces.current() } : {});
