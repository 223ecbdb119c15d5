import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Reads a secret that a first start makes for itself, or makes it: one text in a file that only its owner can read.
 * Processes that start at once agree: the file appears whole, and only the first one stays.
 */
export async function ownSecret(dataDir: string, name: string, make: () => string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, name);
  const known = await readFile(path, 'utf8').catch(() => undefined);
  if (known !== undefined) return known.trim();

  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${make()}\n`, { mode: 0o600, flush: true });
  await link(draft, path).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
  await rm(draft);
  return (await readFile(path, 'utf8')).trim();
}

/** The bearer key of the provider administration, for those who did not set SSO_ADMIN_KEY. */
export const ownAdminKey = (dataDir: string): Promise<string> =>
  ownSecret(dataDir, 'admin.key', () => randomBytes(32).toString('base64url'));

/** The demo provider of the embedded default; the document's own example address. */
export const demoProvider = {
  address: '00000006010000000000000000000001',
  name: 'Demo application',
  redirectUris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
  allowedOrigins: ['http://localhost', 'http://127.0.0.1', 'http://[::1]'],
} as const;
