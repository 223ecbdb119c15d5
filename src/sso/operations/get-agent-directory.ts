import { directoryKey } from '../agent-directory/directory-signer.ts';
import { agentNotBound } from '../errors/oauth-errors.ts';
import type { SsoHandler } from '../handler.ts';

/** Returns the key of a bound agent, signed by the provider. */
export const getAgentDirectory: SsoHandler<'getAgentDirectory'> = async ({
  path: { jkt },
  agentKeys,
  directories,
  request,
  now,
  respond,
}) => {
  const agent = await agentKeys.bound(jkt, now());
  if (!agent) throw agentNotBound(jkt);
  const directory = { keys: [directoryKey(agent.jwk)] };
  return respond(200, directory, await directories.headers(request.url, directory));
};
