import type { ToolkitCommand } from './command.ts';
import type { Flag } from './flags.ts';
import type { Program } from './program.ts';

/** Syntax of a flag for help and the reference page: `--name, -n <value>`. */
export function flagSyntax(name: string, flag: Flag): string {
  const names = [`--${name}`, ...(flag.alias ? [`--${flag.alias}`] : []), ...(flag.short ? [`-${flag.short}`] : [])];
  const value = flag.type === 'boolean' ? '' : ` <${flag.value ?? (flag.type === 'number' ? 'number' : 'text')}>`;
  return names.join(', ') + (flag.bare === undefined ? value : value.replace('<', '[').replace('>', ']'));
}

/** "required", "default: …" or an empty string. */
export function flagNote(flag: Flag): string {
  if (flag.required) return flag.multiple ? 'required, repeatable' : 'required';
  if (flag.requiredUnless !== undefined)
    return [`required unless --${flag.requiredUnless}`, ...(flag.multiple ? ['repeatable'] : [])].join(', ');
  const value = flag.defaultText ?? flag.default;
  const text = value === undefined ? '' : `default: ${value}`;
  return flag.multiple ? [text, 'repeatable'].filter(Boolean).join(', ') : text;
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd()).join('\n');
}

/** Usage of a whole executable. */
export function programHelp(program: Program): string {
  const commands = columns(program.commands.map(({ name, summary }) => [name, summary] as const));
  return `${program.name} ${program.version}: ${program.summary}

Usage: ${program.name} <command> [flags]

Commands:
${commands}

Common flags:
  --state-dir <path>  Directory of the agent identity (default: AGENT_ID_STATE_DIR, then ~/.agent-id)
  --ca-file <path>    Certificate authorities to trust for https, in addition to the usual ones

<command> --help shows the flags of a command; --version prints the version.
Results are JSON on stdout, progress is text on stderr. A failure prints {"ok": false, "error", "code"} and exits 1.
`;
}

/** Usage of one command. */
export function commandHelp(program: Program, command: ToolkitCommand): string {
  const flags = columns(
    Object.entries(command.flags).map(([name, flag]) => {
      const note = flagNote(flag);
      return [flagSyntax(name, flag), note ? `${flag.help} (${note})` : flag.help] as const;
    }),
  );
  return `${program.name} ${command.name}: ${command.summary}

Usage: ${program.name} ${command.name} [flags]${command.rest ? ` -- ${command.rest}` : ''}

Flags:
${flags}

Output: ${command.output}
`;
}
