import { withCompletion } from '../shared/completion-commands.ts';
import type { Program } from '../shared/program.ts';
import { toolkitVersion } from '../shared/version.ts';
import { callCommand } from './commands/call.ts';
import { capabilitiesCommand } from './commands/capabilities.ts';
import { discoverCommand } from './commands/discover.ts';
import { headerCommand } from './commands/header.ts';
import { supportCommand } from './commands/support.ts';

export const authProgram: Program = {
  name: 'agent-id-auth',
  version: toolkitVersion,
  summary: 'calls to services that accept agent identity, signed with DPoP.',
  commands: withCompletion('agent-id-auth', [
    headerCommand,
    callCommand,
    discoverCommand,
    capabilitiesCommand,
    supportCommand,
  ]),
};
