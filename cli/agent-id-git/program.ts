import { withCompletion } from '../shared/command/completion.ts';
import type { Program } from '../shared/command/command.ts';
import { commitCommand, hookPostCommitCommand } from './commands/commit.ts';
import { hookPreReceiveCommand, setupCommand, syncCommand, verifyCommitCommand } from './commands/repository.ts';
import { gitSummary } from '../shared/executables.ts';

export const gitProgram: Program = {
  ...gitSummary,
  commands: withCompletion('agent-id-git', [
    setupCommand,
    commitCommand,
    verifyCommitCommand,
    syncCommand,
    hookPreReceiveCommand,
    hookPostCommitCommand,
  ]),
};
