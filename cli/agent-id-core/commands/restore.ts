import { defineCommand } from '../../shared/command/command.ts';
import { newPassphraseFlag, passphraseFlag } from '../../shared/command/flags.ts';

export const restoreCommand = defineCommand({
  name: 'restore',
  summary: 'Write the identity of a backup into an empty state directory.',
  output: 'ok, stateDir, files, jkt',
  flags: {
    in: { type: 'string', required: true, value: 'path', help: 'File that agent-id-core backup wrote.' },
    ...passphraseFlag,
    ...newPassphraseFlag('File with the passphrase of the backup, when it is not that of the identity.'),
  },
  run: async ({ flags, dir, stateDir, host }) => {
    const { readFilePassphrases } = await import('../../shared/keypair/passphrase.ts');
    const { readInputFile } = await import('../../shared/named-files.ts');
    const { decryptFile } = await import('../../shared/named-files.ts');
    const { restoreState } = await import('../backup/restore-backup.ts');
    const passphrases = readFilePassphrases(host, flags);
    const archive = decryptFile(passphrases.file, 'backup', readInputFile('in', flags.in, host.cwd), flags.in);
    const { files, identity } = restoreState(dir, archive);
    return { json: { ok: true, stateDir, files, jkt: identity.jkt } };
  },
});
