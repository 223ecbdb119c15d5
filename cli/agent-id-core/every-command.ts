import { main } from '../shared/main.ts';
import { coreProgram } from './program.ts';

/** Runs the command line with all commands. The executable contains this module as text that only other commands than `status` compile. */
export function runEveryCommand(): Promise<void> {
  return main(coreProgram);
}
