import { withCompletion } from '../shared/command/completion.ts';
import type { Program } from '../shared/command/command.ts';
import { callCommand, capabilitiesCommand, discoverCommand, supportCommand } from './commands/services.ts';
import { headerCommand } from './commands/header.ts';
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
