import { type BackendClient, createBackendClient } from '../../../generated/backend/client.ts';
import { createForumClient, type ForumClient } from '../../../generated/forum/client.ts';
import { createNotificationsClient, type NotificationsClient } from '../../../generated/notifications/client.ts';
import { createSsoClient, type SsoApiClient } from '../../../generated/sso/client.ts';
import { bearerMiddleware } from '../../client/http/middleware.ts';
import { type ClientOptions, RefusedError, unwrap } from '../../typed-contract/client.ts';
import type { PageConfig } from '../ui/page-config.ts';
import { type Call, callsOf, type PageSession } from '../ui/session.ts';
import type { ConsoleSession } from '../../../generated/sso/types.ts';

/** The operations of administrators, called with the key of the console. */
export interface ConsoleApi {
  readonly session: PageSession;
  readonly keys: ReturnType<typeof createConsoleKeys>;
  readonly sso: SsoApiClient;
  readonly notifications: NotificationsClient;
  readonly forum: ForumClient;
  readonly backend: BackendClient;
  readonly forumPages: string;
  /** Calls a service, and once more with a new key when the key was ended elsewhere. */
  readonly call: Call;
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

/** What the signed-in operator may do, and until when. */
export type ConsoleAccess = Omit<ConsoleSession, 'id' | 'key'>;

/** Milliseconds before its expiry at which a key is replaced. */
const margin = 5_000;

/** Caches the key of the console. It is in the memory of the page only, and ends ten minutes after the confirmation. */
export function createConsoleKeys(session: PageSession, sso: string, now: () => number) {
  const opener: SsoApiClient = createSsoClient({ baseUrl: sso, middleware: [session.middleware] });
  let current: ConsoleSession | undefined;
  let opening: Promise<ConsoleSession> | undefined;

  /** Opens the console unless it is open; concurrent calls share a request. @throws RefusedError when the owner has no access */
  const open = async (): Promise<ConsoleSession> => {
    if (current !== undefined && Date.parse(current.expiresAt) - margin > now()) return current;
    opening ??= callsOf(session)(() => opener.createConsoleSession()).finally(() => (opening = undefined));
    return (current = await opening);
  };
  return {
    /** Whether the signed-in owner was granted the console. */
    isGranted: async () => (await callsOf(session)(() => opener.getConsoleAccess())).granted,
    open,
    /** The key, renewed when it is about to expire. */
    key: async () => (await open()).key,
    /** Forgets the key after a service rejected it. */
    forget: (): void => void (current = undefined),
    /** Ends the key at the provider. */
    close: async () => {
      if (current === undefined) return;
      const headers = { authorization: `Bearer ${current.key}` };
      current = undefined;
      await createSsoClient({ baseUrl: sso, headers }).deleteConsoleSession();
    },
  };
}

/** Whether a service rejected the key itself: it was ended elsewhere. */
export function keyRejected(error: unknown): boolean {
  return error instanceof RefusedError && error.status === 401;
}
