import { main } from '../shared/command/command-line.ts';
import { mcpProgram } from './program.ts';

await main(mcpProgram);
