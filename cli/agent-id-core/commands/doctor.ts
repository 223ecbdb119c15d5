import { defineCommand } from '../../shared/command/command.ts';
import { ssoUrlFlag } from '../provider-flags.ts';

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary:
    'Check what the toolkit needs: state directory, git, ssh-keygen, provider, clock, default provider, proofs in sync.',
  output: 'ok, checks [{name, ok, advice}], advice is null when a check passes. Exit code 1 when ok is false',
  flags: ssoUrlFlag,
  run: async ({ flags, dir, host }) => {
    const { resolveSsoBaseUrl } = await import('../../shared/provider/provider.ts');
    const { checkDefaultProvider, checkGit, checkNotes, checkProvider, checkSshKeygen, checkStateDirectory } =
      await import('../doctor/checks.ts');
    const [git, keygen, [provider, clock], notes] = await Promise.all([
      checkGit(host),
      checkSshKeygen(host),
      checkProvider(resolveSsoBaseUrl(flags['sso-url'], host.env), host),
      checkNotes(host),
    ]);
    const state = checkStateDirectory(dir);
    const checks = [state, git, keygen, provider, clock, checkDefaultProvider(host), notes];
    return { json: { ok: checks.every(({ ok }) => ok), checks } };
  },
});
