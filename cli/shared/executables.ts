/** Version of the executables and their plugin manifests. */
export const toolkitVersion = '4.0.0';

export const coreSummary = {
  name: 'agent-id-core',
  version: toolkitVersion,
  summary: 'key, owner and audit trail of the agent.',
} as const;

export const gitSummary = {
  name: 'agent-id-git',
  version: toolkitVersion,
  summary: 'git commits signed by the agent, with proof of its owner.',
} as const;

export const authSummary = {
  name: 'agent-id-auth',
  version: toolkitVersion,
  summary: 'calls to services that accept agent identity, signed with DPoP.',
} as const;
