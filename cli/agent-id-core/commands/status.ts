import { defineCommand } from '../../shared/define-command.ts';

export const statusCommand = defineCommand({
  name: 'status',
  summary: 'Show whether the agent has an identity and whether it is bound to its owner.',
  flags: {},
  run: async ({ stateDir, host }) => {
    const { readStatus } = await import('../../shared/status.ts');
    return { json: await readStatus({ path: stateDir, note: host.note }, host) };
  },
});
