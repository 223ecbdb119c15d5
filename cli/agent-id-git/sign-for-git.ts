import { readFileSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { dirname, join } from 'node:path';
import type { Keypair } from '../shared/keypair/keypair.ts';
import { sshReader, sshString, sshUint32 } from '../shared/openssh.ts';
import { agentMessage, withSigningAgent } from './signing-agent.ts';
import { createSshSignature } from './sshsig.ts';

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
