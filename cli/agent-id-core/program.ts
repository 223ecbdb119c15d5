import { withCompletion } from '../shared/command/completion.ts';
import type { Program } from '../shared/command/command.ts';
import { askCommand, listApprovalsCommand } from './commands/approvals.ts';
import {
  acceptCommand,
  delegateCommand,
  listDelegationsCommand,
  revokeDelegationCommand,
} from './commands/delegations.ts';
import { hookStopCommand } from './commands/hook-stop.ts';
import { hookToolUseCommand } from './commands/hook-tool-use.ts';
import { anchorCommand, exportProofCommand, signCommand, verifyTrailCommand } from './commands/trail.ts';
import {
  authCommand,
  bindCommand,
  bootstrapCommand,
  refreshCommand,
  setupOwnerSessionCommand,
} from './commands/owner.ts';
import {
  backupCommand,
  changePassphraseCommand,
  doctorCommand,
  initCommand,
  removePassphraseCommand,
  restoreCommand,
  rotateCommand,
  setPassphraseCommand,
} from './commands/identity.ts';
import { statusCommand } from './commands/status.ts';
import { coreSummary } from '../shared/executables.ts';

export const coreProgram: Program = {
  ...coreSummary,
  commands: withCompletion('agent-id-core', [
    bootstrapCommand,
    initCommand,
    authCommand,
    bindCommand,
    setupOwnerSessionCommand,
    refreshCommand,
    statusCommand,
    signCommand,
    verifyTrailCommand,
    exportProofCommand,
    anchorCommand,
    hookToolUseCommand,
    hookStopCommand,
    rotateCommand,
    delegateCommand,
    acceptCommand,
    listDelegationsCommand,
    revokeDelegationCommand,
    askCommand,
    listApprovalsCommand,
    setPassphraseCommand,
    changePassphraseCommand,
    removePassphraseCommand,
    backupCommand,
    restoreCommand,
    doctorCommand,
  ]),
};
