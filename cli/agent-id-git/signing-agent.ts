import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Keypair } from '../shared/keypair/keypair.ts';
import { sshPublicKeyBlob, sshReader, sshString, sshUint32 } from '../shared/openssh.ts';

/** Message numbers of the SSH agent protocol (draft-ietf-sshm-ssh-agent, "Message numbers"). */
export const agentMessage = {
  failure: 5,
  requestIdentities: 11,
  identitiesAnswer: 12,
  signRequest: 13,
  signResponse: 14,
} as const;

/** Limit of a request. */
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
