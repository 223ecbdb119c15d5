import { defineCommand } from '../../shared/define-command.ts';
import { Failure } from '../../shared/failure.ts';
import { serviceFlag } from '../service-flag.ts';

export const execCommand = defineCommand({
  name: 'exec',
  summary: 'Run a command with a credential in its environment and mask it in the output.',
  output: "the command's own output, masked, and its exit code",
  flags: {
    ...serviceFlag,
    env: { type: 'string', required: true, value: 'NAME', help: 'Environment variable for the credential.' },
  },
  rest: '<command> [arguments]',
  run: async ({ flags, rest, stateDir, host }) => {
    const [command, ...args] = rest;
    if (command === undefined)
      throw new Failure('missing_command', 'No command given. Write it after --: exec … -- <command>.');
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(flags.env)) {
      throw new Failure('invalid_flag', `--env accepts the name of an environment variable, not "${flags.env}".`);
    }
    const { requireCredential } = await import('../require-credential.ts');
    const { runMasked } = await import('../run-masked.ts');
    const { credential } = requireCredential({ path: stateDir, log: host.log }, host, flags.service);
    const { AGENT_ID_PASSPHRASE: _, AGENT_ID_PASSPHRASE_FILE: __, ...env } = host.env;
    return { exitCode: await runMasked(command, args, { ...env, [flags.env]: credential }, credential) };
  },
});
