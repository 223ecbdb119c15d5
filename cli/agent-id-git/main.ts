import { main } from '../shared/main.ts';
import { gitProgram } from './program.ts';

// git calls this executable as gpg.ssh.program where ssh-keygen refuses to run.
if (process.argv[2] === '-Y') {
  const { signForGit } = await import('./sign-for-git.ts');
  await signForGit(process.argv.slice(2), process.env);
} else await main(gitProgram);
