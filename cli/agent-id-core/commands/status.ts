import { defineCommand } from '../../shared/command/command.ts';
import { foreignFlag } from '../flags.ts';

export const statusCommand = defineCommand({
  name: 'status',
  summary: 'Print whether the agent has an identity and is bound to its owner.',
  output:
    'ok, initialized, bound, dpopBound, jkt, ownerSub, providerAddress, issuer, nextSeq, nonceAgents, stateDir; paused {by, seenAt} when the provider last said that the owner paused the agent; chain (keys of this helper and the agents that it helps) and delegationExpiresAt of a helper; services (resource and scope) that the owner approved; pendingAuth {deepLink, expiredAt} while a sign-in waits for bind; without an identity: ok, initialized, bound, stateDir',
  flags: foreignFlag,
  run: async ({ dir, host }) => {
    const { readStatus } = await import('../status.ts');
    return { json: await readStatus(dir, host) };
  },
});
