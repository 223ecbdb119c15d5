import type { KeyStatus } from '../../../generated/sso/types.ts';
import type { SsoHandler } from '../handler.ts';
import type { AgentKey } from '../store/agent-keys.ts';

/** Returns whether an agent's key is active, revoked or unknown; with `sub`, unknown unless it is that owner's. */
export const getKeyStatus: SsoHandler<'getKeyStatus'> = async ({
  path: { jkt },
  query: { sub },
  agentKeys,
  pseudonymOf,
  now,
  respond,
}) => {
  const key = await agentKeys.find(jkt, now());
  const isOther = sub !== undefined && key?.ownerSub !== sub && key?.ownerSub !== pseudonymOf(sub);
  return respond(200, { jkt, ...statusOf(isOther ? undefined : key) }, { 'cache-control': 'public, max-age=60' });
};

function statusOf(key: AgentKey | undefined): Omit<KeyStatus, 'jkt'> {
  if (key === undefined) return { status: 'unknown' };
  const { firstSeenAt, revoked, live, compromisedSince } = key;
  const since = firstSeenAt.toISOString();
  if (live) return { status: 'active', since };
  if (!revoked) return { status: 'unknown', since };
  return {
    status: 'revoked',
    since,
    revokedAt: revoked.at.toISOString(),
    reason: revoked.reason,
    ...(compromisedSince && { compromisedSince: compromisedSince.toISOString() }),
  };
}
