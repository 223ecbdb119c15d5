import { commonFlags, type ToolkitCommand, type CommandDefinition } from './command.ts';
import { parseFlags, type Flags } from './flags.ts';
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
      const given: Readonly<Record<string, unknown>> = values;
      const named = given['state-dir'];
      const stateDir = resolveStateDir(typeof named === 'string' ? named : undefined, host);
      const run = () => definition.run({ flags: values, rest, stateDir, host });
      const caFile = given['ca-file'];
      if (typeof caFile !== 'string') return run();
      return (await import('./ca-file.ts')).withCertificateFile(caFile, host, run);
    },
  };
}
