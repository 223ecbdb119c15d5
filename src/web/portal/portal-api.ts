import { createNotificationsClient, type NotificationsClient } from '../../../generated/notifications/client.ts';
import type { PageConfig } from '../ui/page-config.ts';
import { type Call, callsOf, type PageSession } from '../ui/session.ts';
import { RefusedError, type ClientOptions, createClient } from '../../typed-contract/client.ts';
import type { Application } from '../../../generated/sso/types.ts';
import type { SsoOperations } from '../../../generated/sso/operations.ts';
import {
  createApplication,
  createApplicationInvite,
  createApplicationMembership,
  createApplicationSecret,
  createDetailType,
  createReachRequest,
  createResource,
  deleteApplication,
  deleteApplicationMember,
  deleteDetailType,
  deleteResource,
  getApplication,
  getApplicationInvites,
  getApplicationMembers,
  getDetailTypes,
  getResources,
  listApplications,
  revokeApplicationInvite,
  revokeApplicationSecret,
  setApplicationIcon,
  setApplicationMember,
  testResource,
  updateApplication,
} from '../../../generated/sso/routes.ts';

export interface PortalApi {
  readonly session: PageSession;
  /** Address of the notification service, for examples. */
  readonly baseUrl: string;
  readonly call: Call;
  /** The contract's operations with the tag `portal`, called as the developer. */
  readonly portal: NotificationsClient;
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

// Listed by name, so that the page contains only the routes that it calls.
const routes = {
  createApplication,
  createApplicationInvite,
  createApplicationMembership,
  createApplicationSecret,
  createDetailType,
  createReachRequest,
  createResource,
  deleteApplication,
  deleteApplicationMember,
  deleteDetailType,
  deleteResource,
  getApplication,
  getApplicationInvites,
  getApplicationMembers,
  getDetailTypes,
  getResources,
  listApplications,
  revokeApplicationInvite,
  revokeApplicationSecret,
  setApplicationIcon,
  setApplicationMember,
  testResource,
  updateApplication,
};

/** The operations of the sign-in provider with which the developer manages sign-in applications. */
const createApplicationsClient = (options: ClientOptions) =>
  createClient<Pick<SsoOperations, keyof typeof routes>>(routes, options);

type ApplicationsClient = ReturnType<typeof createApplicationsClient>;

const base = '/portal/applications';

export const applicationSections = ['setup', 'credentials', 'members', 'resources', 'types', 'settings'] as const;

export type ApplicationSection = (typeof applicationSections)[number];

export const applicationPath = (clientId: string, section: ApplicationSection = 'setup'): string =>
  `${base}/${clientId}/${section}`;

export type ApplicationsRoute =
  | { readonly page: 'applications' }
  | { readonly page: 'join' }
  | { readonly page: 'application'; readonly clientId: string; readonly section: ApplicationSection };

/** What an address of the sign-in applications shows; undefined for an unknown one. */
export function applicationsRouteOf(path: string): ApplicationsRoute | undefined {
  const [, portal, applications, clientId, name = 'setup', ...more] = path.replace(/\/$/, '').split('/');
  if (portal !== 'portal' || applications !== 'applications' || more.length > 0) return undefined;
  if (clientId === undefined) return { page: 'applications' };
  if (clientId === 'join') return name === 'setup' ? { page: 'join' } : undefined;
  const section = applicationSections.find((one) => one === name);
  return section && { page: 'application', clientId, section };
}

// Apart from the pages that read it: those are loaded after the sign-in.
const kept = 'platform.portal.invite';

/**
 * Takes the code of an invite out of the address of the page, before a sign-in leaves the page. A tab keeps it until the
 * person has joined.
 */
export function keepInvite(): void {
  const code = new URLSearchParams(location.hash.slice(1)).get('invite');
  if (location.pathname !== '/portal/applications/join' || code === null) return;
  sessionStorage.setItem(kept, code);
  history.replaceState(history.state, '', location.pathname);
}

export const keptInvite = (): string | null => sessionStorage.getItem(kept);

export const forgetInvite = (): void => sessionStorage.removeItem(kept);
