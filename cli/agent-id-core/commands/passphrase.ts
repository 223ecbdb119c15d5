import { defineCommand } from '../../shared/command/command.ts';
import { Failure } from '../../shared/failure.ts';
import { readNewPassphrase, readPassphrase } from '../../shared/keypair/passphrase.ts';
import { newPassphraseFlag, passphraseFlag } from '../../shared/command/flags.ts';

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
    const { changePassphrase } = await import('../passphrase/change-passphrase.ts');
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
    const { changePassphrase } = await import('../passphrase/change-passphrase.ts');
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
    const { changePassphrase } = await import('../passphrase/change-passphrase.ts');
    const current = readPassphrase(host, flags['passphrase-file']);
    await changePassphrase(dir, { kind: 'remove', current });
    return { json: { ok: true, stateDir, protected: false } };
  },
});
