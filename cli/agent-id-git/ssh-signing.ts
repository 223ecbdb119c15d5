import { createHash, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Failure } from '../shared/failure.ts';
import { type Keypair, publicKeyObject } from '../shared/keypair/keypair.ts';
import { sshPublicKeyBlob, sshReader, sshString, sshUint32 } from '../shared/openssh.ts';
import type { Ed25519Jwk } from '../../src/protocol/jwk-thumbprint.ts';

const magic = 'SSHSIG';
const armor = /^-----BEGIN SSH SIGNATURE-----\n([A-Za-z0-9+/=\n]+)\n-----END SSH SIGNATURE-----\n?$/;

const badSignature = (reason: string): Failure =>
  new Failure('bad_signature', `The commit's signature is not accepted: ${reason}.`);

/**
 * Verifies an SSH signature over a git object (OpenSSH PROTOCOL.sshsig) by this key in namespace git. OpenPGP and X.509
 * signatures are refused.
 * @throws Failure bad_signature
 */
export function verifySshSignature(signature: string, message: Uint8Array, jwk: Ed25519Jwk): void {
  const body = armor.exec(signature)?.[1];
  if (body === undefined) throw badSignature('it is not an SSH signature');
  const reader = sshReader(Buffer.from(body, 'base64'));
  const preamble = reader.take(magic.length)?.toString('latin1');
  const version = reader.uint32();
  const publicKey = reader.string();
  const namespace = reader.string();
  const reserved = reader.string();
  const hashName = reader.string()?.toString('latin1');
  const signed = reader.string();
  if (preamble !== magic || version !== 1 || !publicKey || !namespace || !reserved || !signed || !reader.atEnd()) {
    throw badSignature('it is malformed');
  }
  if (!publicKey.equals(sshPublicKeyBlob(Buffer.from(jwk.x, 'base64url'))))
    throw badSignature('it was made with another key than agent_jwk');
  if (namespace.toString('utf8') !== 'git')
    throw badSignature(`its namespace is ${JSON.stringify(namespace.toString('utf8'))}, not "git"`);
  if (hashName !== 'sha512' && hashName !== 'sha256') throw badSignature('it uses an unknown hash');
  const inner = sshReader(signed);
  const algorithm = inner.string()?.toString('latin1');
  const raw = inner.string();
  if (algorithm !== 'ssh-ed25519' || raw?.length !== 64 || !inner.atEnd())
    throw badSignature('it is not an Ed25519 signature');
  const digest = createHash(hashName).update(message).digest();
  const signedBytes = Buffer.concat([
    Buffer.from(magic),
    ...[namespace, reserved, hashName, digest].map((value) => sshString(value)),
  ]);
  if (!verify(null, signedBytes, publicKeyObject(jwk), raw)) throw badSignature('it does not match the commit');
}

/**
 * Creates an SSH signature in namespace git.
 * @param publicKey blob of the key
 * @param sign returns the signature blob of the key over the bytes
 * @returns armored text
 */
export async function createSshSignature(
  message: Uint8Array,
  publicKey: Buffer,
  sign: (bytes: Buffer) => Promise<Buffer>,
): Promise<string> {
  const context = ['git', '', 'sha512'].map((value) => sshString(value));
  const digest = createHash('sha512').update(message).digest();
  const signed = await sign(Buffer.concat([Buffer.from(magic), ...context, sshString(digest)]));
  const body = [Buffer.from(magic), sshUint32(1), sshString(publicKey), ...context, sshString(signed)];
  const lines =
    Buffer.concat(body)
      .toString('base64')
      .match(/.{1,70}/g) ?? [];
  return ['-----BEGIN SSH SIGNATURE-----', ...lines, '-----END SSH SIGNATURE-----', ''].join('\n');
}

/** Message numbers of the SSH agent protocol (draft-ietf-sshm-ssh-agent, "Message numbers"). */
const agentMessage = {
  failure: 5,
  requestIdentities: 11,
  identitiesAnswer: 12,
  signRequest: 13,
  signResponse: 14,
} as const;

const maxRequestBytes = 16 * 1024;

/** Tests for the message of an SSH signature in namespace git (PROTOCOL.sshsig), as ssh-keygen signs it. */
function isGitSignature(data: Buffer): boolean {
  const reader = sshReader(data);
  return reader.take(6)?.toString('latin1') === 'SSHSIG' && reader.string()?.toString('latin1') === 'git';
}

function responseTo(request: Buffer, keypair: Keypair): Buffer {
  const blob = sshPublicKeyBlob(Buffer.from(keypair.jwk.x, 'base64url'));
  const reader = sshReader(request);
  const kind = reader.take(1)?.[0];
  if (kind === agentMessage.requestIdentities)
    return Buffer.concat([Buffer.of(agentMessage.identitiesAnswer), sshUint32(1), sshString(blob), sshString('')]);
  const [key, data] = kind === agentMessage.signRequest ? [reader.string(), reader.string()] : [];
  if (!key?.equals(blob) || !data || !isGitSignature(data)) return Buffer.of(agentMessage.failure);
  const signature = Buffer.concat([sshString('ssh-ed25519'), sshString(keypair.sign(data))]);
  return Buffer.concat([Buffer.of(agentMessage.signResponse), sshString(signature)]);
}

function serve(socket: Socket, keypair: Keypair): void {
  let pending: Buffer = Buffer.alloc(0);
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    for (let next = sshReader(pending).string(); next; next = sshReader(pending).string()) {
      pending = pending.subarray(4 + next.length);
      socket.write(sshString(responseTo(next, keypair)));
    }
    if (pending.length > maxRequestBytes) socket.destroy();
  });
}

/**
 * Runs `work` while an SSH agent in this process signs git objects with the agent key. Hooks see the same socket: they
 * can request signatures over git objects, but not the passphrase or the key.
 * @param work receives the path of the socket for SSH_AUTH_SOCK
 */
export async function withSigningAgent<T>(keypair: Keypair, work: (socket: string) => Promise<T>): Promise<T> {
  // In the temporary directory: socket paths are limited to 107 bytes, on some systems 103.
  const folder = mkdtempSync(join(tmpdir(), 'agent-id-'));
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)));
    serve(socket, keypair);
  });
  try {
    const path = join(folder, 'agent');
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
    return await work(path);
  } finally {
    server.close();
    // Connections of background processes of hooks would keep this process alive.
    for (const socket of sockets) socket.destroy();
    rmSync(folder, { recursive: true, force: true });
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * Runs `work` while git can sign with the agent key although ssh-keygen refuses to run: the program starts this executable,
 * which asks the SSH agent in this process.
 * @param work receives the socket for SSH_AUTH_SOCK and the path for gpg.ssh.program
 */
export function withSigningProgram<T>(
  keypair: Keypair,
  work: (socket: string, program: string) => Promise<T>,
): Promise<T> {
  return withSigningAgent(keypair, (socket) => {
    const program = join(dirname(socket), 'sign');
    const command = [process.execPath, process.argv[1] ?? ''].map(quoted).join(' ');
    writeFileSync(program, `#!/bin/sh\nexec ${command} "$@"\n`, { mode: 0o700 });
    return work(socket, program);
  });
}

/** Sends one request to an SSH agent. @returns its response without the length */
function askAgent(socketPath: string, request: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(socketPath, () => socket.write(sshString(request)));
    let received: Buffer = Buffer.alloc(0);
    socket.on('error', reject).on('close', () => reject(new Error('The SSH agent closed the connection.')));
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const response = sshReader(received).string();
      if (response === undefined) return;
      resolve(response);
      socket.destroy();
    });
  });
}

/**
 * Signs a file like `ssh-keygen -Y sign -n git -f <key> <file>`, with the only key of the SSH agent at SSH_AUTH_SOCK, and
 * writes `<file>.sig`.
 * @param args as git passes them to gpg.ssh.program
 */
export async function signForGit(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const path = args.at(-1) ?? '';
  const socket = env['SSH_AUTH_SOCK'] ?? '';
  const identities = sshReader(await askAgent(socket, Buffer.of(agentMessage.requestIdentities)));
  identities.take(5);
  const key = identities.string();
  if (key === undefined) throw new Error('The SSH agent has no key.');
  const signature = await createSshSignature(readFileSync(path), key, async (bytes) => {
    const request = [Buffer.of(agentMessage.signRequest), sshString(key), sshString(bytes), sshUint32(0)];
    const response = sshReader(await askAgent(socket, Buffer.concat(request)));
    const signed = response.take(1)?.[0] === agentMessage.signResponse ? response.string() : undefined;
    if (signed === undefined) throw new Error('The SSH agent refused to sign.');
    return signed;
  });
  writeFileSync(`${path}.sig`, signature);
}
