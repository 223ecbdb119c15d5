import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { CommanderError } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { terminalJson, terminalText } from '../../src/protocol/terminal-text.ts';
import { writeAll } from '../shared/host.ts';
import { CommandError, type Output } from './command.ts';
import { appsCommand } from './commands/apps.ts';
import { clientsCommand } from './commands/clients.ts';
import { completionCommand } from './commands/completion.ts';
import { demoCommand, doctorCommand, mockCommand, openCommand } from './commands/develop.ts';
import { gatewayCommand } from './commands/gateway.ts';
import { initCommand } from './commands/init.ts';
import { keysCommand } from './commands/keys.ts';
import { listenCommand, triggerCommand } from './commands/webhooks.ts';
import { loginCommand, logoutCommand } from './commands/account.ts';
import { phoneCommand } from './commands/phone.ts';
import { devCommand, startCommand } from './commands/start.ts';
import { operatorPrograms, runOperatorProgram } from './operator-programs.ts';

/** Creates the program with all commands; what a command does is imported when it runs. */
function createProgram(output: Output): Command {
  const program = new Command('platform')
    .description('Runs the platform, and manages what developers have at it.')
    .usage('<command> [flags]')
    .option('--json', 'print one JSON object instead of text')
    .version(manifest.version, '--version', 'print the version')
    .addHelpText(
      'after',
      `
platform <command> --help explains a command.
With --json a command prints one object: {"ok": true, …} or {"ok": false, "error", "code"}.
Exit code 0: done. 1: it failed. 2: wrong usage or configuration.

Examples:
  platform dev
  platform login
  platform apps create --name "Coffee Corner"
`,
    );
  const groups: Readonly<Record<string, readonly CommandUnknownOpts[]>> = {
    'Develop:': [devCommand(output), openCommand(output), initCommand(output), demoCommand(output)],
    'Sign in:': [loginCommand(output), logoutCommand(output), phoneCommand(output)],
    'Register:': [clientsCommand(output), appsCommand(output), keysCommand(output)],
    'Webhooks and mocks:': [listenCommand(output), triggerCommand(output), mockCommand()],
    'Operate:': [startCommand(output), doctorCommand(output), gatewayCommand(output)],
    'Shell:': [completionCommand(output, () => program)],
  };
  for (const [heading, commands] of Object.entries(groups))
    for (const command of commands) program.addCommand(command.helpGroup(heading));
  for (const [name, summary] of Object.entries(operatorPrograms))
    program.addCommand(new Command(name).summary(summary).helpGroup('Programs of an operator:'));
  return program;
}

/** Runs one command line and sets the exit code. */
export async function runPlatformCommand(args: readonly string[]): Promise<void> {
  const [first, ...rest] = args;
  if (first !== undefined && Object.hasOwn(operatorPrograms, first)) return runOperatorProgram(first, rest);
  const asksJson = args.includes('--json');
  const output = createOutput(asksJson);
  const program = createProgram(output);
  prepare(program, asksJson);
  try {
    if (first === undefined) program.outputHelp();
    else await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return;
      // A group without its subcommand has printed its help.
      const message = error.code === 'commander.help' ? 'Name a subcommand.' : error.message.replace(/^error: /, '');
      const code = error.code.replace(/^commander\./, '').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      output.json({ ok: false, error: message, code: code === 'help' ? 'missing_subcommand' : code });
      process.exitCode = 2;
      return;
    }
    const { code, message, exitCode } = await explain(error);
    if (asksJson) output.json({ ok: false, error: message, code });
    else writeAll(2, `${terminalText(message)}\n`);
    process.exitCode = exitCode;
  }
}

function createOutput(asksJson: boolean): Output {
  const json = (value: object): void =>
    asksJson ? writeAll(1, `${terminalJson(JSON.stringify(value))}\n`) : undefined;
  const line = (text: string): void => (asksJson ? undefined : writeAll(1, `${terminalText(text)}\n`));
  return {
    env: process.env,
    line,
    json,
    note: (text) => writeAll(2, `${terminalText(text)}\n`),
    result: (value, text) => {
      json({ ok: true, ...value });
      line(text ?? rowsOf(value));
    },
    text: (text) => writeAll(1, text),
  };
}

/** A line per member with its value. */
function rowsOf(value: object): string {
  const entries = Object.entries(value).filter(([, member]) => member !== undefined && member !== null);
  const width = Math.max(0, ...entries.map(([name]) => name.length));
  const textOf = (member: unknown): string => (typeof member === 'string' ? member : JSON.stringify(member));
  return entries.map(([name, member]) => `${name.padEnd(width)}  ${textOf(member)}`).join('\n');
}

/** Lets every command throw instead of ending the process, and keeps standard error empty with `--json`. */
function prepare(command: CommandUnknownOpts, asksJson: boolean): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => writeAll(1, text),
    writeErr: (text) => (asksJson ? undefined : writeAll(2, terminalText(text))),
  });
  if (command.commands.length > 0) command.helpCommand('help [command]');
  for (const sub of command.commands) prepare(sub, asksJson);
}

interface Explained {
  readonly code: string;
  readonly message: string;
  readonly exitCode: 1 | 2;
}

async function explain(error: unknown): Promise<Explained> {
  if (error instanceof CommandError) return error;
  const { failureOf, UsageError } = await import('./print.ts');
  const { error: message, code = 'failed' } = failureOf(error);
  return error instanceof UsageError ? { code: 'usage', message, exitCode: 2 } : { code, message, exitCode: 1 };
}
