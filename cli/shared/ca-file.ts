import { X509Certificate } from 'node:crypto';
import { resolve } from 'node:path';
import type { CommandHost } from './command.ts';
import { Failure } from './failure.ts';
import { readInputFile } from './input-file.ts';
import { createNodeFetch } from './node-fetch.ts';

/** Requires at least one certificate in PEM, and that each can be parsed. */
function requireCertificates(path: string, text: string): void {
  const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    for (const pem of found) void new X509Certificate(pem);
  } catch {
    throw new Failure('invalid_flag', `The file ${path} of --ca-file contains a certificate that cannot be read.`);
  }
  if (found.length === 0)
    throw new Failure('invalid_flag', `The file ${path} of --ca-file contains no certificate in PEM.`);
}

/**
 * Runs a command whose requests trust the authorities of a file too.
 * @throws Failure unreadable_file, invalid_flag
 */
export async function withCertificateFile<T>(
  path: string,
  host: CommandHost,
  run: (trusting: CommandHost) => Promise<T>,
): Promise<T> {
  requireCertificates(path, readInputFile('ca-file', path, host.cwd).toString('utf8'));
  const former = globalThis.fetch;
  const caFile = resolve(host.cwd, path);
  globalThis.fetch = createNodeFetch({ ...host.env, AGENT_ID_CA_FILE: caFile });
  try {
    // Inherited instead of copied: `home` and `cwd` are getters that can fail, and are read only where they are needed.
    return await run(Object.create(host, { caFile: { value: caFile } }) as CommandHost);
  } finally {
    globalThis.fetch = former;
  }
}
