import type { SsoHandler } from '../handler.ts';
import { userinfo } from '../userinfo.ts';

/** Whose access token this is. */
export const getUserInfo: SsoHandler<'getUserInfo'> = ({ token, nonces, respond }) =>
  respond(200, userinfo(token), nonces ? { 'dpop-nonce': nonces.current() } : {});
