import { createNotificationsClient, type NotificationsClient } from '../../../generated/notifications/client.ts';
import { type ApplicationsClient, createApplicationsClient } from './applications-api.ts';
import type { PageConfig } from '../ui/page-config.ts';
import { type Call, callsOf, type PageSession } from '../ui/session.ts';
import { RefusedError } from '../../typed-contract/client.ts';
import type { Application } from '../../../generated/sso/types.ts';

export interface PortalApi {
  readonly session: PageSession;
  /** Address of the notification service, for examples. */
  readonly baseUrl: string;
  readonly call: Call;
  /** The contract's operations with the tag `portal`, called as the developer. */
  readonly portal: NotificationsClient;
  /** The sign-in applications of the developer. */
  readonly applications: ApplicationsClient;
  /** The sign-in provider, for code that signs people in. */
  readonly issuer: string;
  /**
   * Sends as an app. The notification service refuses API keys from browsers, so this page's server relays the request,
   * and only for test scenarios.
   */
  readonly sender: (apiKey: string) => NotificationsClient;
}

export function portalApi(session: PageSession, { notifications, sso }: PageConfig): PortalApi {
  return {
    session,
    baseUrl: notifications,
    call: callsOf(session),
    portal: createNotificationsClient({ baseUrl: notifications, middleware: [session.middleware] }),
    applications: createApplicationsClient({ baseUrl: sso, middleware: [session.middleware] }),
    issuer: sso,
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

/** What every section of a sign-in application gets. */
export interface ApplicationSectionProps {
  readonly api: PortalApi;
  readonly application: Application;
  /** Loads the application again after a change. */
  readonly onChanged: () => void;
}
