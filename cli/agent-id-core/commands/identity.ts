import { defineCommand } from '../../shared/command/command.ts';
import { readNewPassphrase, readPassphrase } from '../../shared/keypair/passphrase.ts';
import { agentNameFlag, approvalTimeoutFlag, oidcOriginFlag, ssoUrlFlag } from '../flags.ts';
import { Failure } from '../../shared/failure.ts';
import { newPassphraseFlag, passphraseFlag } from '../../shared/command/flags.ts';

export const initCommand = defineCommand({
  name: 'init',
  summary: 'Create the Ed25519 key of the agent, or load the existing one.',
  output: 'ok, fingerprint, publicKeyPem, stateDir',
  flags: {},
  run: async ({ dir, stateDir, host }) => {
    const { initIdentity } = await import('../identity.ts');
    const { fingerprint, publicKeyPem } = await initIdentity(dir, readPassphrase(host), Math.floor(host.now() / 1000));
    return { json: { ok: true, fingerprint, publicKeyPem, stateDir } };
  },
});

export const rotateCommand = defineCommand({
  name: 'rotate',
  summary:
    'Replace the key: show the link and QR code, wait for the owner to approve the new key, then re-encrypt the vault and revoke the old session. Run it again to continue after an interruption.',
  output:
    'ok, jkt, previousJkt, ownerSub, oldSessionRevoked (false: run it again, or have the owner revoke it); auditSeq of the succession entry; with --abandon: ok, jkt, previousJkt, archive (folder of the former audit trail), next',
  flags: {
    ...approvalTimeoutFlag,
    ...oidcOriginFlag,
    ...agentNameFlag,
    abandon: {
      type: 'boolean',
      help: 'Give up a key that is stolen or cannot be bound: a new key at once, with the vault and without a succession. Run bootstrap afterwards.',
    },
  },
  run: async ({ flags, dir, host }) => {
    const { agentName } = await import('../start-auth.ts');
    const { rotateKey } = await import('../rotation.ts');
    const { retireSession } = await import('../rotation.ts');
    const { readOwnerSession } = await import('../../shared/owner-session/owner-session.ts');
    const { requireKeyFile } = await import('../../shared/keypair/key-file.ts');
    const { readPassphrase } = await import('../../shared/keypair/passphrase.ts');
    if (flags.abandon) {
      const { abandonKey } = await import('../rotation.ts');
      await retireSession(dir, host);
      return { json: { ok: true, ...(await abandonKey(dir, host)), next: 'agent-id-core bootstrap' } };
    }
    // An earlier run replaced the key, and its old session is not revoked yet.
    const earlier = await retireSession(dir, host);
    if (earlier) {
      const { previousJkt, revoked } = earlier;
      const { ownerSub = null } = (await readOwnerSession(dir, readPassphrase(host))) ?? {};
      const { jkt } = requireKeyFile(dir);
      return { json: { ok: true, jkt, previousJkt, ownerSub, oldSessionRevoked: revoked } };
    }
    const previousJkt = requireKeyFile(dir).jkt;
    const { jkt, ownerSub, auditSeq } = await rotateKey(dir, host, {
      origin: flags['oidc-origin'],
      agentName: agentName(flags['agent-name']),
      timeoutMs: flags['timeout-sec'] * 1000,
      intervalMs: 3000,
    });
    const { revoked = false } = (await retireSession(dir, host)) ?? {};
    return {
      json: { ok: true, jkt, previousJkt, ownerSub, oldSessionRevoked: revoked, ...(auditSeq && { auditSeq }) },
    };
  },
});

const newFlag = newPassphraseFlag('File with the new passphrase.');
const output = 'ok, stateDir, protected (whether key and session tokens are encrypted)';

const noNewPassphrase = (): Failure =>
  new Failure(
    'no_new_passphrase',
    'A new passphrase is needed. Set AGENT_ID_NEW_PASSPHRASE, or pass --new-passphrase-file.',
  );

export const setPassphraseCommand = defineCommand({
  name: 'passphrase set',
  summary: 'Encrypt private key and session tokens with a passphrase.',
  output,
  flags: { ...passphraseFlag, ...newFlag },
  run: async ({ flags, dir, stateDir, host }) => {
    const { changePassphrase } = await import('../identity.ts');
    const next =
      readNewPassphrase(host, flags['new-passphrase-file']) ?? readPassphrase(host, flags['passphrase-file']);
    if (next === undefined) throw noNewPassphrase();
    await changePassphrase(dir, { kind: 'set', next });
    return { json: { ok: true, stateDir, protected: true } };
  },
});

export const changePassphraseCommand = defineCommand({
  name: 'passphrase change',
  summary: 'Encrypt private key and session tokens with another passphrase.',
  output,
  flags: { ...passphraseFlag, ...newFlag },
  run: async ({ flags, dir, stateDir, host }) => {
    const { changePassphrase } = await import('../identity.ts');
    const current = readPassphrase(host, flags['passphrase-file']);
    const next = readNewPassphrase(host, flags['new-passphrase-file']);
    if (next === undefined) throw noNewPassphrase();
    await changePassphrase(dir, { kind: 'change', current, next });
    return { json: { ok: true, stateDir, protected: true } };
  },
});

export const removePassphraseCommand = defineCommand({
  name: 'passphrase remove',
  summary: 'Store private key and session tokens without a passphrase.',
  output,
  flags: passphraseFlag,
  run: async ({ flags, dir, stateDir, host }) => {
    const { changePassphrase } = await import('../identity.ts');
    const current = readPassphrase(host, flags['passphrase-file']);
    await changePassphrase(dir, { kind: 'remove', current });
    return { json: { ok: true, stateDir, protected: false } };
  },
});

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
    const { archiveState } = await import('../backup.ts');
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
    const { restoreState } = await import('../backup.ts');
    const passphrases = readFilePassphrases(host, flags);
    const archive = decryptFile(passphrases.file, 'backup', readInputFile('in', flags.in, host.cwd), flags.in);
    const { files, identity } = restoreState(dir, archive);
    return { json: { ok: true, stateDir, files, jkt: identity.jkt } };
  },
});

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary:
    'Check what the toolkit needs: state directory, git, ssh-keygen, provider, clock, default provider, session, proofs in sync.',
  output: 'ok, checks [{name, ok, advice}], advice is null when a check passes. Exit code 1 when ok is false',
  flags: {
    'sso-url': {
      ...ssoUrlFlag['sso-url'],
      defaultText: 'SSO_BASE_URL, then the provider of the session, then http://localhost:4001',
    },
  },
  run: async ({ flags, dir, host }) => {
    const { resolveSsoBaseUrl } = await import('../../shared/provider/provider.ts');
    const {
      boundSession,
      checkDefaultProvider,
      checkGit,
      checkNotes,
      checkProvider,
      checkSession,
      checkSshKeygen,
      checkStateDirectory,
    } = await import('../doctor.ts');
    const session = await boundSession(dir, host);
    const [git, keygen, [provider, clock], notes] = await Promise.all([
      checkGit(host),
      checkSshKeygen(host),
      checkProvider(resolveSsoBaseUrl(flags['sso-url'], host.env, session?.ssoBaseUrl), host),
      checkNotes(host),
    ]);
    const state = checkStateDirectory(dir);
    // Without the provider, or with a wrong clock, its refusal of a session would say nothing.
    const owner = await checkSession(dir, host, provider.ok && clock.ok ? session : undefined);
    const checks = [state, git, keygen, provider, clock, checkDefaultProvider(host, session), owner, notes];
    return { json: { ok: checks.every(({ ok }) => ok), checks } };
  },
});
