import type { SsoClientContext } from './sso-client-context.ts';

/** Has the provider's keys at hand before a code or refresh token is spent on tokens that could not be verified. */
export async function loadKeys(
  { keySet }: SsoClientContext,
  fail: (message: string, cause: unknown) => never,
): Promise<void> {
  await keySet.load().catch((cause: unknown) => fail("The provider's key set cannot be reached.", cause));
}
