import { type BackendClient, createBackendClient } from '../../../generated/backend/client.ts';
import { createForumClient, type ForumClient } from '../../../generated/forum/client.ts';
import { createNotificationsClient, type NotificationsClient } from '../../../generated/notifications/client.ts';
import { createSsoClient, type SsoApiClient } from '../../../generated/sso/client.ts';
import { bearerMiddleware } from '../../client/http/bearer-middleware.ts';
import { type ClientOptions, unwrap } from '../../typed-contract/client.ts';
import type { PageConfig } from '../ui/page-config.ts';
import type { PageSession } from '../ui/session.ts';
import { type ConsoleKeys, createConsoleKeys, keyRejected } from './console-access.ts';

/** The operations of administrators, called with the key of the console. */
export interface ConsoleApi {
  readonly session: PageSession;
  readonly keys: ConsoleKeys;
  readonly sso: SsoApiClient;
  readonly notifications: NotificationsClient;
  readonly forum: ForumClient;
  readonly backend: BackendClient;
  /** Address of the forum's pages. */
  readonly forumPages: string;
  /**
   * Calls a service, and once more with a new key when the key was ended elsewhere.
   *
   * @returns the success body
   * @throws RefusedError
   */
  readonly call: <A extends { readonly status: number; readonly body: unknown; readonly headers: Headers }>(
    request: () => Promise<A>,
  ) => Promise<ReturnType<typeof unwrap<A>>>;
}

export function createConsoleApi(
  session: PageSession,
  { sso, notifications, backend, forum = '' }: PageConfig,
): ConsoleApi {
  const keys = createConsoleKeys(session, sso, () => Date.now());
  const options: Pick<ClientOptions, 'middleware' | 'fetch'> = {
    middleware: [bearerMiddleware(keys.key)],
    // What is public may be cached, and changes when an administrator acts.
    fetch: (request) => fetch(request, { cache: 'no-store' }),
  };
  return {
    session,
    keys,
    sso: createSsoClient({ baseUrl: sso, ...options }),
    notifications: createNotificationsClient({ baseUrl: notifications, ...options }),
    forum: createForumClient({ baseUrl: forum, ...options }),
    backend: createBackendClient({ baseUrl: backend, ...options }),
    forumPages: forum,
    call: async (request) => {
      try {
        return unwrap(await request());
      } catch (error) {
        if (!keyRejected(error)) throw error;
        keys.forget();
        return unwrap(await request());
      }
    },
  };
}
