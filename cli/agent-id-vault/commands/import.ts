import { defineCommand } from '../../shared/command/command.ts';
import { newPassphraseFlag, passphraseFlag } from '../../shared/command/flags.ts';

export const importVaultCommand = defineCommand({
  name: 'import',
  summary:
    'Store the credentials of an export. Services that have a credential here keep it, unless --replace is given.',
  output: 'ok, imported, kept (both lists of services)',
  flags: {
    in: { type: 'string', required: true, value: 'path', help: 'File that agent-id-vault export wrote.' },
    replace: { type: 'boolean', help: 'Replace credentials of the same service.' },
    ...passphraseFlag,
    ...newPassphraseFlag('File with the passphrase of the export, when it is not that of the identity.'),
  },
  run: async ({ flags, dir, host }) => {
    const { readFilePassphrases } = await import('../../shared/keypair/passphrase.ts');
    const { readInputFile } = await import('../../shared/named-files.ts');
    const { decryptFile } = await import('../../shared/named-files.ts');
    const { requireKeypair } = await import('../../shared/keypair/keypair.ts');
    const { importCredentials, parseExport } = await import('../vault-export.ts');
    const passphrases = readFilePassphrases(host, flags);
    const keypair = requireKeypair(dir, passphrases.identity);
    const bytes = readInputFile('in', flags.in, host.cwd);
    const credentials = parseExport(decryptFile(passphrases.file, 'vault-export', bytes, flags.in).toString('utf8'));
    const mode = flags.replace ? 'replace' : 'keep';
    const now = Math.floor(host.now() / 1000);
    return { json: { ok: true, ...(await importCredentials(dir, keypair, credentials, mode, now)) } };
  },
});
