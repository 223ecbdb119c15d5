import { auditFlag, defineCommand } from '../../shared/command/command.ts';
import { hookOutput, runHook } from '../../shared/command/hook.ts';
import { anchorCommand } from './trail.ts';

export const hookStopCommand = defineCommand({
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
