import { toolkitVersion } from '../shared/version.ts';

/** Name, version and purpose of the executable, without its commands. */
export const gitSummary = {
  name: 'agent-id-git',
  version: toolkitVersion,
  summary: 'git commits signed by the agent, with proof of its owner.',
} as const;
