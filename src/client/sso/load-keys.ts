import type { SsoClientContext } from './sso-client-context.ts';

/** Loads the provider's keys before a code or refresh token is used, so that the new tokens can be verified. */
export async function loadKeys(
  { keySet }: SsoClientContext,
  fail: (message: string, cause: unknown) => never,
): Promise<void> {
  await keySet.load().catch((cause: unknown) => fail("The provider's key set is unreachable.", cause));
}
