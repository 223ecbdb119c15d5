import { agentDirectoryUrl } from '../../protocol/web-bot-auth.ts';
import { agentNotBound } from '../errors/oauth-errors.ts';
import type { SsoHandler } from '../handler.ts';

/** Returns the signature-agent card of a bound agent. */
export const getAgentCard: SsoHandler<'getAgentCard'> = async ({
  path: { jkt },
  agentKeys,
  settings: { issuer },
  now,
  respond,
}) => {
  const agent = await agentKeys.bound(jkt, now());
  if (!agent) throw agentNotBound(jkt);
  return respond(
    200,
    {
      client_name: agent.name,
      provider: issuer,
      owner: agent.ownerSub,
      status: 'active',
      jwks_uri: agentDirectoryUrl(issuer, jkt),
    },
    { 'cache-control': 'public, max-age=5' },
  );
};
