import type { FastifyRequest } from 'fastify';
import type { SsoHandlerContext } from '../context.ts';
import { clearedOwnerCookie, ownerCookieName } from '../owner-cookie.ts';
import { placeOf } from '../place.ts';
import { secretHash } from '../secret-hash.ts';
import { type LogoutParameters, type LogoutRequest, readLogoutRequest } from './logout-request.ts';

/** What the pages need of the provider to sign a browser out. */
export interface LogoutModel {
  readonly read: (parameters: LogoutParameters) => Promise<LogoutRequest | string>;
  /** Counts the applications that end with the session that this browser presents; undefined without a live one. */
  readonly endedApplications: (request: FastifyRequest) => Promise<number | undefined>;
  /** Returns whether the live session that this browser presents is of the person whom the hint names. */
  readonly isHinted: (request: FastifyRequest, logout: LogoutRequest) => Promise<boolean>;
  /** Ends the session that this browser presents, with what was started in it. @returns the `Set-Cookie` value */
  readonly end: (request: FastifyRequest) => Promise<string>;
}

type LogoutContext = Pick<
  SsoHandlerContext,
  'clients' | 'signingKeys' | 'settings' | 'browserSessions' | 'sessionTree' | 'subjects' | 'metrics' | 'now'
>;

export function createLogoutModel(context: LogoutContext): LogoutModel {
  const { browserSessions, sessionTree, subjects, metrics, now, settings } = context;
  const { issuer } = settings;
  const presented = async ({ cookies, ip, headers }: FastifyRequest) => {
    const token = cookies[ownerCookieName(issuer)];
    if (!token) return undefined;
    return browserSessions.use(secretHash(token), now(), placeOf({ ip, userAgent: headers['user-agent'] }));
  };

  return {
    read: (parameters) => readLogoutRequest(parameters, context),
    endedApplications: async (request) => {
      const session = await presented(request);
      if (!session) return undefined;
      const { browserSessionId: id, sub } = session;
      return (await sessionTree.preview({ kind: 'browser', sub, id }, sub, now())).applications;
    },
    isHinted: async (request, logout) => {
      const session = await presented(request);
      return session !== undefined && subjects.of(session.sub, logout) === logout.hintedSub;
    },
    end: async (request) => {
      const at = now();
      const session = await presented(request);
      if (session) {
        const { browserSessionId: id, sub } = session;
        const event = {
          event: 'browser_signed_out',
          at,
          requestId: request.id,
          ownerSub: sub,
          ip: request.ip,
        } as const;
        const node = { kind: 'browser', sub, id } as const;
        const ended = await sessionTree.endSession({ node, reason: 'browser_signed_out', at, event });
        metrics.revoked('browser_signed_out', ended?.sessions);
      }
      return clearedOwnerCookie(issuer);
    },
  };
}
