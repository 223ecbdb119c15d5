import { type BackendClient, createBackendClient } from '../../../generated/backend/client.ts';
import { createNotificationsClient, type NotificationsClient } from '../../../generated/notifications/client.ts';
import type { PageConfig } from '../ui/page-config.ts';
import type { PageSession } from '../ui/session.ts';
import { createHostServerClient, type HostServerClient, workerAddress } from './host-server.ts';

export interface HostApi {
  readonly session: PageSession;
  /** The contract's operations with the tag `host`, called as the user. */
  readonly host: NotificationsClient;
  /** Reads invoices through this page's server. */
  readonly backend: BackendClient;
  readonly server: HostServerClient;
  /** URL of the service worker. */
  readonly workerUrl: string;
}

export function hostApi(session: PageSession, { notifications }: PageConfig): HostApi {
  return {
    session,
    host: createNotificationsClient({ baseUrl: notifications, middleware: [session.middleware] }),
    backend: createBackendClient({ baseUrl: `${location.origin}/host/backend` }),
    server: createHostServerClient(location.origin, session.middleware),
    workerUrl: workerAddress(notifications),
  };
}
