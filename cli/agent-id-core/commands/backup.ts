import { defineCommand } from '../../shared/command/command.ts';
import { newPassphraseFlag, passphraseFlag } from '../../shared/command/flags.ts';

export const backupCommand = defineCommand({
  name: 'backup',
  summary: 'Write the whole identity (key, session, trail, vault) to a file encrypted with a passphrase.',
  output: 'ok, path, files, jkt, head {seq, envelopeHash} of the trail',
  flags: {
    out: { type: 'string', required: true, value: 'path', help: 'File to write.' },
    ...passphraseFlag,
    ...newPassphraseFlag('File with the passphrase of the backup, when it is not that of the identity.'),
  },
  run: async ({ flags, dir, host }) => {
    const { readFilePassphrases } = await import('../../shared/keypair/passphrase.ts');
    const { openOutputFile } = await import('../../shared/named-files.ts');
    const { encryptFile } = await import('../../shared/named-files.ts');
    const { requireKeypair } = await import('../../shared/keypair/keypair.ts');
    const { parseCheckpoint } = await import('../../shared/audit-trail/trail-file.ts');
    const { peekTail } = await import('../../shared/audit-trail/trail-file.ts');
    const { archiveState } = await import('../backup/create-backup.ts');
    const passphrases = readFilePassphrases(host, flags);
    // A backup of a key that cannot be opened would be worthless.
    const keypair = requireKeypair(dir, passphrases.identity);
    const file = openOutputFile('out', flags.out, host.cwd);
    try {
      const { archive, files } = await archiveState(dir);
      const head = peekTail(dir, parseCheckpoint(dir).checkpoint).head;
      file.write(encryptFile(passphrases.file[0], 'backup', archive));
      return { json: { ok: true, path: file.path, files, jkt: keypair.jkt, head } };
    } finally {
      file.discard();
    }
  },
});
