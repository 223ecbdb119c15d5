import { distance } from 'fastest-levenshtein';
import manifest from '../../package.json' with { type: 'json' };
import { terminalJson, terminalText } from '../../src/protocol/terminal-text.ts';
import { Failure } from '../shared/failure.ts';
import { flagNote, flagSyntax } from '../shared/command/command-line.ts';
import { writeAll } from '../shared/host.ts';
import { CommandError, type Output, type PlatformCommand } from './command.ts';
import { gatewayCommand } from './commands/gateway.ts';

/** In the order of the help. */
const commands: readonly PlatformCommand[] = [gatewayCommand];

const columns = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd()).join('\n');
};

const programHelp = (): string => `Usage: platform <command> [flags]

Commands:
${columns(commands.map(({ name, summary }) => [name, summary]))}

platform <command> --help explains a command; --version prints the version.
With --json a command prints one object: {"ok": true, …} or {"ok": false, "error", "code"}.
Exit code 0: done. 1: it failed. 2: wrong usage or configuration.
`;

const commandHelp = ({
  name,
  summary,
  details,
  examples,
  flags,
}: PlatformCommand): string => `Usage: platform ${name} [flags]

${summary}

Flags:
${columns(
  Object.entries(flags).map(([flag, definition]) => {
    const note = flagNote(definition);
    return [flagSyntax(flag, definition), note ? `${definition.help} (${note})` : definition.help];
  }),
)}

${details}

Examples:
${examples.map((example) => `  ${example}`).join('\n')}
`;

const asksHelp = (word: string): boolean => word === '--help' || word === '-h';

/** Runs one command line and sets the exit code. */
export async function runPlatformCommand(args: readonly string[]): Promise<void> {
  const asksJson = args.includes('--json');
  const output: Output = {
    env: process.env,
    line: (text) => (asksJson ? undefined : writeAll(1, `${terminalText(text)}\n`)),
    json: (value) => (asksJson ? writeAll(1, `${terminalJson(JSON.stringify(value))}\n`) : undefined),
    text: (text) => writeAll(1, text),
  };
  try {
    process.exitCode = await dispatch(args, output);
  } catch (error) {
    const { code, message, exitCode } = explain(error);
    if (asksJson) output.json({ ok: false, error: message, code });
    else writeAll(2, `${terminalText(message)}\n`);
    process.exitCode = exitCode;
  }
}

async function dispatch([first, ...rest]: readonly string[], output: Output): Promise<number | undefined> {
  if (first === undefined || first === 'help' || asksHelp(first)) {
    const topic = first === 'help' ? rest[0] : undefined;
    output.text(topic === undefined ? programHelp() : commandHelp(find(topic)));
    return 0;
  }
  if (first === '--version') {
    output.text(`${manifest.version}\n`);
    return 0;
  }
  const command = find(first);
  if (rest.some(asksHelp)) {
    output.text(commandHelp(command));
    return 0;
  }
  return command.run(rest, output);
}

function find(name: string): PlatformCommand {
  const command = commands.find((one) => one.name === name);
  if (command !== undefined) return command;
  const near = commands.find((one) => distance(one.name, name) <= 2);
  const meant = near === undefined ? '' : ` Did you mean ${near.name}?`;
  throw new CommandError('unknown_command', 2, `platform has no command "${name}".${meant} See platform --help.`);
}

function explain(error: unknown): { readonly code: string; readonly message: string; readonly exitCode: 1 | 2 } {
  if (error instanceof CommandError) return error;
  // Failures of the parser of flags are wrong usage.
  if (error instanceof Failure) return { code: error.code, message: error.message, exitCode: 2 };
  return { code: 'failed', message: error instanceof Error ? error.message : String(error), exitCode: 1 };
}
