/** State file with the private key in OpenSSH format. */
export const sshKeyFileName = 'ssh/agent-id';

/** base64 of the cipher name "none" after the magic of openssh-key-v1. */
const cipherNone = 'AAAABG5vbmU';

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

/** Encodes a string of the SSH wire format (RFC 4251 §5): length in four bytes, then the bytes. */
export function sshString(value: string | Uint8Array): Buffer {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

export function sshUint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Encodes the public key blob of an Ed25519 key (RFC 8709 §4). */
export function sshPublicKeyBlob(publicKey: Uint8Array): Buffer {
  return Buffer.concat([sshString('ssh-ed25519'), sshString(publicKey)]);
}

/** Reads strings and numbers in sequence; each read returns undefined when bytes are missing. */
export function sshReader(bytes: Buffer): {
  readonly string: () => Buffer | undefined;
  readonly uint32: () => number | undefined;
  readonly take: (size: number) => Buffer | undefined;
  readonly atEnd: () => boolean;
} {
  let offset = 0;
  const take = (size: number): Buffer | undefined => {
    if (offset + size > bytes.length) {
      offset = bytes.length + 1;
      return undefined;
    }
    offset += size;
    return bytes.subarray(offset - size, offset);
  };
  const uint32 = (): number | undefined => take(4)?.readUInt32BE();
  const string = (): Buffer | undefined => {
    const length = uint32();
    return length === undefined ? undefined : take(length);
  };
  return { string, uint32, take, atEnd: () => offset === bytes.length };
}
