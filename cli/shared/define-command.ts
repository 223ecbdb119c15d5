import { commonFlags, type CommandHost, type ToolkitCommand, type CommandDefinition } from './command.ts';
import { parseFlags, type Flags } from './flags.ts';
import { hasRotationJournal } from './rotation-journal.ts';
import { requireAuditSetting } from './record-use.ts';
import { resolveStateDir } from './state-dir.ts';

/** Creates a command; its flag table types the flags of `run`. */
export function defineCommand<const F extends Flags>(definition: CommandDefinition<F>): ToolkitCommand {
  const flags = { ...definition.flags, ...commonFlags };
  return {
    name: definition.name,
    summary: definition.summary,
    output: definition.output,
    flags,
    rest: definition.rest,
    execute: async (args, host) => {
      const { values, rest } = parseFlags(flags, args, definition.rest === undefined ? 'no-rest' : 'takes-rest');
      const flagValues: Readonly<Record<string, unknown>> = values;
      if (Object.hasOwn(flags, 'audit')) requireAuditSetting(host.env);
      const named = flagValues['state-dir'];
      const stateDir = resolveStateDir(typeof named === 'string' ? named : undefined, host);
      const dir = {
        path: stateDir,
        log: host.log,
        foreign: flagValues['foreign'] === true,
        signer: host.env['AGENT_ID_SIGNER'] || undefined,
      };
      if (hasRotationJournal(dir)) await (await import('./recover-rotation.ts')).recoverRotation(dir);
      const run = (trusting: CommandHost) => definition.run({ flags: values, rest, dir, stateDir, host: trusting });
      const caFile = flagValues['ca-file'];
      if (typeof caFile !== 'string') return run(host);
      return (await import('./ca-file.ts')).withCertificateFile(caFile, host, run);
    },
  };
}
