import { createNotificationsClient, type NotificationsClient } from '../../../generated/notifications/client.ts';
import type { PageConfig } from '../ui/page-config.ts';
import { type Call, callsOf, type PageSession } from '../ui/session.ts';
import { RefusedError } from '../../typed-contract/client.ts';

export interface PortalApi {
  readonly session: PageSession;
  readonly call: Call;
  /** The contract's operations with the tag `portal`, called as the developer. */
  readonly portal: NotificationsClient;
  /**
   * Sends as an app. The notification service refuses API keys from browsers, so this page's server relays the request,
   * and only for test scenarios.
   */
  readonly sender: (apiKey: string) => NotificationsClient;
}

export function portalApi(session: PageSession, { notifications }: PageConfig): PortalApi {
  return {
    session,
    call: callsOf(session),
    portal: createNotificationsClient({ baseUrl: notifications, middleware: [session.middleware] }),
    sender: (apiKey) =>
      createNotificationsClient({
        baseUrl: `${location.origin}/portal/relay`,
        headers: { 'x-platform-notifications-key': apiKey },
      }),
  };
}

/** Waits for a deletion. What is not found any more was deleted in another tab, which is the same to the user. */
export async function ignoreAlreadyDeleted(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!(error instanceof RefusedError) || error.status !== 404) throw error;
  }
}
