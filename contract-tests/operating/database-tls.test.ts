import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCertificateAuthority, issueCertificate } from '../../src/composition/lan/certificate-authority.ts';
import { urlOf } from '../fixtures/identity.ts';
import { deletePlatformData, startPlatform } from '../fixtures/platform.ts';
import { findPostgres, startPostgres, type TemporaryPostgres } from '../fixtures/postgres.ts';

const root = resolve(import.meta.dirname, '..', '..');

describe.skipIf(findPostgres() === undefined)('PostgreSQL over TLS', () => {
  let postgres: TemporaryPostgres;
  let directory: string;
  let authorityFile: string;
  let foreignFile: string;
  beforeAll(async () => {
    const now = new Date();
    const authority = await createCertificateAuthority({ name: 'Authority of the database', now });
    const foreign = await createCertificateAuthority({ name: 'Another authority', now });
    const { certificate, key } = await issueCertificate(authority, { hosts: ['localhost'], now });
    directory = mkdtempSync(join(tmpdir(), 'database-tls-'));
    authorityFile = join(directory, 'ca.pem');
    foreignFile = join(directory, 'other-ca.pem');
    writeFileSync(authorityFile, authority.certificate);
    writeFileSync(foreignFile, foreign.certificate);
    // As managed databases: no connection without TLS, except by socket for this test.
    postgres = await startPostgres({
      tls: { certificate, key, authority: authority.certificate },
      hba: ['local all all trust', 'hostssl all all 127.0.0.1/32 trust', 'hostssl all all ::1/128 trust'],
    });
  }, 60_000);
  afterAll(async () => {
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  const urlWith = (parameters: Readonly<Record<string, string>>, host = 'localhost'): string => {
    const url = new URL(postgres.url);
    url.hostname = host;
    url.search = new URLSearchParams(parameters).toString();
    return url.href;
  };
  const forumOn = (DATABASE_URL: string) =>
    startPlatform({ services: ['forum'], env: { DATABASE_URL, SSO_BASE_URL: 'http://localhost:1' } });

  test('DATABASE_URL: with verify-full and a private authority a service runs over TLS, migrations and notifications too', async () => {
    const platform = await forumOn(urlWith({ sslmode: 'verify-full', sslrootcert: authorityFile }));
    try {
      expect((await fetch(`${urlOf(platform, 'forum')}/readyz`)).status).toBe(200);
      expect((await fetch(`${urlOf(platform, 'forum')}/api/forums`)).status).toBe(200);
      const client = new Client({
        host: postgres.directory,
        port: Number(new URL(postgres.url).port),
        user: 'platform',
        database: 'postgres',
      });
      await client.connect();
      const { rows } = await client.query(
        `select bool_and(s.ssl) as ssl, count(*)::int as connections from pg_stat_activity a
         join pg_stat_ssl s using (pid) where a.application_name = 'platform'`,
      );
      await client.end();
      expect(rows[0]?.ssl).toBe(true);
      expect(rows[0]?.connections).toBeGreaterThan(0);
    } finally {
      await platform.stop();
      await deletePlatformData(platform);
    }
  }, 60_000);

  test.each([
    ['without TLS', () => urlWith({ sslmode: 'disable' }), /no encryption|pg_hba/],
    ['without the private authority', () => urlWith({ sslmode: 'verify-full' }), /certificate/],
    ['with another authority', () => urlWith({ sslmode: 'verify-full', sslrootcert: foreignFile }), /certificate/],
    [
      'under a name that the certificate lacks',
      () => urlWith({ sslmode: 'verify-full', sslrootcert: authorityFile }, '127.0.0.1'),
      /does not match certificate/,
    ],
    [
      'with a missing authority file',
      () => urlWith({ sslrootcert: '/nowhere/ca.pem' }),
      /sslrootcert is \/nowhere\/ca.pem, which cannot be read/,
    ],
    ['with a misspelled sslmode', () => urlWith({ sslmode: 'verify_full' }), /verify_full is not one of/],
  ])(
    'DATABASE_URL: a connection %s fails the start with its reason',
    async (_how, url, reason) => {
      await expect(forumOn(url())).rejects.toThrow(reason);
    },
    60_000,
  );

  test.each<[string, (host: string, port: string) => string]>([
    ['user in the query', (host, port) => `postgres:///postgres?host=${host}&port=${port}&user=platform`],
    ['user before an empty host', (host, port) => `postgres://platform@/postgres?host=${host}&port=${port}`],
    ['encoded socket as host', (host, port) => `postgresql://platform@${encodeURIComponent(host)}:${port}/postgres`],
  ])(
    'DATABASE_URL: a socket works for migrations and doctor, %s',
    (_form, url) => {
      const { port } = new URL(postgres.url);
      const env = { ...process.env, DATABASE_URL: url(postgres.directory, port) };
      const run = (script: string) =>
        execFileSync(process.execPath, [`scripts/${script}.ts`], { cwd: root, env, encoding: 'utf8' });
      expect(run('migrate')).toMatch(/^forum +\d{4}-/m);
      let report = '';
      try {
        report = run('doctor');
      } catch (error) {
        // No service runs at the addresses.
        report = error instanceof Error && 'stdout' in error ? String(error.stdout) : '';
      }
      expect(report).toContain('ok  the connection to the database is encrypted, or stays on this machine');
      expect(report).toContain('ok  no migration is pending');
    },
    60_000,
  );
});
