import { main } from '../shared/command/command-line.ts';
import { commitCommand } from './commands/commit.ts';
import { gitSummary } from '../shared/executables.ts';

const words = process.argv.slice(2);
// git calls this executable as gpg.ssh.program where ssh-keygen refuses to run.
if (words[0] === '-Y') await (await import('./ssh-signing.ts')).signForGit(words, process.env);
// An agent commits more often than all else, so `commit` starts without the code of the other commands.
else if (words[0] === 'commit') await main({ ...gitSummary, commands: [commitCommand] });
else await main((await import('./program.ts')).gitProgram);
