import type { ToolkitCommand } from './command.ts';
import { completionScript } from './completion.ts';
import { defineCommand } from './define-command.ts';

/** Adds the commands `completion bash`, `zsh` and `fish` to those of an executable. */
export function withCompletion(program: string, commands: readonly ToolkitCommand[]): readonly ToolkitCommand[] {
  const all: readonly ToolkitCommand[] = [
    ...commands,
    ...(['bash', 'zsh', 'fish'] as const).map((shell) =>
      defineCommand({
        name: `completion ${shell}`,
        summary: `Print the completion script for ${shell}.`,
        output: 'the script, not JSON',
        flags: {},
        run: async () => ({ text: completionScript(shell, program, all) }),
      }),
    ),
  ];
  return all;
}
