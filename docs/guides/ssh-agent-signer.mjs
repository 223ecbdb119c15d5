#!/usr/bin/env node
// A signer for AGENT_ID_SIGNER whose key is in a running ssh-agent: `public-key` prints the public key as PEM, `sign`
// reads a message on stdin and prints its signature as base64url. SSH_KEY is the .pub file of an Ed25519 key.
import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';

const agentRequest = { sign: 13 };
const agentResponse = { signature: 14 };

/** Encodes a string of the SSH wire format (RFC 4251 §5). */
function sshString(bytes) {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** Reads the string at the start of some bytes. */
const firstString = (bytes) => bytes.subarray(4, 4 + bytes.readUInt32BE());

/** Public key blob of the key (RFC 8709 §4). */
function publicKeyBlob() {
  const [type, base64 = ''] = readFileSync(process.env.SSH_KEY ?? '', 'utf8').split(' ');
  if (type !== 'ssh-ed25519') throw new Error('SSH_KEY does not name the .pub file of an Ed25519 key');
  return Buffer.from(base64, 'base64');
}

/** Sends one request to the agent. @returns its response without the length */
function askAgent(message) {
  return new Promise((resolve, reject) => {
    const socket = connect(process.env.SSH_AUTH_SOCK ?? '');
    let received = Buffer.alloc(0);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('ssh-agent closed the connection')));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < 4 || received.length < 4 + received.readUInt32BE()) return;
      resolve(firstString(received));
      socket.destroy();
    });
    socket.write(sshString(message));
  });
}

/** Signs a message with Ed25519. @returns 64 bytes */
async function sign(message) {
  const flags = Buffer.alloc(4);
  const request = [Buffer.of(agentRequest.sign), sshString(publicKeyBlob()), sshString(message), flags];
  const response = await askAgent(Buffer.concat(request));
  if (response[0] !== agentResponse.signature) throw new Error('ssh-agent does not hold the key, or refused to sign');
  return firstString(response.subarray(1)).subarray(-64);
}

try {
  if (process.argv[2] === 'public-key') {
    const key = { kty: 'OKP', crv: 'Ed25519', x: publicKeyBlob().subarray(-32).toString('base64url') };
    process.stdout.write(createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' }));
  } else if (process.argv[2] === 'sign') {
    process.stdout.write(`${(await sign(await buffer(process.stdin))).toString('base64url')}\n`);
  } else throw new Error('use it as: ssh-agent-signer.mjs public-key, or ssh-agent-signer.mjs sign');
} catch (error) {
  process.stderr.write(`ssh-agent-signer: ${error.message}\n`);
  process.exitCode = 1;
}
