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
import { type ClientOptions, createClient } from '../../typed-contract/client.ts';

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
export const createApplicationsClient = (options: ClientOptions) =>
  createClient<Pick<SsoOperations, keyof typeof routes>>(routes, options);

export type ApplicationsClient = ReturnType<typeof createApplicationsClient>;

const base = '/portal/applications';

/** Sections of an application. */
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
