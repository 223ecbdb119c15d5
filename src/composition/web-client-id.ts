import { demoProvider } from './development-data.ts';
import type { ServiceDependencies } from './platform-service.ts';
import type { PlatformSettings } from './settings.ts';

/** Returns the provider address of the application that users of the web pages sign in to. */
export const webClientId = (settings: PlatformSettings): string =>
  settings.WEB_PROVIDER_ADDRESS ?? demoProvider.address;

/** Pages of the web service whose users sign in to the demo application. */
const demoPages = ['/try', '/mini-app'] as const;

type WebAddress = Pick<ServiceDependencies, 'addresses'>;

const callbackOf = ({ addresses }: WebAddress, page: (typeof demoPages)[number]): string =>
  `${addresses.web.baseUrl}${page}/callback`;

/** Returns the redirect URIs of the web service's pages at the demo application. */
export const demoRedirectUris = (parts: WebAddress): readonly string[] =>
  demoPages.map((page) => callbackOf(parts, page));

/**
 * Returns where the provider returns to after a sign-in on a page; undefined for an operator's own application, whose
 * redirect URIs are not known here.
 */
export const demoRedirectUri = (
  parts: WebAddress & Pick<ServiceDependencies, 'settings' | 'demoData'>,
  page: (typeof demoPages)[number],
): string | undefined =>
  parts.demoData && parts.settings.WEB_PROVIDER_ADDRESS === undefined ? callbackOf(parts, page) : undefined;
