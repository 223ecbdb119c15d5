import type { CommandHost } from './command.ts';
import { Failure } from './failure.ts';
import type { Flags } from './flags.ts';
import type { StateDir } from './state-dir.ts';

/** Flag of commands that can record their use in the audit trail. */
export const auditFlag = {
  audit: {
    type: 'boolean',
    help: 'Record this command in the audit trail, without secrets.',
    defaultText: 'AGENT_ID_AUDIT=all',
  },
} as const satisfies Flags;

/** Use of a command. The payload contains no secret. */
export interface RecordedUse {
  /** Executable without its prefix. */
  readonly type: 'auth' | 'core' | 'vault';
  readonly action: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/**
 * Refuses an unknown AGENT_ID_AUDIT, which could be a misspelled `all`.
 * @throws Failure invalid_flag
 */
export function requireAuditSetting({ AGENT_ID_AUDIT: setting = '' }: CommandHost['env']): void {
  if (!['', 'all', 'none'].includes(setting))
    throw new Failure('invalid_flag', `AGENT_ID_AUDIT accepts all or none, not "${setting}".`);
}

/**
 * Records a use before it happens, if wanted.
 * @throws Failure when it cannot be recorded, so that nothing happens unrecorded
 */
export async function recordBefore(
  dir: StateDir,
  host: CommandHost,
  audit: boolean,
  { type, action, payload }: RecordedUse,
): Promise<{ readonly auditSeq?: number }> {
  if (!audit && host.env['AGENT_ID_AUDIT'] !== 'all') return {};
  const { signOperation } = await import('./sign-operation.ts');
  const { seq } = await signOperation(dir, host, { agentId: 'main', type, action, payload, meta: null });
  return { auditSeq: seq };
}

/**
 * Records a use that has happened, if wanted. A use that cannot be recorded is reported on stderr, since it cannot be
 * undone.
 * @returns member of the output; empty when nothing was recorded
 */
export async function recordAfter(
  dir: StateDir,
  host: CommandHost,
  audit: boolean,
  use: RecordedUse,
): Promise<{ readonly auditSeq?: number }> {
  try {
    return await recordBefore(dir, host, audit, use);
  } catch (error) {
    host.log(
      `warning: ${use.action} was not recorded in the audit trail: ${error instanceof Error ? error.message : String(error)}`,
    );
    return {};
  }
}
