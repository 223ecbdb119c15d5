import { basename } from 'node:path';
import { defineCommand } from '../../shared/define-command.ts';
import { auditFlag, recordBefore } from '../../shared/record-use.ts';
import { Failure } from '../../shared/failure.ts';
import { serviceFlag } from '../service-flag.ts';

/**
 * Pairs the n-th --service with the n-th --env.
 * @throws Failure invalid_flag
 */
function pairs(services: readonly string[], names: readonly string[]): readonly (readonly [string, string])[] {
  if (services.length !== names.length) {
    const counts = `${services.length} --service and ${names.length} --env`;
    throw new Failure('invalid_flag', `Every --service needs its own --env: there are ${counts}.`);
  }
  for (const name of names) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
      throw new Failure('invalid_flag', `--env accepts the name of an environment variable, not "${name}".`);
    if (names.indexOf(name) !== names.lastIndexOf(name))
      throw new Failure('invalid_flag', `--env ${name} is given twice, so one credential would be lost.`);
  }
  return services.map((service, index) => [service, names[index] ?? '']);
}

export const execCommand = defineCommand({
  name: 'exec',
  summary:
    'Run a command with credentials in its environment and mask them in its output: as they are, line by line, and as base64, URL-encoded, hexadecimal or JSON. Masking is no protection from the command itself: it can transform, store or send a credential.',
  output: "the command's own output, masked, and its exit code",
  flags: {
    service: { ...serviceFlag.service, multiple: true, help: 'Name of a stored credential; pairs with an --env.' },
    env: {
      type: 'string',
      required: true,
      multiple: true,
      value: 'NAME',
      help: 'Environment variable for the credential of the --service at the same position.',
    },
    ...auditFlag,
  },
  rest: '<command> [arguments]',
  run: async ({ flags, rest, dir, host }) => {
    const [command, ...args] = rest;
    if (command === undefined)
      throw new Failure('missing_command', 'No command given. Write it after --: exec … -- <command>.');
    const wanted = pairs(flags.service, flags.env);
    const { requireCredential } = await import('../require-credential.ts');
    const { runMasked } = await import('../run-masked.ts');
    const credentials = wanted.map(
      ([service, name]) => [name, requireCredential(dir, host, service).credential] as const,
    );
    // Arguments of the command may be secrets, so they are not recorded.
    const payload = {
      credentials: wanted.map(([service, env]) => ({ service, env })),
      command: basename(command),
      argumentCount: args.length,
    };
    await recordBefore(dir, host, flags.audit, { type: 'vault', action: 'exec', payload });
    const { withoutPassphrases } = await import('../../shared/passphrase.ts');
    const env = withoutPassphrases(host.env);
    const secrets = credentials.map(([, credential]) => credential);
    return { exitCode: await runMasked(command, args, { ...env, ...Object.fromEntries(credentials) }, secrets) };
  },
});
