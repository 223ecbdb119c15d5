import { main } from '../shared/command/command-line.ts';
import { statusCommand } from './commands/status.ts';
import { coreSummary } from '../shared/executables.ts';

// An agent runs `status` before everything else, so it starts without the code of the other commands.
if (process.argv[2] === 'status') await main({ ...coreSummary, commands: [statusCommand] });
else await main((await import('./program.ts')).coreProgram);
