import { withCompletion } from '../shared/command/completion.ts';
import type { Program } from '../shared/command/command.ts';
import { commitCommand } from './commands/commit.ts';
import { hookPreReceiveCommand } from './commands/hook-pre-receive.ts';
import { setupCommand } from './commands/setup.ts';
import { syncCommand } from './commands/sync.ts';
import { verifyCommitCommand } from './commands/verify.ts';
import { gitSummary } from '../shared/executables.ts';

export const gitProgram: Program = {
  ...gitSummary,
  commands: withCompletion('agent-id-git', [
    setupCommand,
    commitCommand,
    verifyCommitCommand,
    syncCommand,
    hookPreReceiveCommand,
  ]),
};
