import { createNotificationsClient, type NotificationsClient } from '../../../generated/notifications/client.ts';
import type { PageConfig } from '../ui/page-config.ts';
import type { Session } from '../ui/session.ts';

export interface PortalApi {
  readonly session: Session;
  /** Operations of tag portal, with the developer's session. */
  readonly portal: NotificationsClient;
  /**
   * Sends as an app. Services let no page send, because keys do not belong into browsers: these go by way of this
   * page's own server, which passes on test scenarios only.
   */
  readonly sender: (apiKey: string) => NotificationsClient;
}

export function portalApi(session: Session, { notifications }: PageConfig): PortalApi {
  return {
    session,
    portal: createNotificationsClient({ baseUrl: notifications, middleware: [session.middleware] }),
    sender: (apiKey) =>
      createNotificationsClient({
        baseUrl: `${location.origin}/portal/relay`,
        headers: { 'x-platform-notifications-key': apiKey },
      }),
  };
}
