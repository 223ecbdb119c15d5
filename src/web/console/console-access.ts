import { createSsoClient, type SsoApiClient } from '../../../generated/sso/client.ts';
import type { AdministratorScope, ConsoleSession } from '../../../generated/sso/types.ts';
import { RefusedError } from '../../typed-contract/client.ts';
import { callWithSession, type PageSession } from '../ui/session.ts';

/** What the signed-in operator may do, and until when. */
export interface ConsoleAccess {
  readonly name: string;
  readonly sub: string;
  readonly scopes: readonly AdministratorScope[];
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** Caches the key of the console. It is in the memory of the page only, and ends ten minutes after the confirmation. */
export interface ConsoleKeys {
  /** Whether the signed-in owner was granted the console. */
  readonly isGranted: () => Promise<boolean>;
  /** Opens the console unless it is open. @throws RefusedError when the owner has no access */
  readonly open: () => Promise<ConsoleAccess>;
  /** The key, renewed when it is about to expire. */
  readonly key: () => Promise<string>;
  /** Forgets the key after a service rejected it. */
  readonly forget: () => void;
  /** Ends the key at the provider. */
  readonly close: () => Promise<void>;
}

/** Milliseconds before its expiry at which a key is replaced. */
const margin = 5_000;

export function createConsoleKeys(session: PageSession, sso: string, now: () => number): ConsoleKeys {
  const opener: SsoApiClient = createSsoClient({ baseUrl: sso, middleware: [session.middleware] });
  let current: ConsoleSession | undefined;
  let opening: Promise<ConsoleSession> | undefined;

  /** Concurrent calls share a request. */
  const open = async (): Promise<ConsoleSession> => {
    if (current !== undefined && Date.parse(current.expiresAt) - margin > now()) return current;
    opening ??= callWithSession(session, () => opener.createConsoleSession()).finally(() => (opening = undefined));
    return (current = await opening);
  };
  return {
    isGranted: async () => (await callWithSession(session, () => opener.getConsoleAccess())).granted,
    open,
    key: async () => (await open()).key,
    forget: () => (current = undefined),
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
