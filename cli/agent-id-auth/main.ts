import { main } from '../shared/main.ts';
import { headerCommand } from './commands/header.ts';
import { authSummary } from './summary.ts';

// An agent runs `header` before its requests, so it starts without the code of the other commands.
if (process.argv[2] === 'header') await main({ ...authSummary, commands: [headerCommand] });
else await main((await import('./program.ts')).authProgram);
