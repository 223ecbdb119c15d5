import { withCompletion } from '../shared/completion-commands.ts';
import type { Program } from '../shared/program.ts';
import { toolkitVersion } from '../shared/version.ts';
import { commitCommand } from './commands/commit.ts';
import { hookPreReceiveCommand } from './commands/hook-pre-receive.ts';
import { setupCommand } from './commands/setup.ts';
import { syncCommand } from './commands/sync.ts';
import { verifyCommitCommand } from './commands/verify.ts';

export const gitProgram: Program = {
  name: 'agent-id-git',
  version: toolkitVersion,
  summary: 'git commits signed by the agent, with proof of its owner.',
  commands: withCompletion('agent-id-git', [
    setupCommand,
    commitCommand,
    verifyCommitCommand,
    syncCommand,
    hookPreReceiveCommand,
  ]),
};
