import { withCompletion } from '../shared/completion-commands.ts';
import type { Program } from '../shared/program.ts';
import { callCommand } from './commands/call.ts';
import { capabilitiesCommand } from './commands/capabilities.ts';
import { discoverCommand } from './commands/discover.ts';
import { headerCommand } from './commands/header.ts';
import { supportCommand } from './commands/support.ts';
import { authSummary } from './summary.ts';

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
