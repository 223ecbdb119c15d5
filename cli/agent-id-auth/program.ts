import { withCompletion } from '../shared/command/completion.ts';
import type { Program } from '../shared/command/command.ts';
import { callCommand } from './commands/call.ts';
import { capabilitiesCommand } from './commands/capabilities.ts';
import { discoverCommand } from './commands/discover.ts';
import { headerCommand } from './commands/header.ts';
import { supportCommand } from './commands/support.ts';
import { authSummary } from '../shared/executables.ts';

export const authProgram: Program = {
  ...authSummary,
  commands: withCompletion('agent-id-auth', [
    headerCommand,
    callCommand,
    discoverCommand,
    capabilitiesCommand,
    supportCommand,
  ]),
};
