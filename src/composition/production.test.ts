import { expect, test } from 'vitest';
import { SettingsError } from '../runtime/start/settings.ts';
import { loadSettings } from './load-settings.ts';
import type { ServiceName } from './settings.ts';

const secret = 'k'.repeat(43);
const complete = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://platform@db/platform',
  MASTER_KEY: 'A'.repeat(43),
  SSO_ADMIN_KEY: secret,
  REGISTRATION: 'invite',
  SSO_BASE_URL: 'https://sign-in.example',
  FORUM_BASE_URL: 'https://forum.example',
};

async function problemsOf(services: readonly ServiceName[], env: NodeJS.ProcessEnv): Promise<readonly string[]> {
  try {
    await loadSettings(services, env);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

test('production: the complete settings start without demo data', async () => {
  const { production, demoData, settings } = await loadSettings(['sso', 'forum'], complete);
  expect({ production, demoData }).toEqual({ production: true, demoData: false });
  expect(settings.DATABASE_URL).toBe(complete.DATABASE_URL);
});

test.each([
  ['NODE_ENV', { NODE_ENV: 'production' }],
  ['HOST', { HOST: '0.0.0.0' }],
  ['a base URL', { FORUM_BASE_URL: 'https://forum.example' }],
])('production: it is recognised by %s, and all that is missing is in one message', async (_by, env) => {
  const problems = await problemsOf(['sso'], env);
  for (const name of ['DATABASE_URL', 'MASTER_KEY', 'SSO_ADMIN_KEY', 'REGISTRATION']) {
    expect(problems.join('\n')).toContain(`${name} is not set, and production needs it`);
  }
  expect(problems.join('\n')).toContain('SSO_BASE_URL is http://localhost:4001, not https');
});

test('production: only the settings of the services that are started are required', async () => {
  const { DATABASE_URL, SSO_BASE_URL, FORUM_BASE_URL } = complete;
  expect(await problemsOf(['forum'], { NODE_ENV: 'production', DATABASE_URL, SSO_BASE_URL, FORUM_BASE_URL })).toEqual(
    [],
  );
});

test.each([
  ['DEMO_DATA', 'true', 'DEMO_DATA is true'],
  ['PORTAL_CLIENTS', '*', 'PORTAL_CLIENTS is *'],
  ['RATE_LIMITS', 'off', 'RATE_LIMITS is off'],
  ['SSO_ADMIN_KEY', 'a', 'SSO_ADMIN_KEY is set, but not at least 32 characters long'],
  ['SSO_BASE_URL', 'http://sign-in.example', 'SSO_BASE_URL is http://sign-in.example, not https'],
])('production: %s=%s is refused', async (name, value, problem) => {
  const problems = await problemsOf(['sso'], { ...complete, [name]: value });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(problem);
});

test('production: ALLOW_INSECURE_HTTP permits http, and embedded: the embedded database', async () => {
  const env = { ...complete, SSO_BASE_URL: '', ALLOW_INSECURE_HTTP: 'true', DATABASE_URL: 'embedded:' };
  const { settings, demoData } = await loadSettings(['sso'], env);
  expect(settings.DATABASE_URL).toBeUndefined();
  expect(demoData).toBe(false);
});

test('development: nothing is required, and the embedded database has demo data', async () => {
  expect(await loadSettings(['sso'], {})).toMatchObject({ production: false, demoData: true });
});
