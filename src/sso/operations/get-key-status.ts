import type { KeyStatus } from '../../../generated/sso/types.ts';
import type { SsoHandler } from '../handler.ts';
import type { AgentKey } from '../store/agent-keys.ts';

/** Returns whether an agent's key is active, revoked or unknown. */
export const getKeyStatus: SsoHandler<'getKeyStatus'> = async ({ path: { jkt }, agentKeys, now, respond }) =>
  respond(200, { jkt, ...statusOf(await agentKeys.find(jkt, now())) }, { 'cache-control': 'public, max-age=60' });

function statusOf(key: AgentKey | undefined): Omit<KeyStatus, 'jkt'> {
  if (key === undefined) return { status: 'unknown' };
  const { firstSeenAt, revoked, live } = key;
  const since = firstSeenAt.toISOString();
  if (live) return { status: 'active', since };
  if (!revoked) return { status: 'unknown', since };
  return { status: 'revoked', since, revokedAt: revoked.at.toISOString(), reason: revoked.reason };
}
