import { auditFlag, defineCommand } from '../../shared/command/command.ts';
import { serviceFlag } from '../service-flag.ts';

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
    const { execMasked } = await import('../exec-masked.ts');
    const request = { services: flags.service, names: flags.env, command: rest, audit: flags.audit };
    return { exitCode: await execMasked(dir, host, request) };
  },
});
