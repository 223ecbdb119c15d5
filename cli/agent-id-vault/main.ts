import { main } from '../shared/main.ts';
import { vaultProgram } from './program.ts';

await main(vaultProgram);
