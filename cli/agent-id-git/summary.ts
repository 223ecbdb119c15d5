import { toolkitVersion } from '../shared/version.ts';

/** What the executable is called and for. */
export const gitSummary = {
  name: 'agent-id-git',
  version: toolkitVersion,
  summary: 'git commits signed by the agent, with proof of its owner.',
} as const;
