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
