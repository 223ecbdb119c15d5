import { randomBytes } from 'node:crypto';
import { ownSecret } from '../service/own-secret.ts';

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
