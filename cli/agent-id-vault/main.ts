import { main } from '../shared/command/command-line.ts';
import { vaultProgram } from './program.ts';

await main(vaultProgram);
