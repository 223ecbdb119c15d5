import { UndocumentedResponseError } from '../../../src/typed-contract/client.ts';
import { networkReason } from '../../shared/network/bounded-fetch.ts';
import { Failure } from '../../shared/failure.ts';
import type { Keypair } from '../../shared/keypair/keypair.ts';
import type { OwnerSession } from '../../shared/owner-session/owner-session.ts';
import { oauthError } from '../../shared/provider/provider.ts';
import { connectSsoWithProof } from '../../shared/provider/sso-connection.ts';
import type { CommandHost } from '../../shared/host.ts';

/** A status that the contract does not list, from a proxy or a newer provider. */
const undocumentedResponse = (error: unknown): UndocumentedResponseError => {
  if (error instanceof UndocumentedResponseError) return error;
  throw error;
};

/** Result of a revocation; `failed` may succeed later. */
export type Revocation = 'revoked' | 'refused' | 'failed';

/**
 * Revokes a session at the provider.
 * @param reason `rotated` keeps what the key signed trustworthy; it needs the key of the session
 */
export async function revokeOldSession(
  host: CommandHost,
  keypair: Keypair,
  { ssoBaseUrl, providerAddress, refreshToken }: OwnerSession,
  reason: 'rotated' | undefined,
): Promise<Revocation> {
  if (refreshToken === null) return 'refused';
  const sso = connectSsoWithProof(ssoBaseUrl, keypair, host.now);
  const body = {
    token: refreshToken,
    token_type_hint: 'refresh_token',
    client_id: providerAddress,
    ...(reason && { reason }),
  };
  try {
    const response = await sso.revokeToken({ body }).catch(undocumentedResponse);
    const status: number = response.status;
    if (status === 200) return 'revoked';
    host.log(`warning: the session was not revoked: ${oauthError(response).text}`);
    return status === 429 || status >= 500 ? 'failed' : 'refused';
  } catch (error) {
    host.log(
      `warning: the session was not revoked: ${error instanceof Failure ? error.message : networkReason(error)}`,
    );
    return 'failed';
  }
}
