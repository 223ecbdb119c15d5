import { callProvider } from './provider-call.ts';
import type { SsoClientContext } from './sso-client-context.ts';
import { LogoutError } from './sso-errors.ts';

/** Ends a session at the provider (RFC 7009): a refresh token ends all tokens of its sign-in. @throws LogoutError */
export async function revokeStoredSession({ config, tokenApi }: SsoClientContext, token: string): Promise<void> {
  const { timeout, providerAddress: client_id } = config;
  await callProvider('The session could not be revoked', LogoutError, { timeout }, async (signal) => {
    const response = await tokenApi.revokeToken({ body: { token, client_id }, signal });
    // A success has no body.
    return response.status === 200 ? { ...response, body: {} } : response;
  });
}
