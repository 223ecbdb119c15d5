import { main } from '../shared/main.ts';
import { coreProgram } from './program.ts';

await main(coreProgram);
