import type { ProtectedResource } from '../sso/settings.ts';
import type { Addresses } from './addresses.ts';
import type { PlatformSettings } from './settings.ts';

/** Value of `aud` that only the forum accepts: FORUM_AUDIENCE if it is a URL, else its address. */
export const forumResourceOf = ({ FORUM_AUDIENCE: audience }: PlatformSettings, { forum }: Addresses): string =>
  audience !== undefined && URL.canParse(audience) ? audience : forum.baseUrl;

/**
 * Returns the services that accept the provider's access tokens: those of the platform, with the identifiers in their metadata
 * (RFC 9728 §2), and those in RESOURCE_SERVERS.
 */
export const platformResources = (settings: PlatformSettings, addresses: Addresses): readonly ProtectedResource[] => [
  {
    name: 'Forum',
    uri: forumResourceOf(settings, addresses),
    thirdParty: false,
    scopes: ['forum:write', 'forum:vote'],
    requiresDpop: true,
    acceptsIssuer: settings.FORUM_AUDIENCE === undefined,
  },
  {
    name: 'Notifications',
    uri: addresses.notifications.baseUrl,
    thirdParty: false,
    scopes: ['notifications:host'],
    acceptsIssuer: true,
  },
  { name: 'Payments', uri: addresses.backend.baseUrl, thirdParty: false, scopes: ['payments'], acceptsIssuer: false },
  ...(settings.RESOURCE_SERVERS ?? []).map(({ name, url }) => ({
    name,
    uri: url,
    thirdParty: true,
    scopes: [],
    requiresDpop: settings.DPOP_RESOURCES?.includes(url) ?? false,
    acceptsIssuer: false,
  })),
];
