import type { Command } from './command.ts';

/** One executable: its name, version and commands, in the order help shows them. */
export interface Program {
  readonly name: string;
  readonly version: string;
  readonly summary: string;
  readonly commands: readonly Command[];
}
