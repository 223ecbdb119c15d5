import { withCompletion } from '../shared/command/completion.ts';
import type { Program } from '../shared/command/command.ts';
import { toolkitVersion } from '../shared/executables.ts';
import {
  execCommand,
  exportVaultCommand,
  getCommand,
  importVaultCommand,
  listCommand,
  removeCommand,
  storeCommand,
} from './commands/credentials.ts';

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
