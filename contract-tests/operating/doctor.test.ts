import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { findPostgres, startPostgres, type TemporaryPostgres } from '../fixtures/postgres.ts';

describe.skipIf(findPostgres() === undefined)('npm run doctor', () => {
  let postgres: TemporaryPostgres;
  let platform: RunningPlatform;
  beforeAll(async () => {
    postgres = await startPostgres();
    platform = await startPlatform({ env: { DATABASE_URL: postgres.url, DEMO_DATA: 'true' } });
  });
  afterAll(async () => {
    await platform.stop();
    await deletePlatformData(platform);
    await postgres.stop();
  });

  const doctor = (env: NodeJS.ProcessEnv) => {
    const { stdout, status } = spawnSync(process.execPath, ['scripts/doctor.ts'], {
      cwd: resolve(import.meta.dirname, '..', '..'),
      env: { ...platform.env, ...env },
      encoding: 'utf8',
    });
    return { status, lines: stdout.split('\n').filter(Boolean) };
  };

  test('doctor: on a healthy installation every line is ok, and the exit code is 0', () => {
    const { status, lines } = doctor({});
    expect(lines.filter((line) => !line.startsWith('ok  '))).toEqual([]);
    expect(lines).toEqual(
      expect.arrayContaining([
        'ok  the settings are valid',
        `ok  sso responds at ${platform.urls['sso']}`,
        `ok  the provider's issuer is ${platform.urls['sso']}`,
        'ok  no migration is pending',
        "ok  the database's clock is that of this machine",
      ]),
    );
    expect(status).toBe(0);
  });

  test('doctor: in production it names weak keys, rights, the proxies and public metrics', () => {
    const { status, lines } = doctor({
      NODE_ENV: 'production',
      RATE_LIMITS: 'on',
      ALLOW_INSECURE_HTTP: 'true',
      REGISTRATION: 'invite',
      DEMO_DATA: '',
      SSO_ADMIN_KEY: 'a'.repeat(32),
      MASTER_KEY: Buffer.alloc(32).toString('base64url'),
    });
    const failed = lines.filter((line) => !line.startsWith('ok  '));
    expect(failed).toEqual([
      expect.stringMatching(/^the keys look random: SSO_ADMIN_KEY and MASTER_KEY can be guessed/),
      expect.stringMatching(/^the proxies are named: TRUSTED_PROXIES is not set/),
      expect.stringMatching(/^probes and metrics are not public: sso, .* serve \/metrics publicly/),
      expect.stringMatching(/^the database role has a service's rights only: platform is a superuser/),
      expect.stringMatching(/^the write-ahead log is archived: archive_mode is off/),
    ]);
    expect(status).toBe(1);
  });

  test('doctor: an unreachable service and a wrong issuer are named with their address', () => {
    const { status, lines } = doctor({ FORUM_BASE_URL: 'http://localhost:9', SSO_BASE_URL: `${platform.urls['web']}` });
    expect(lines).toContainEqual(expect.stringMatching(/^forum responds at http:\/\/localhost:9: .*/));
    expect(lines).toContainEqual(expect.stringMatching(/^sso responds at .*: GET .* is 404; check the address/));
    expect(status).toBe(1);
  });

  test('doctor: settings that prevent the start are lines of their own', () => {
    expect(doctor({ SSO_PORTT: '1', DATABASE_POOL_SIZE: 'many' })).toEqual({
      status: 1,
      lines: [
        'settings: SSO_PORTT is not a setting; SSO_PORT is. Correct the name or remove the variable',
        'settings: DATABASE_POOL_SIZE is "many", not a whole number from 1 to 1000',
      ],
    });
  });
});
