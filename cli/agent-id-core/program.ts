import { withCompletion } from '../shared/command/completion.ts';
import type { Program } from '../shared/command/command.ts';
import { acceptCommand } from './commands/accept.ts';
import { anchorCommand } from './commands/anchor.ts';
import { authCommand } from './commands/auth.ts';
import { backupCommand } from './commands/backup.ts';
import { bindCommand } from './commands/bind.ts';
import { bootstrapCommand } from './commands/bootstrap.ts';
import { delegateCommand } from './commands/delegate.ts';
import { listDelegationsCommand, revokeDelegationCommand } from './commands/delegations.ts';
import { doctorCommand } from './commands/doctor.ts';
import { exportProofCommand } from './commands/export-proof.ts';
import { initCommand } from './commands/init.ts';
import { changePassphraseCommand, removePassphraseCommand, setPassphraseCommand } from './commands/passphrase.ts';
import { refreshCommand } from './commands/refresh.ts';
import { restoreCommand } from './commands/restore.ts';
import { rotateCommand } from './commands/rotate.ts';
import { setupOwnerSessionCommand } from './commands/setup-owner-session.ts';
import { signCommand } from './commands/sign.ts';
import { statusCommand } from './commands/status.ts';
import { coreSummary } from '../shared/executables.ts';
import { verifyTrailCommand } from './commands/verify.ts';

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
    rotateCommand,
    delegateCommand,
    acceptCommand,
    listDelegationsCommand,
    revokeDelegationCommand,
    setPassphraseCommand,
    changePassphraseCommand,
    removePassphraseCommand,
    backupCommand,
    restoreCommand,
    doctorCommand,
  ]),
};
