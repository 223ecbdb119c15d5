/** A parsed commit object. */
export interface CommitObject {
  readonly message: string;
  /** Unfolded signature headers. */
  readonly signatures: readonly string[];
  /** Signed bytes: the object without its signature headers. */
  readonly signedBytes: Buffer;
}

/** Parses a commit object (gitformat-signature, "Commit signatures"). */
export function parseCommitObject(bytes: Buffer): CommitObject {
  const end = bytes.indexOf('\n\n');
  const head = end === -1 ? bytes : bytes.subarray(0, end + 1);
  const signatures: string[] = [];
  const kept: string[] = [];
  let inSignature = false;
  // latin1 keeps every byte, whatever the encoding of the names is.
  for (const line of head.toString('latin1').split('\n').slice(0, -1)) {
    const continued = line.startsWith(' ');
    const start = /^gpgsig(?:-sha256)? (.*)$/.exec(line);
    if (start) signatures.push(start[1] ?? '');
    else if (continued && inSignature) signatures.push(`${signatures.pop() ?? ''}\n${line.slice(1)}`);
    inSignature = start !== null || (continued && inSignature);
    if (!inSignature) kept.push(`${line}\n`);
  }
  const message = end === -1 ? Buffer.alloc(0) : bytes.subarray(end + 1);
  return {
    message: message.subarray(1).toString('utf8'),
    signatures,
    signedBytes: Buffer.concat([Buffer.from(kept.join(''), 'latin1'), message]),
  };
}
