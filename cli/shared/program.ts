import type { ToolkitCommand } from './command.ts';

/** An executable: name, version and commands in the order of its help. */
export interface Program {
  readonly name: string;
  readonly version: string;
  readonly summary: string;
  readonly commands: readonly ToolkitCommand[];
  /** Command that runs when none is named; without it, usage is printed. */
  readonly defaultCommand?: string;
}
