import type { Addresses } from './addresses.ts';
import type { PlatformSettings } from './settings.ts';

/** The sign-in provider as `iss` names it: an origin. */
export const issuerOf = (addresses: Addresses): string => addresses.sso.baseUrl;

/** Where services fetch the provider's keys; another address than the public one where that cannot be reached inside. */
export const jwksUrlOf = (settings: PlatformSettings, addresses: Addresses): string =>
  settings.PLATFORM_JWKS_URL ?? `${issuerOf(addresses)}/oauth/jwks`;
