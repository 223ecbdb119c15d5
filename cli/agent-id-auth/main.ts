import { main } from '../shared/command/command-line.ts';
import { headerCommand } from './commands/header.ts';
import { authSummary } from '../shared/executables.ts';

// An agent runs `header` before its requests, so it starts without the code of the other commands.
if (process.argv[2] === 'header') await main({ ...authSummary, commands: [headerCommand] });
else await main((await import('./program.ts')).authProgram);
