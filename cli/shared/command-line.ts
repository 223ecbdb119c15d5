import { terminalText } from '../../src/protocol/terminal-text.ts';
import { Failure } from './failure.ts';
import { commandHelp, programHelp } from './help.ts';
import { toJsonText } from './json.ts';
import type { ToolkitCommand, CommandHost, CommandOutcome } from './command.ts';
import type { Program } from './program.ts';

/** Standard output and exit code of one run. */
export interface RunResult {
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
