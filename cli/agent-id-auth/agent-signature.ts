import { agentDirectoryUrl, type AgentSignatureFields, signAgentRequest } from '../../src/protocol/web-bot-auth.ts';
import { type BoundSession, noBoundSession } from '../shared/owner-session/bound-session.ts';
import { tokenClaims } from '../shared/owner-session/owner-session.ts';
import type { SignatureForm } from './flags.ts';
import type { CommandHost } from '../shared/host.ts';

/** Signs a request with the agent key; the directory of the key is at the provider. */
export function agentSignature(
  { keypair, accessToken }: BoundSession,
  request: { readonly method: string; readonly url: URL; readonly body?: Uint8Array | undefined },
  form: SignatureForm,
  host: Pick<CommandHost, 'now' | 'randomBytes'>,
): Promise<AgentSignatureFields> {
  const issuer = tokenClaims(accessToken)?.['iss'];
  if (typeof issuer !== 'string') throw noBoundSession();
  return signAgentRequest({
    ...request,
    jwk: keypair.jwk,
    sign: keypair.sign,
    signatureAgent: agentDirectoryUrl(issuer, keypair.jkt),
    form,
    now: host.now() / 1000,
    nonce: host.randomBytes(64).toString('base64'),
  });
}
