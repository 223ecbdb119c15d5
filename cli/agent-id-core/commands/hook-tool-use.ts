import { canonicalHash } from '../../shared/audit-trail/audit-entry.ts';
import { signOperation } from '../../shared/audit-trail/audit-trail.ts';
import { auditFlag, defineCommand } from '../../shared/command/command.ts';
import { hookInput, hookOutput, runHook } from '../../shared/command/hook.ts';
import type { CommandHost } from '../../shared/host.ts';
import type { StateDir } from '../../shared/state-dir/state-dir.ts';

async function recordToolCall(dir: StateDir, host: CommandHost): Promise<void> {
  const input = hookInput();
  const { tool_name: tool, tool_input: call, hook_event_name: event } = input;
  // A call that failed has an error instead: of Claude Code, and of Cursor.
  const { tool_response, tool_output, error, error_message } = input;
  if (typeof tool !== 'string') throw new Error('stdin names no tool (tool_name)');
  const payload = {
    event: event ?? null,
    session: input['session_id'] ?? input['conversation_id'] ?? null,
    // Digests alone: input and output of tools have secrets.
    inputHash: canonicalHash(call ?? null),
    outputHash: canonicalHash(tool_response ?? tool_output ?? error ?? error_message ?? null),
  };
  await signOperation(dir, host, { agentId: 'main', type: 'tool-call', action: tool, payload, meta: null });
}

export const hookToolUseCommand = defineCommand({
  name: 'hook tool-use',
  summary:
    'Record a tool call of an agent in the audit trail: its name, and digests of what went in and out. For hooks of Claude Code, Codex, Cursor and VS Code, which write the call to stdin. Without --audit or AGENT_ID_AUDIT=all, does nothing.',
  output: hookOutput,
  flags: auditFlag,
  run: ({ flags, dir, host }) =>
    runHook(flags.audit, host, 'the tool call was not recorded', () => recordToolCall(dir, host)),
});
