import { main } from '../shared/main.ts';
import { gitProgram } from './program.ts';

await main(gitProgram);
