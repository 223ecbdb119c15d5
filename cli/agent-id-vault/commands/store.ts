import { auditFlag, defineCommand, recordAfter } from '../../shared/command/command.ts';
import { serviceFlag } from '../service-flag.ts';

export const storeCommand = defineCommand({
  name: 'store',
  summary: 'Store a credential. An existing one of the same service is replaced.',
  output: 'ok, service, type; updated when an existing record was replaced; auditSeq when recorded',
  flags: {
    ...serviceFlag,
    type: {
      type: 'string',
      default: 'api-key',
      value: 'tag',
      help: 'api-key, password, oauth, bearer, custom or any tag.',
    },
    'credential-file': { type: 'string', value: 'path', help: 'Read the credential from a file (first choice).' },
    'credential-env': { type: 'string', value: 'name', help: 'Read it from an environment variable (second choice).' },
    credential: {
      type: 'string',
      value: 'secret',
      help: 'The credential itself, visible in process lists. Prefer stdin, which takes precedence over this flag.',
    },
    username: { type: 'string', value: 'name', help: 'User name of the credential.' },
    url: { type: 'string', value: 'url', help: 'URL where the credential is used.' },
    ...auditFlag,
  },
  run: async ({ flags, dir, host }) => {
    const { readCredential } = await import('../credential-source.ts');
    const { requireKeypair } = await import('../../shared/keypair/keypair.ts');
    const { readPassphrase } = await import('../../shared/keypair/passphrase.ts');
    const { storeCredential } = await import('../store-credential.ts');
    const { service, type, url = null, username = null } = flags;
    const keypair = requireKeypair(dir, readPassphrase(host));
    const credential = await readCredential(
      { file: flags['credential-file'], env: flags['credential-env'], value: flags.credential },
      host,
    );
    const now = Math.floor(host.now() / 1000);
    const updated = await storeCredential(dir, keypair, { service, type, url, username }, credential, now);
    const payload = { service, type, updated };
    const recorded = await recordAfter(dir, host, flags.audit, { type: 'vault', action: 'store', payload });
    return { json: { ok: true, service, type, ...(updated && { updated: true }), ...recorded } };
  },
});
