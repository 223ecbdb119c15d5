import { sshPublicKeyBlob, sshString, sshUint32 } from './ssh-wire.ts';

/** Where the agent's private key lies in OpenSSH's form. */
export const sshKeyFileName = 'ssh/agent-id';

/** base64 of the cipher name "none" as it stands behind the magic of openssh-key-v1. */
const cipherNone = 'AAAABG5vbmU';

/** Whether a private key in OpenSSH's form is not encrypted. */
export const isOpenSshKeyInTheClear = (pem: string): boolean => pem.includes(cipherNone);

/** The words of an authorized_keys or .pub line, without a comment. */
export function openSshPublicKey(publicKey: Uint8Array): string {
  return `ssh-ed25519 ${sshPublicKeyBlob(publicKey).toString('base64')}`;
}

/**
 * An Ed25519 private key as OpenSSH stores it, unencrypted (PROTOCOL.key of OpenSSH, "openssh-key-v1").
 * @param checkInt random; tells a right from a wrong passphrase where there is one.
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
