import { main } from '../shared/main.ts';
import { mcpProgram } from './program.ts';

await main(mcpProgram);
