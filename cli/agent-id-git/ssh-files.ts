import { hkdfSync } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { userInfo } from 'node:os';
import { type Ed25519Jwk, jwkThumbprint } from '../../src/protocol/jwk-thumbprint.ts';
import { agentCommitter, gitFor, runProgram } from './git.ts';
import { Failure } from '../shared/failure.ts';
import { type Keypair, requireCurrentKey } from '../shared/keypair/keypair.ts';
import { isOpenSshKeyInTheClear, openSshPrivateKey, openSshPublicKey, sshKeyFileName } from '../shared/openssh.ts';
import { readRetiredKeys } from '../shared/keypair/key-file.ts';
import { ensureParents, type StateDir } from '../shared/state-dir/state-dir.ts';
import { readStateFile, removeStateFile, writeStateFile } from '../shared/state-dir/state-file.ts';
import type { CommandHost } from '../shared/host.ts';

/** Files for signing and verification with OpenSSH and git. */
export interface SshFiles {
  /** Null when a signer holds the key, or when it has a passphrase and the user no account. */
  readonly privateKeyPath: string | null;
  readonly publicKeyPath: string;
  readonly allowedSignersPath: string;
  /** One line, without a comment. */
  readonly sshPublicKey: string;
}

const askpass = `#!/bin/sh\nprintf '%s\\n' "$AGENT_ID_SSH_KEY_PASSPHRASE"\n`;

/**
 * Encrypts the OpenSSH key file with ssh-keygen. Its passphrase is derived from the agent key, so that the owner's
 * passphrase never reaches another program.
 */
async function encrypted(dir: StateDir, pem: string, keypair: Keypair, host: CommandHost): Promise<string> {
  const secret = hkdfSync('sha256', keypair.seed(), '', 'platform-agent-id/ssh-key-passphrase/v1', 32);
  const folder = join(dir.path, '.ssh-new');
  // Left by a killed process.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  const path = join(folder, 'key');
  const program = join(folder, 'askpass');
  const env = {
    AGENT_ID_SSH_KEY_PASSPHRASE: Buffer.from(secret).toString('hex'),
    SSH_ASKPASS: program,
    SSH_ASKPASS_REQUIRE: 'force',
    DISPLAY: ':0',
  };
  try {
    writeFileSync(path, pem, { mode: 0o600 });
    writeFileSync(program, askpass, { mode: 0o700 });
    const { code, stderr } = await runProgram('ssh-keygen', gitFor(dir.path, host.env, env), ['-q', '-p', '-f', path]);
    const text = readFileSync(path, 'utf8');
    if (code === 0 && text !== pem) return text;
    throw new Failure(
      'ssh_keygen_failed',
      `ssh-keygen could not encrypt the key: ${stderr || 'the file is unchanged'}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Tests whether the key can be a file: a signer keeps its key, and without an account ssh-keygen encrypts none. */
const hasKeyFile = ({ privateKey, passphraseSalt }: Keypair): boolean =>
  privateKey !== undefined && (passphraseSalt === undefined || hasUserAccount());

/** Writes the private key unless it is current. */
async function ensurePrivateKey(dir: StateDir, keypair: Keypair, host: CommandHost, isCurrent: boolean): Promise<void> {
  if (!hasKeyFile(keypair)) {
    removeStateFile(dir, sshKeyFileName);
    return;
  }
  const isSealed = keypair.passphraseSalt !== undefined;
  const stored = readStateFile(dir, sshKeyFileName);
  // A plain-text key stored before the passphrase was set is replaced.
  if (isCurrent && stored !== undefined && isOpenSshKeyInTheClear(stored) !== isSealed) return;
  ensureParents(dir, 'ssh/x');
  const publicKey = Buffer.from(keypair.jwk.x, 'base64url');
  const { email } = agentCommitter(keypair.jkt);
  const pem = openSshPrivateKey(keypair.seed(), publicKey, email, host.randomBytes(4).readUInt32BE());
  writeStateFile(dir, sshKeyFileName, isSealed ? await encrypted(dir, pem, keypair, host) : pem);
}

/** A line of allowed_signers for a key of the agent. */
function signerLine(jwk: Ed25519Jwk): string {
  const { email } = agentCommitter(jwkThumbprint(jwk));
  return `${email} namespaces="git" ${openSshPublicKey(Buffer.from(jwk.x, 'base64url'))}\n`;
}

/**
 * Writes ssh/agent-id, ssh/agent-id.pub and ssh/allowed_signers unless they are current. The caller holds the lock. With
 * a passphrase the SSH key is encrypted; a signer keeps its key. Retired keys still verify.
 */
export async function ensureSshFiles(dir: StateDir, keypair: Keypair, host: CommandHost): Promise<SshFiles> {
  requireCurrentKey(dir, keypair);
  const sshPublicKey = openSshPublicKey(Buffer.from(keypair.jwk.x, 'base64url'));
  const publicLine = `${sshPublicKey} ${agentCommitter(keypair.jkt).email}\n`;
  const isCurrent = readStateFile(dir, 'ssh/agent-id.pub') === publicLine;
  await ensurePrivateKey(dir, keypair, host, isCurrent);
  if (!isCurrent) writeStateFile(dir, 'ssh/agent-id.pub', publicLine);
  const signers = [keypair.jwk, ...readRetiredKeys(dir).map(({ jwk }) => jwk)].map(signerLine).join('');
  if (readStateFile(dir, 'ssh/allowed_signers') !== signers) writeStateFile(dir, 'ssh/allowed_signers', signers);
  return {
    privateKeyPath: hasKeyFile(keypair) ? join(dir.path, sshKeyFileName) : null,
    publicKeyPath: join(dir.path, 'ssh/agent-id.pub'),
    allowedSignersPath: join(dir.path, 'ssh/allowed_signers'),
    sshPublicKey,
  };
}

/** Tests whether the user of this process has a passwd entry. In a container it may have none; OpenSSH then refuses to run. */
export function hasUserAccount(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}
