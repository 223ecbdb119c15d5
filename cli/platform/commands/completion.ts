import { Argument, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { describeCommand, type Output } from '../command.ts';

/** `platform completion`: a script for a shell. */
export const completionCommand = (output: Output, program: () => CommandUnknownOpts) =>
  describeCommand('completion', {
    summary: 'print the completion script for a shell',
    examples: [
      'platform completion bash > ~/.local/share/bash-completion/completions/platform',
      'platform completion fish > ~/.config/fish/completions/platform.fish',
    ],
  })
    .addArgument(new Argument('<shell>', 'bash, zsh or fish').choices(['bash', 'zsh', 'fish'] as const))
    .action(async (shell) => {
      const { completionScript } = await import('../../shared/command/completion.ts');
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
