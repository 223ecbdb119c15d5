import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { defaultAdminPort } from '../../src/composition/production.ts';
import { loadSettings } from '../../src/composition/load-settings.ts';
import { isServiceName, platformSettings, serviceNames } from '../../src/composition/settings.ts';
import { readSettings } from '../../src/runtime/start/settings.ts';
import { type ComposeFile, type ComposeService, newSecrets, readCompose, root } from '../fixtures/compose.ts';

let compose: ComposeFile;
beforeAll(() => {
  compose = readCompose(newSecrets());
});

const service = (name: string): ComposeService => {
  const found = compose.services[name];
  if (!found) throw new Error(`compose.yaml has no service ${name}`);
  return found;
};
const environmentOf = (name: string) => service(name).environment ?? {};
const platformServices = () => Object.keys(compose.services).filter((name) => service(name).image === 'platform');
const scripts: Readonly<Record<string, string>> = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts;

test('compose: without its secrets the file is rejected with instructions', () => {
  expect(() => readCompose({})).toThrow('make the file .env first');
});

test('compose: every service runs twice, with a program of the release', () => {
  expect(platformServices().toSorted()).toEqual([...serviceNames, 'roles', 'migrate', 'grants'].toSorted());
  for (const name of platformServices()) {
    const [program = '', ...args] = service(name).command ?? [];
    expect(Object.keys(scripts)).toContain(program);
    if (isServiceName(name)) expect([program, ...args]).toEqual(['start', name]);
    if (isServiceName(name)) expect(service(name).deploy?.replicas).toBeGreaterThanOrEqual(2);
  }
});

test('compose: every variable is a setting with a valid value', () => {
  for (const name of [...serviceNames, 'migrate']) {
    expect(Object.keys(platformSettings)).toEqual(expect.arrayContaining(Object.keys(environmentOf(name))));
    expect(() => readSettings(platformSettings, environmentOf(name))).not.toThrow();
  }
});

test.each(serviceNames)('compose: %s has every setting that production requires', async (name) => {
  await expect(loadSettings([name], environmentOf(name))).resolves.toMatchObject({ demoData: false });
});

/** Secrets that a service needs beside the password of its database role. */
const secretsOf = {
  sso: ['MASTER_KEY', 'SSO_ADMIN_KEY'],
  forum: [],
  backend: [],
  notifications: ['MASTER_KEY'],
  web: ['MASTER_KEY'],
} as const satisfies Record<(typeof serviceNames)[number], readonly string[]>;

test.each(serviceNames)('compose: %s connects with its own role and has its own secrets only', (name) => {
  const secrets = newSecrets();
  const { services } = readCompose(secrets);
  const environment = services[name]?.environment ?? {};
  const { username, password, host, pathname } = new URL(environment['DATABASE_URL'] ?? '');
  expect([username, password, host, pathname]).toEqual([
    name,
    secrets[`${name.toUpperCase()}_PASSWORD`],
    'postgres:5432',
    '/platform',
  ]);
  const known = Object.entries(secrets).filter(([, value]) => value.length >= 32 && !value.includes(' '));
  const has = known.filter(([, value]) => Object.values(environment).some((text) => text.includes(value)));
  const expected = [
    `${name.toUpperCase()}_PASSWORD`,
    ...secretsOf[name],
    ...(name === 'backend' ? ['WEBHOOK_PUBLIC_KEY'] : []),
  ];
  expect(has.map(([variable]) => variable).toSorted()).toEqual(expected.toSorted());
});

test('compose: only the database and the job for the roles know the superuser, and only the migration the owner', () => {
  const secrets = newSecrets();
  const { services } = readCompose(secrets);
  const knowing = (secret: string) =>
    Object.entries(services)
      .filter(([, { environment = {} }]) =>
        Object.values(environment).some((text) => text.includes(secrets[secret] ?? '')),
      )
      .map(([name]) => name)
      .toSorted();
  expect(knowing('POSTGRES_PASSWORD')).toEqual(['grants', 'postgres', 'roles']);
  expect(knowing('PLATFORM_OWNER_PASSWORD')).toEqual(['grants', 'migrate', 'roles']);
  expect(new URL(services['migrate']?.environment?.['DATABASE_URL'] ?? '').username).toBe('platform_owner');
  for (const name of platformServices()) expect(service(name).read_only, name).toBe(true);
});

test('compose: migrations run once, before the services start', () => {
  const completed = (name: string) => ({ [name]: { condition: 'service_completed_successfully' } });
  expect(service('roles').depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
  expect(service('migrate').depends_on).toEqual(completed('roles'));
  expect(service('grants').depends_on).toEqual(completed('migrate'));
  expect(service('postgres').healthcheck).toBeDefined();
  for (const name of serviceNames) {
    expect(environmentOf(name)['RUN_MIGRATIONS']).toBeUndefined();
    expect(service(name).depends_on).toEqual(completed('grants'));
  }
});

test('compose: the database allows as many connections as all pools together', () => {
  const { DATABASE_POOL_SIZE } = readSettings(platformSettings, environmentOf('sso'));
  const instances = serviceNames.reduce((sum, name) => sum + (service(name).deploy?.replicas ?? 0), 0);
  const most = /max_connections=(\d+)/.exec((service('postgres').command ?? []).join(' '))?.[1];
  // Each instance has one more connection for LISTEN; PostgreSQL reserves three for superusers.
  expect(instances * (DATABASE_POOL_SIZE + 1) + 3).toBeLessThan(Number(most));
});

test('compose: the proxy serves the public addresses with two instances of each service, and only its network is trusted', () => {
  const settings = readSettings(platformSettings, environmentOf('web'));
  const proxy = environmentOf('proxy');
  const config = readFileSync(join(root, 'deploy/haproxy.cfg'), 'utf8');
  for (const [, variable = ''] of config.matchAll(/"\$\{(\w+)\}/g)) expect(Object.keys(proxy)).toContain(variable);
  for (const name of serviceNames) {
    const prefix = name.toUpperCase() as Uppercase<typeof name>;
    const port = settings[`${prefix}_PORT`];
    expect(settings[`${prefix}_BASE_URL`]).toBe(`http://localhost:${port}`);
    expect(proxy[`${prefix}_PORT`]).toBe(String(port));
    for (const number of [1, 2]) expect(proxy[`${prefix}_${number}`]).toBe(`${compose.name}-${name}-${number}:${port}`);
    expect(service(name).deploy?.replicas).toBe(2);
    expect(service('proxy').depends_on?.[name]).toEqual({ condition: 'service_healthy' });
  }
  expect([proxy['ADMIN_1'], proxy['ADMIN_2']]).toEqual([String(defaultAdminPort), String(defaultAdminPort)]);
  expect(settings.ADMIN_HOST).toBe('0.0.0.0');
  expect(service('proxy').ports).toEqual(['127.0.0.1:4000-4004:4000-4004']);
  expect(service('proxy').volumes).toEqual(['./deploy/haproxy.cfg:/usr/local/etc/haproxy/haproxy.cfg:ro']);

  const [network] = compose.networks.inside.ipam.config;
  expect(settings.TRUSTED_PROXIES).toEqual([network?.subnet]);
  expect(settings.INTERNAL_HOST).toBe('proxy');
  expect([proxy['INSIDE'], proxy['GATEWAY']]).toEqual([network?.subnet, network?.gateway]);
});

test('compose: the proxy removes an instance before it closes, and the stop timeout is longer', () => {
  const { DRAIN_SECONDS } = readSettings(platformSettings, environmentOf('sso'));
  expect(DRAIN_SECONDS).toBeGreaterThanOrEqual(2);
  for (const name of serviceNames)
    expect(Number.parseInt(service(name).stop_grace_period ?? '', 10)).toBeGreaterThan(DRAIN_SECONDS + 30);
});

test('compose: images have the tested versions', () => {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
  // Without the digest, which pins what the tag was.
  const bases = [...dockerfile.matchAll(/^FROM ([^@\s]+)/gm)].map(([, image]) => image);
  expect(new Set(bases)).toEqual(new Set([`node:${process.versions.node.split('.')[0]}-slim`]));
  expect(service('postgres').image).toMatch(/^postgres:(1[5-9]|[2-9]\d)$/);
});
