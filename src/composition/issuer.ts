import type { Addresses } from './addresses.ts';
import type { PlatformSettings } from './settings.ts';

/** Returns the issuer of the sign-in provider (`iss`), an origin. */
export const issuerOf = (addresses: Addresses): string => addresses.sso.baseUrl;

/** Returns the URL of the provider's key set; PLATFORM_JWKS_URL where the public address is not reachable. */
export const jwksUrlOf = (settings: PlatformSettings, addresses: Addresses): string =>
  settings.PLATFORM_JWKS_URL ?? `${issuerOf(addresses)}/oauth/jwks`;
