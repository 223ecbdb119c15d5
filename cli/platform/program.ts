import { Command, type CommandUnknownOpts, Argument } from '@commander-js/extra-typings';
import { CommanderError } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { terminalJson, terminalText } from '../../src/protocol/terminal-text.ts';
import { writeAll } from '../shared/host.ts';
import { CommandError, type Output, describeCommand } from './command.ts';
import { appsCommand, keysCommand } from './commands/apps.ts';
import { clientsCommand } from './commands/clients.ts';
import { demoCommand, doctorCommand, mockCommand, openCommand, initCommand } from './commands/develop.ts';
import { gatewayCommand } from './commands/gateway.ts';
import { listenCommand, triggerCommand } from './commands/webhooks.ts';
import { loginCommand, logoutCommand, phoneCommand } from './commands/sign-in.ts';
import { devCommand, startCommand } from './commands/start.ts';
import { extname } from 'node:path';

/** Programs of an operator, which read their own arguments and print JSON or text; `npm run` has them under the same names. */
const operatorPrograms: Readonly<Record<string, string>> = {
  admin: 'manage administrators, console access and invites',
  config: 'list the settings with their values, secrets masked',
  'dev:info': 'print the addresses and the demo data as JSON',
  migrate: 'migrate the tables of the services',
  payer: 'play the payment service: pay an invoice',
  provider: 'manage applications and signing keys as an administrator',
  roles: 'print the database roles as SQL',
  'rotate-master-key': 'encrypt stored keys again with a new master key',
  'rotate-push-key': 'replace the key of web push',
  secrets: 'create the secrets of an installation',
  webhooks: 'forward the events of an app, with an API key',
};

/** Runs a program of an operator in this process, as `npm run <name> -- <args>` does. */
async function runOperatorProgram(name: string, args: readonly string[]): Promise<void> {
  // In a clone the programs are TypeScript, in a package JavaScript.
  const file = `../../scripts/${name.replace(':', '-')}${extname(import.meta.url)}`;
  const program = new URL(file, import.meta.url);
  process.argv = [process.argv[0] ?? 'node', program.pathname, ...args];
  await import(program.href);
}

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

async function explain(
  error: unknown,
): Promise<{ readonly code: string; readonly message: string; readonly exitCode: 1 | 2 }> {
  if (error instanceof CommandError) return error;
  const { failureOf, UsageError } = await import('./print.ts');
  const { error: message, code = 'failed' } = failureOf(error);
  return error instanceof UsageError ? { code: 'usage', message, exitCode: 2 } : { code, message, exitCode: 1 };
}

/** `platform completion`: a script for a shell. */
const completionCommand = (output: Output, program: () => CommandUnknownOpts) =>
  describeCommand('completion', {
    summary: 'print the completion script for a shell',
    examples: [
      'platform completion bash > ~/.local/share/bash-completion/completions/platform',
      'platform completion fish > ~/.config/fish/completions/platform.fish',
    ],
  })
    .addArgument(new Argument('<shell>', 'bash, zsh or fish').choices(['bash', 'zsh', 'fish'] as const))
    .action(async (shell) => {
      const { completionScript } = await import('../shared/command/completion.ts');
      output.text(completionScript(shell, 'platform', { first: namesOf(program()), lines: linesOf(program()) }));
    });

const namesOf = ({ commands }: CommandUnknownOpts): string => commands.map((command) => command.name()).join(' ');

/** The subcommands, values and flags that may follow the names of a command. */
function linesOf(program: CommandUnknownOpts): ReadonlyMap<string, string> {
  const lines = new Map<string, string>();
  const visit = (command: CommandUnknownOpts, names: readonly string[]): void => {
    const values = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
    const flags = command.options.map(({ long }) => long).filter((long) => long !== undefined && long !== null);
    if (names.length > 0)
      lines.set(
        names.join(' '),
        [...command.commands.map((sub) => sub.name()), ...values, ...flags, '--help'].join(' '),
      );
    for (const sub of command.commands) visit(sub, [...names, sub.name()]);
  };
  visit(program, []);
  return lines;
}
