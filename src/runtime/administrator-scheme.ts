import { AuthorizationError, findAuthorization } from '../protocol/authorization-header.ts';
import { headerPairs } from '../protocol/raw-headers.ts';
import type { AdministratorDirectory, PresentedAdministrator } from './administrator-directory.ts';
import type { SecurityScheme } from './security.ts';

export interface AdministratorCredentials {
  readonly administrator: PresentedAdministrator;
}

export interface AdministratorSchemeOptions {
  readonly directory: AdministratorDirectory;
  /** Creates the area's error for a key that the provider rejects. */
  readonly keyRefused: () => Error;
  /** Creates the area's error for an administrator without the scope. */
  readonly scopeMissing: (administrator: PresentedAdministrator, scope: string) => Error;
}

/**
 * Accepts an administrator's key as a Bearer token in services that store no keys: the provider resolves the key to an
 * administrator, and limits the rate of wrong keys.
 */
export function createAdministratorScheme({
  directory,
  keyRefused,
  scopeMissing,
}: AdministratorSchemeOptions): SecurityScheme<AdministratorCredentials> {
  return {
    authenticate: async ({ rawHeaders }, scopes) => {
      const key = bearerToken(rawHeaders, keyRefused);
      if (key === undefined) return undefined;
      const administrator = await directory.identify(key);
      if (administrator === undefined) throw keyRefused();
      const lacking = scopes.find((scope) => !administrator.scopes.includes(scope));
      if (lacking !== undefined) throw scopeMissing(administrator, lacking);
      return { administrator };
    },
    confirmation: ({ administrator: { confirmedAt: at } }) =>
      at === undefined ? { by: 'administrator' } : { by: 'person', at },
  };
}

/** @returns undefined without an Authorization header, or with one of another scheme */
function bearerToken(rawHeaders: readonly string[], refused: () => Error): string | undefined {
  try {
    const authorization = findAuthorization(headerPairs(rawHeaders));
    return authorization?.scheme === 'bearer' ? authorization.token : undefined;
  } catch (error) {
    throw error instanceof AuthorizationError ? refused() : error;
  }
}
