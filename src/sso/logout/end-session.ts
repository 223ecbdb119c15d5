import type { FastifyRequest } from 'fastify';
import type { SsoHandlerContext } from '../context.ts';
import { clearedOwnerCookie, ownerCookieName } from '../owner-cookie.ts';
import { placeOf } from '../place.ts';
import { secretHash } from '../secret-hash.ts';
import { type LogoutParameters, type LogoutRequest, readLogoutRequest } from './logout-request.ts';

/** What the pages need of the provider to sign a browser out. */
export interface LogoutModel {
  readonly read: (parameters: LogoutParameters) => Promise<LogoutRequest | string>;
  /** Returns the owner whose session this browser presents; undefined without a live one. */
  readonly signedInOwner: (request: FastifyRequest) => Promise<string | undefined>;
  /** Ends the browser session and the session of `id_token_hint`. @returns the `Set-Cookie` value */
  readonly end: (request: FastifyRequest, hint: LogoutRequest['hint']) => Promise<string>;
}

type LogoutContext = Pick<
  SsoHandlerContext,
  'clients' | 'signingKeys' | 'settings' | 'browserSessions' | 'atomically' | 'metrics' | 'now'
>;

export function createLogoutModel(context: LogoutContext): LogoutModel {
  const { browserSessions, atomically, metrics, now, settings } = context;
  const { issuer } = settings;
  const tokenOf = ({ cookies }: FastifyRequest): string | undefined => cookies[ownerCookieName(issuer)] || undefined;
  const signedInOwner: LogoutModel['signedInOwner'] = async (request) => {
    const token = tokenOf(request);
    if (token === undefined) return undefined;
    const place = placeOf({ ip: request.ip, userAgent: request.headers['user-agent'] });
    return (await browserSessions.use(secretHash(token), now(), place))?.sub;
  };

  return {
    read: (parameters) => readLogoutRequest(parameters, context),
    signedInOwner,
    end: async (request, hint) => {
      const at = now();
      const token = tokenOf(request);
      const ownerSub = await signedInOwner(request);
      const common = { at, requestId: request.id, ip: request.ip };
      const revoked = await atomically(async (stores) => {
        if (token !== undefined && ownerSub !== undefined) {
          await stores.browserSessions.signOut(secretHash(token), at);
          await stores.audit.record({ ...common, event: 'browser_signed_out', ownerSub });
        }
        if (hint?.sessionId === undefined) return false;
        const { sessionId, sub } = hint;
        const session = await stores.sessions.revoke({ id: sessionId, ownerSub: sub, at, reason: 'logout' });
        if (!session) return false;
        const { clientAddress } = session;
        const details = { sessionId, reason: 'logout' };
        await stores.audit.record({ ...common, event: 'session_revoked', ownerSub: sub, clientAddress, details });
        return true;
      });
      if (revoked) metrics.revoked('client');
      return clearedOwnerCookie(issuer);
    },
  };
}
