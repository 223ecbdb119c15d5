import type { DpopProof } from '../../protocol/dpop-proof.ts';
import type { Client } from '../client.ts';
import { authorizationStatus } from '../authorization-request.ts';
import { authorizationAuditFields, type GrantedTokens, issueTokens } from '../code-exchange.ts';
import type { SsoHandlerContext } from '../context.ts';
import {
  authorizationPending,
  deviceCodeExpired,
  deviceCodeRefused,
  deviceRejected,
  slowDown,
} from '../errors/oauth-errors.ts';
import type { SsoRequestContext } from '../handler.ts';
import { consumeProof, requireBoundKey } from '../proof-of-possession.ts';
import { requireBinding } from '../reach/dpop-demand.ts';
import { tokenAudience } from '../reach/token-audience.ts';
import { secretHash } from '../secret-hash.ts';

export interface DeviceCodeGrant {
  readonly device_code: string;
  readonly client_id: string;
  readonly resource?: string;
}

/** Exchanges a device code for tokens once the person approved (RFC 8628 §3.4, §3.5). A proof binds the tokens. */
export async function exchangeDeviceCode(
  grant: DeviceCodeGrant,
  client: Client,
  proof: DpopProof | undefined,
  context: SsoHandlerContext & SsoRequestContext,
): Promise<GrantedTokens> {
  const { deviceCodes, now } = context;
  const codeHash = secretHash(grant.device_code);
  const authorization = await deviceCodes.request(codeHash);
  if (!authorization || authorization.clientAddress !== grant.client_id) throw deviceCodeRefused();
  switch (authorizationStatus(authorization, now())) {
    case 'pending':
      throw (await deviceCodes.polledEarly(codeHash, now())) ? slowDown() : authorizationPending();
    case 'rejected':
      throw deviceRejected();
    case 'expired':
      throw deviceCodeExpired();
    case 'redeemed':
      throw deviceCodeRefused();
    case 'approved': {
      await requireBoundKey(proof, authorization.dpopJkt, context, authorizationAuditFields(authorization, context));
      const audience = tokenAudience(authorization, grant.resource, context.settings);
      requireBinding(proof?.jkt ?? null, { client, audience }, context.settings);
      await consumeProof(proof, context, authorizationAuditFields(authorization, context));
      const tokens = await issueTokens(authorization, { client, proof, audience }, context);
      if (!tokens) throw deviceCodeRefused();
      return tokens;
    }
  }
}
