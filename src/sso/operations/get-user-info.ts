import type { SsoHandler } from '../handler.ts';
import { userinfo } from '../userinfo.ts';

/** Returns the subject and the client of the access token. */
export const getUserInfo: SsoHandler<'getUserInfo'> = ({ token, nonces, settings, respond }) =>
  respond(200, userinfo(token, settings.issuer), nonces ? { 'dpop-nonce': nonces.current() } : {});
