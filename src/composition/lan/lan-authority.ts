import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CertifiedKey, createCertificateAuthority } from './certificate-authority.ts';

/** Loads the certificate authority of this computer, or creates it on first use. Devices trust it until it is deleted. */
export async function loadLanAuthority(dataDir: string, host: string, now: Date): Promise<CertifiedKey> {
  const directory = join(dataDir, 'authority');
  const [certificate, key] = ['authority.crt', 'authority.key'].map((name) => join(directory, name)) as [
    string,
    string,
  ];
  const read = async () => ({ certificate: await readFile(certificate, 'utf8'), key: await readFile(key, 'utf8') });
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  const created = await createCertificateAuthority({ name: `Platform development on ${host}`, now });
  await mkdir(directory, { recursive: true, mode: 0o700 });
  // Writes the key first: devices would trust a certificate without its key, and it could sign nothing.
  await writeFile(key, created.key, { mode: 0o600, flush: true });
  await writeFile(certificate, created.certificate, { mode: 0o600, flush: true });
  return created;
}
