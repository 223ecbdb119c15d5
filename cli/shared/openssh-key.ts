import { sshPublicKeyBlob, sshString, sshUint32 } from './ssh-wire.ts';

/** State file with the private key in OpenSSH format. */
export const sshKeyFileName = 'ssh/agent-id';

/** base64 of the cipher name "none" after the magic of openssh-key-v1. */
const cipherNone = 'AAAABG5vbmU';

/** Tests whether a private key in OpenSSH format is not encrypted. */
export const isOpenSshKeyInTheClear = (pem: string): boolean => pem.includes(cipherNone);

/** Formats a public key as an authorized_keys or .pub line without a comment. */
export function openSshPublicKey(publicKey: Uint8Array): string {
  return `ssh-ed25519 ${sshPublicKeyBlob(publicKey).toString('base64')}`;
}

/**
 * Formats an Ed25519 private key in unencrypted OpenSSH format (PROTOCOL.key, "openssh-key-v1").
 * @param checkInt random number; OpenSSH uses it to detect a wrong passphrase
 */
export function openSshPrivateKey(seed: Uint8Array, publicKey: Uint8Array, comment: string, checkInt: number): string {
  const blob = sshPublicKeyBlob(publicKey);
  const secret = Buffer.concat([
    sshUint32(checkInt),
    sshUint32(checkInt),
    blob,
    sshString(Buffer.concat([seed, publicKey])),
    sshString(comment),
  ]);
  // Padding 1, 2, 3, … to the block size of cipher "none", which is 8.
  const padding = Buffer.from(Array.from({ length: (8 - (secret.length % 8)) % 8 }, (_, index) => index + 1));
  const file = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    sshString('none'),
    sshString('none'),
    sshString(''),
    sshUint32(1),
    sshString(blob),
    sshString(Buffer.concat([secret, padding])),
  ]);
  const lines = file.toString('base64').match(/.{1,70}/g) ?? [];
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines.join('\n')}\n-----END OPENSSH PRIVATE KEY-----\n`;
}
