import { toolkitVersion } from '../shared/version.ts';

/** What the executable is called and for. */
export const authSummary = {
  name: 'agent-id-auth',
  version: toolkitVersion,
  summary: 'calls to services that accept agent identity, signed with DPoP.',
} as const;
