import { type Flags, newPassphraseFlag, passphraseFlag } from '../../shared/command/flags.ts';
import { auditFlag, defineCommand, recordAfter } from '../../shared/command/command.ts';

const serviceFlag = {
  service: { type: 'string', required: true, value: 'name', help: 'Name of the service, such as github.com.' },
} as const satisfies Flags;

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
    const { readCredential } = await import('../credentials.ts');
    const { requireKeypair } = await import('../../shared/keypair/keypair.ts');
    const { readPassphrase } = await import('../../shared/keypair/passphrase.ts');
    const { storeCredential } = await import('../credentials.ts');
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

export const getCommand = defineCommand({
  name: 'get',
  summary: 'Print a stored credential.',
  output: 'ok, service, type, credential, url, username',
  flags: serviceFlag,
  run: async ({ flags, dir, host }) => {
    const { requireCredential } = await import('../credentials.ts');
    const { record, credential } = requireCredential(dir, host, flags.service);
    const { service, type, url, username } = record;
    return { json: { ok: true, service, type, credential, url, username } };
  },
});

export const listCommand = defineCommand({
  name: 'list',
  summary: 'List the stored credentials without decrypting them.',
  output: 'ok, credentials [{service, type, url, username, createdAt, updatedAt}]',
  flags: {},
  run: async ({ dir }) => {
    const { listRecords } = await import('../../shared/vault-records.ts');
    const credentials = listRecords(dir).map(({ service, type, url, username, createdAt, updatedAt }) => ({
      service,
      type,
      url,
      username,
      createdAt,
      updatedAt,
    }));
    return { json: { ok: true, credentials } };
  },
});

export const removeCommand = defineCommand({
  name: 'remove',
  summary: 'Delete a stored credential.',
  output: 'ok, service; auditSeq when recorded',
  flags: { ...serviceFlag, ...auditFlag },
  run: async ({ flags: { service, audit }, dir, host }) => {
    const { noCredential } = await import('../../shared/vault-records.ts');
    const { withLock } = await import('../../shared/state-dir/lock.ts');
    const { checkParents } = await import('../../shared/state-dir/state-dir.ts');
    const { removeRecord } = await import('../../shared/vault-records.ts');
    // Without a vault, no directory and no lock is created.
    const removed = checkParents(dir, 'vault/x') && (await withLock(dir, () => removeRecord(dir, service)));
    if (!removed) throw noCredential(service);
    const use = { type: 'vault', action: 'remove', payload: { service } } as const;
    return { json: { ok: true, service, ...(await recordAfter(dir, host, audit, use)) } };
  },
});

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
    const { exportCredentials } = await import('../credentials.ts');
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
    const { importCredentials, parseExport } = await import('../credentials.ts');
    const passphrases = readFilePassphrases(host, flags);
    const keypair = requireKeypair(dir, passphrases.identity);
    const bytes = readInputFile('in', flags.in, host.cwd);
    const credentials = parseExport(decryptFile(passphrases.file, 'vault-export', bytes, flags.in).toString('utf8'));
    const mode = flags.replace ? 'replace' : 'keep';
    const now = Math.floor(host.now() / 1000);
    return { json: { ok: true, ...(await importCredentials(dir, keypair, credentials, mode, now)) } };
  },
});
