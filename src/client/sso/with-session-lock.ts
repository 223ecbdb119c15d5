import type { ResolvedSsoConfig } from './sso-config.ts';

/**
 * Runs a function under a Web Lock for the session, so that one tab at a time changes it. Runs immediately without Web Locks
 * or when the storage is not shared between tabs.
 *
 * @param run receives whether it waited for another tab
 */
export async function withSessionLock<T>(
  { tokenStorage, ssoBaseUrl, providerAddress }: ResolvedSsoConfig,
  run: (waited: boolean) => Promise<T>,
): Promise<T> {
  if (typeof window === 'undefined' || typeof navigator === 'undefined' || !isShared(tokenStorage)) return run(false);
  // An insecure page has none, and a simulated one in tests may have null.
  const locks = navigator.locks as LockManager | null | undefined;
  if (!locks) return run(false);
  const name = `platform-sso ${ssoBaseUrl} ${providerAddress}`;
  const atOnce = await locks.request(name, { ifAvailable: true }, async (lock) => lock && { result: await run(false) });
  return atOnce === null ? locks.request(name, () => run(true)) : atOnce.result;
}

function isShared(storage: unknown): boolean {
  try {
    return storage === window.localStorage;
  } catch {
    return false;
  }
}
