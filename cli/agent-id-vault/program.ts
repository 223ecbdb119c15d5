import { withCompletion } from '../shared/command/completion.ts';
import type { Program } from '../shared/command/command.ts';
import { toolkitVersion } from '../shared/executables.ts';
import { execCommand } from './commands/exec.ts';
import { exportVaultCommand } from './commands/export.ts';
import { getCommand } from './commands/get.ts';
import { importVaultCommand } from './commands/import.ts';
import { listCommand } from './commands/list.ts';
import { removeCommand } from './commands/remove.ts';
import { storeCommand } from './commands/store.ts';

export const vaultProgram: Program = {
  name: 'agent-id-vault',
  version: toolkitVersion,
  summary: 'credentials encrypted under a key of the agent.',
  commands: withCompletion('agent-id-vault', [
    storeCommand,
    getCommand,
    listCommand,
    removeCommand,
    execCommand,
    exportVaultCommand,
    importVaultCommand,
  ]),
};
