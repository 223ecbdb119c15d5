import { defineCommand } from '../../shared/command/command.ts';
import { serviceFlag } from '../service-flag.ts';

export const getCommand = defineCommand({
  name: 'get',
  summary: 'Print a stored credential.',
  output: 'ok, service, type, credential, url, username',
  flags: serviceFlag,
  run: async ({ flags, dir, host }) => {
    const { requireCredential } = await import('../require-credential.ts');
    const { record, credential } = requireCredential(dir, host, flags.service);
    const { service, type, url, username } = record;
    return { json: { ok: true, service, type, credential, url, username } };
  },
});
