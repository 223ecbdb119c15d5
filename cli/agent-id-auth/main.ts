import { main } from '../shared/main.ts';
import { authProgram } from './program.ts';

await main(authProgram);
