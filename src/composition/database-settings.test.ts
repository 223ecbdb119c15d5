import { expect, test } from 'vitest';
import { areas } from '../typed-contract/areas.ts';
import { readSettings } from '../runtime/start/settings.ts';
import { databaseAddressOf, databasesOf, databaseSettings } from './database-settings.ts';
import { loadSettings } from './load-settings.ts';

const [shared, pooled, direct, replica] = ['shared', 'pooled', 'direct', 'replica'].map(
  (name) => `postgres://platform@db/${name}`,
);
const read = (env: NodeJS.ProcessEnv) => readSettings(databaseSettings, env);

test('databases: DATABASE_URL is one database for all areas', () => {
  expect(databasesOf(read({ DATABASE_URL: shared }), areas)).toEqual([
    { areas, databaseUrl: shared, directUrl: shared, setting: 'DATABASE_URL' },
  ]);
});

test('databases: an area with a database of its own has neither the direct address nor the replica of the shared one', () => {
  const settings = read({
    DATABASE_URL: shared,
    DATABASE_DIRECT_URL: direct,
    DATABASE_REPLICA_URL: replica,
    FORUM_DATABASE_URL: pooled,
  });
  expect(databaseAddressOf(settings, 'sso')).toEqual({ databaseUrl: shared, directUrl: direct, replicaUrl: replica });
  expect(databaseAddressOf(settings, 'forum')).toEqual({
    databaseUrl: pooled,
    directUrl: pooled,
    replicaUrl: undefined,
  });
  expect(databasesOf(settings, areas).map(({ areas: names, setting }) => ({ names, setting }))).toEqual([
    { names: ['sso', 'backend', 'notifications'], setting: 'DATABASE_URL' },
    { names: ['forum'], setting: 'FORUM_DATABASE_URL' },
  ]);
});

test('databases: areas that name the same database share its connections', () => {
  const settings = read({ SSO_DATABASE_URL: pooled, BACKEND_DATABASE_URL: pooled });
  expect(databasesOf(settings, ['sso', 'backend'])).toHaveLength(1);
});

test('databases: in production each service that is started needs DATABASE_URL or its own', async () => {
  const env = {
    NODE_ENV: 'production',
    SSO_BASE_URL: 'https://sign-in.example',
    FORUM_BASE_URL: 'https://forum.example',
    BACKEND_BASE_URL: 'https://backend.example',
    FORUM_DATABASE_URL: shared,
  };
  expect(await loadSettings(['forum'], env)).toMatchObject({ production: true });
  await expect(loadSettings(['forum', 'backend'], env)).rejects.toThrow('DATABASE_URL is not set');
});

test('databases: several processes need a server for every area that they run', async () => {
  const env = { PROCESSES: '2', FORUM_DATABASE_URL: shared };
  expect(await loadSettings(['forum', 'web'], env)).toMatchObject({ demoData: false });
  await expect(loadSettings(['sso', 'forum'], env)).rejects.toThrow('only one process can use the embedded database');
});
