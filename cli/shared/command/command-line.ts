import type { CommandOutcome, Program, ToolkitCommand } from './command.ts';
import { hasNetworkSettings } from '../network/proxy.ts';
import { Failure } from '../failure.ts';
import { type CommandHost, realHost, writeAll } from '../host.ts';
import { terminalText } from '../../../src/protocol/terminal-text.ts';
import { toJsonText } from '../json.ts';
import type { Flag } from './flags.ts';

/** Replaces `fetch` where the environment names a proxy or a certificate file. The replacement is loaded on first use. */
function useNetworkSettings(env: NodeJS.ProcessEnv): void {
  if (!hasNetworkSettings(env)) return;
  globalThis.fetch = async (input, init) =>
    (await import('../network/node-fetch.ts')).createNodeFetch(env)(input, init);
}

/** Runs an executable with the real clock, randomness and streams. */
export async function main(program: Program): Promise<void> {
  useNetworkSettings(process.env);
  const { stdout, exitCode } = await runCommandLine(program, process.argv.slice(2), realHost());
  try {
    writeAll(1, stdout);
  } catch (error) {
    // A full disk behind a redirection. What the command did is done; its result alone is lost.
    if (!isSystemError(error)) throw error;
    writeAll(2, `${program.name}: the result could not be written: ${error.message}\n`);
    process.exit(1);
  }
  process.exitCode = exitCode;
  // A command that printed its result has ended. Without this, Node first runs a garbage collection that V8 requested.
  if (stdout !== '') process.exit();
}

interface RunResult {
  readonly stdout: string;
  readonly exitCode: number;
}

const asksHelp = (word: string): boolean => word === '--help' || word === '-h';

/** Tests for an error of a system call, whose message names path and reason. */
const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && 'syscall' in error;

function failureOutput(error: unknown): string {
  if (error instanceof Failure) {
    return toJsonText({ ok: false, error: error.message, code: error.code, ...error.details });
  }
  if (isSystemError(error)) return toJsonText({ ok: false, error: error.message, code: 'io_error' });
  const message = error instanceof Error ? error.message : String(error);
  return toJsonText({ ok: false, error: `Unexpected failure: ${message}`, code: 'internal_error' });
}

function outcomeOutput(outcome: CommandOutcome): RunResult {
  if ('text' in outcome) return { stdout: terminalText(outcome.text), exitCode: 0 };
  if ('exitCode' in outcome) return { stdout: '', exitCode: outcome.exitCode };
  return { stdout: toJsonText(outcome.json), exitCode: outcome.json['ok'] === false ? 1 : 0 };
}

function find(program: Program, name: string): ToolkitCommand {
  const command = program.commands.find((one) => one.name === name);
  if (command) return command;
  const names = program.commands.map((one) => one.name).join(', ');
  throw new Failure('unknown_command', `Unknown command "${name}". ${program.name} has: ${names}.`);
}

async function dispatch(program: Program, args: readonly string[], host: CommandHost): Promise<RunResult> {
  const [first, ...rest] = args;
  const { defaultCommand } = program;
  const namesNone = first === undefined || (first.startsWith('-') && !asksHelp(first) && first !== '--version');
  if (defaultCommand !== undefined && namesNone)
    return outcomeOutput(await find(program, defaultCommand).execute(args, host));
  if (first === undefined || asksHelp(first) || first === 'help') {
    const topic = first === 'help' ? rest.join(' ') || undefined : undefined;
    const text = topic === undefined ? programHelp(program) : commandHelp(program, find(program, topic));
    return { stdout: text, exitCode: 0 };
  }
  if (first === '--version') return { stdout: `${program.version}\n`, exitCode: 0 };
  // A command may have two words, such as `hook pre-receive`.
  const twoWords = program.commands.find(({ name }) => name === `${first} ${rest[0]}`);
  if (twoWords) rest.shift();
  const command = twoWords ?? find(program, first);
  // Words after `--` belong to another program.
  const end = rest.indexOf('--');
  if ((end === -1 ? rest : rest.slice(0, end)).some(asksHelp)) {
    return { stdout: commandHelp(program, command), exitCode: 0 };
  }
  return outcomeOutput(await command.execute(rest, host));
}

/**
 * Runs one command line. Usage and results exit 0; every failure is JSON with exit code 1. Neither the output nor what is logged
 * steers a terminal, whatever texts of others they contain.
 */
export async function runCommandLine(program: Program, args: readonly string[], host: CommandHost): Promise<RunResult> {
  // Inherited instead of copied: `home` and `cwd` are getters that can fail, and are read only where they are needed.
  const shown = Object.create(host, { log: { value: (text: string) => host.log(terminalText(text)) } }) as CommandHost;
  try {
    return await dispatch(program, args, shown);
  } catch (error) {
    return { stdout: failureOutput(error), exitCode: 1 };
  }
}

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
