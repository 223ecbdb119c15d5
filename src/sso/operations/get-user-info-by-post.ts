import type { SsoHandler } from '../handler.ts';
import { userinfo } from '../userinfo.ts';

/** Returns the subject and the client of the access token; a body is ignored (OpenID Connect Core §5.3.1). */
export const getUserInfoByPost: SsoHandler<'getUserInfoByPost'> = ({ token, nonces, settings, respond }) =>
  respond(200, userinfo(token, settings.issuer), nonces ? { 'dpop-nonce': nonces.current() } : {});
