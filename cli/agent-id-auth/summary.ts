import { toolkitVersion } from '../shared/version.ts';

/** Name, version and purpose of the executable, without its commands. */
export const authSummary = {
  name: 'agent-id-auth',
  version: toolkitVersion,
  summary: 'calls to services that accept agent identity, signed with DPoP.',
} as const;
