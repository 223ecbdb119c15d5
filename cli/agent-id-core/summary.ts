import { toolkitVersion } from '../shared/version.ts';

/** What the executable is called and for. */
export const coreSummary = {
  name: 'agent-id-core',
  version: toolkitVersion,
  summary: 'key, owner and audit trail of the agent.',
} as const;
