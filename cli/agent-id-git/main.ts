import { main } from '../shared/main.ts';
import { commitCommand } from './commands/commit.ts';
import { gitSummary } from './summary.ts';

const [, , name, ...rest] = process.argv;
// git calls this executable as gpg.ssh.program where ssh-keygen refuses to run.
if (name === '-Y') {
  const { signForGit } = await import('./sign-for-git.ts');
  await signForGit([name, ...rest], process.env);
  // `commit` starts without the code of the other commands.
} else if (name === 'commit') await main({ ...gitSummary, commands: [commitCommand] });
else await main((await import('./program.ts')).gitProgram);
