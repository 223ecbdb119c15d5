import type { ResolvedSsoConfig } from './sso-config.ts';

/**
 * Runs while no other tab runs the like for the same session (Web Locks). Only the browser's own storage is seen by
 * other tabs; browsers without locks run at once.
 */
export async function exclusively<T>(
  { tokenStorage, ssoBaseUrl, providerAddress }: ResolvedSsoConfig,
  run: () => Promise<T>,
): Promise<T> {
  if (typeof window === 'undefined' || typeof navigator === 'undefined' || navigator.locks === undefined) return run();
  if (!isShared(tokenStorage)) return run();
  return navigator.locks.request(`platform-sso ${ssoBaseUrl} ${providerAddress}`, run);
}

function isShared(storage: unknown): boolean {
  try {
    return storage === window.localStorage;
  } catch {
    return false;
  }
}
