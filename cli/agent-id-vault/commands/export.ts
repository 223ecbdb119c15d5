import { defineCommand } from '../../shared/command/command.ts';
import { newPassphraseFlag, passphraseFlag } from '../../shared/command/flags.ts';

export const exportVaultCommand = defineCommand({
  name: 'export',
  summary: 'Write all credentials to a file encrypted with a passphrase, for another identity or machine.',
  output: 'ok, path, credentials (their number)',
  flags: {
    out: { type: 'string', required: true, value: 'path', help: 'File to write.' },
    ...passphraseFlag,
    ...newPassphraseFlag('File with the passphrase of the export, when it is not that of the identity.'),
  },
  run: async ({ flags, dir, host }) => {
    const { readFilePassphrases } = await import('../../shared/keypair/passphrase.ts');
    const { openOutputFile } = await import('../../shared/named-files.ts');
    const { encryptFile } = await import('../../shared/named-files.ts');
    const { requireKeypair } = await import('../../shared/keypair/keypair.ts');
    const { exportCredentials } = await import('../vault-export.ts');
    const passphrases = readFilePassphrases(host, flags);
    const keypair = requireKeypair(dir, passphrases.identity);
    const file = openOutputFile('out', flags.out, host.cwd);
    try {
      const credentials = exportCredentials(dir, keypair.seed());
      file.write(encryptFile(passphrases.file[0], 'vault-export', Buffer.from(JSON.stringify({ credentials }))));
      return { json: { ok: true, path: file.path, credentials: credentials.length } };
    } finally {
      file.discard();
    }
  },
});
