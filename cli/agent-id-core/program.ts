import { withCompletion } from '../shared/command/completion.ts';
import { type Program, auditFlag, defineCommand } from '../shared/command/command.ts';
import { askCommand, listApprovalsCommand } from './commands/approvals.ts';
import {
  acceptCommand,
  delegateCommand,
  listDelegationsCommand,
  revokeDelegationCommand,
} from './commands/delegations.ts';
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
import { hookOutput, runHook } from '../shared/command/hook.ts';

const hookStopCommand = defineCommand({
  name: 'hook stop',
  summary:
    'Anchor the audit trail when an agent has finished: the provider attests its last entry. For hooks of Claude Code, Codex, Cursor and VS Code. Without --audit or AGENT_ID_AUDIT=all, does nothing.',
  output: hookOutput,
  flags: auditFlag,
  run: ({ flags, stateDir, host }) =>
    runHook(flags.audit, host, 'the audit trail was not anchored', () =>
      anchorCommand.execute(['--state-dir', stateDir], host),
    ),
});

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
