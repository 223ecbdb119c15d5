import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { freePort } from '../../src/runtime/start/ports.ts';
import { processTree } from './load.ts';
import { s256Challenge } from '../../src/protocol/pkce.ts';
import { makeProofs } from './prepared-requests.ts';
import type { TestKey } from '../../contract-tests/fixtures/protocol/keys.ts';

export const keycloakVersion = '26.4.0';
const archiveName = `keycloak-quarkus-dist-${keycloakVersion}.zip`;
const sha256 = '1b6a11a2726ac8a8dc9c91d5fafe989a75ce4f1622d7f7b45c21d5bc16629c0a';
const oldestJava = 17;

const packages = {
  java: `openjdk-${oldestJava}-jdk-headless`,
  mvn: 'maven',
  unzip: 'unzip',
} as const;

/** Returns why Keycloak cannot run here; undefined when it can. */
export function keycloakObstacle(): string | undefined {
  const missing = Object.entries(packages).filter(([program]) => spawnSync(program, ['--help']).error !== undefined);
  if (missing.length > 0) {
    const install = missing.map(([, wanted]) => wanted).join(' ');
    return `not measured: ${missing.map(([program]) => program).join(', ')} not found (apt-get install ${install})`;
  }
  const found = javaVersion();
  if (Number(found.split('.')[0]) >= oldestJava) return undefined;
  return `not measured: Java ${found} is older than ${oldestJava}`;
}

/** Returns the version of the Java that runs Keycloak. */
export function javaVersion(): string {
  // Written to the error output.
  const { stderr } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  return /version "([^"]+)"/.exec(stderr ?? '')?.[1] ?? '0';
}

/**
 * Returns the folder of Keycloak, optimised for PostgreSQL. The first call downloads it with Maven and builds it in the user's cache.
 *
 * @throws Error when the download has another checksum
 */
function installKeycloak(): string {
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'platform', 'keycloak');
  const home = join(cache, `keycloak-${keycloakVersion}`);
  if (existsSync(home)) return home;
  mkdirSync(cache, { recursive: true });
  const artifact = `org.keycloak:keycloak-quarkus-dist:${keycloakVersion}:zip`;
  run('mvn', ['-q', '-B', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${cache}`]);
  const archive = join(cache, archiveName);
  const found = createHash('sha256').update(readFileSync(archive)).digest('hex');
  if (found !== sha256)
    throw new Error(`${archive} has the SHA-256 ${found}; expected ${sha256}. Remove it and try again.`);
  const building = join(cache, `building-${process.pid}`);
  run('unzip', ['-q', archive, '-d', building]);
  const unpacked = join(building, `keycloak-${keycloakVersion}`);
  run('sh', [join(unpacked, 'bin/kc.sh'), 'build', '--db=postgres']);
  // Renamed when complete, so that an interrupted installation is repeated.
  renameSync(unpacked, home);
  rmSync(building, { recursive: true });
  rmSync(archive);
  return home;
}

function run(program: string, args: readonly string[]): void {
  // The Java of the PATH, as its version was checked.
  const env = { ...process.env, JAVA: 'java' };
  execFileSync(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Application that signs in: public, with PKCE and tokens bound to DPoP keys, as the applications of the platform. */
export const client = { clientId: 'bench', redirectUri: 'http://127.0.0.1/callback' } as const;
/** Users are `user-0` … ; each signs in with this password. */
const password = 'correct horse battery staple';
export const users = 8;

/** A realm by its name: with Keycloak's password hash (Argon2), or with one that costs almost nothing. */
const realms = {
  bench: undefined,
  'bench-cheap-hash': 'hashAlgorithm(pbkdf2-sha256) and hashIterations(1)',
} as const;

export type RealmName = keyof typeof realms;

/** Representation of a realm for the Admin REST API. */
function realmRepresentation(realm: RealmName): object {
  return {
    realm,
    enabled: true,
    // Tokens that live as long as a measurement.
    accessTokenLifespan: 3600,
    passwordPolicy: realms[realm],
    clients: [
      {
        clientId: client.clientId,
        publicClient: true,
        standardFlowEnabled: true,
        redirectUris: [client.redirectUri],
        attributes: { 'pkce.code.challenge.method': 'S256', 'dpop.bound.access.tokens': 'true' },
      },
    ],
    users: Array.from({ length: users }, (_, index) => ({
      username: `user-${index}`,
      enabled: true,
      email: `user-${index}@example.org`,
      emailVerified: true,
      firstName: 'Ada',
      lastName: 'Lovelace',
      credentials: [{ type: 'password', value: password }],
    })),
  };
}

export interface RunningKeycloak {
  readonly url: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

const administrator = { username: 'admin', password: 'admin' } as const;
/** Seconds. A busy machine needs a minute for the first start, which creates the tables. */
const longestStart = 300;
/** As many database connections as concurrent requests, and all of them open, as its guide for databases recommends. */
const connections = 32;
const heap = '-Xms1g -Xmx2g';

/** Starts Keycloak in production mode, without a cluster, on an empty database of the measured PostgreSQL server, or on that of an earlier start. */
export async function startKeycloak(databaseUrl: string): Promise<RunningKeycloak> {
  const home = installKeycloak();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { hostname, port: databasePort, pathname, username, password } = new URL(databaseUrl);
  const args = [
    'start',
    '--optimized',
    '--http-enabled=true',
    '--http-host=127.0.0.1',
    `--http-port=${port}`,
    `--hostname=${url}`,
    '--cache=local',
    '--log-level=warn',
    `--db-pool-initial-size=${connections}`,
    `--db-pool-min-size=${connections}`,
    `--db-pool-max-size=${connections}`,
  ];
  const child = spawn('sh', [join(home, 'bin/kc.sh'), ...args], {
    env: {
      ...process.env,
      JAVA: 'java',
      JAVA_OPTS_KC_HEAP: heap,
      KC_DB_URL: `jdbc:postgresql://${hostname}:${databasePort || 5432}${pathname}`,
      KC_DB_USERNAME: decodeURIComponent(username),
      KC_DB_PASSWORD: decodeURIComponent(password),
      KC_BOOTSTRAP_ADMIN_USERNAME: administrator.username,
      KC_BOOTSTRAP_ADMIN_PASSWORD: administrator.password,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const kill = () => signal(child, 'SIGKILL');
  process.once('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    signal(child, 'SIGTERM');
    await exit;
  };
  try {
    await ready(child, url);
    for (const realm of Object.keys(realms) as RealmName[]) await createRealm(url, realm);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, pid: child.pid ?? NaN, stop };
}

/** Signals Java, which the shell script waits for without passing signals on. */
function signal({ pid }: ChildProcess, name: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return;
  const [script, ...java] = processTree(pid);
  for (const one of java.length > 0 ? java : [script ?? pid]) {
    try {
      process.kill(one, name);
    } catch {
      // It has ended.
    }
  }
}

async function ready(child: ChildProcess, url: string): Promise<void> {
  for (let waited = 0; waited < longestStart; waited += 0.5) {
    if (child.exitCode !== null) throw new Error(`Keycloak ended with ${child.exitCode} before it was ready.`);
    const response = await fetch(`${url}/realms/master`).catch(() => undefined);
    if (response?.ok) return;
    await delay(500);
  }
  throw new Error(`Keycloak was not ready after ${longestStart} s.`);
}

async function createRealm(url: string, realm: RealmName): Promise<void> {
  const form = { grant_type: 'password', client_id: 'admin-cli', ...administrator };
  const signedIn = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  const { access_token: token } = (await signedIn.json()) as { access_token?: string };
  const created = await fetch(`${url}/admin/realms`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(realmRepresentation(realm)),
  });
  // 409: it exists since an earlier start on the same database.
  if (created.status !== 201 && created.status !== 409)
    throw new Error(`Keycloak responded ${created.status} to a new realm: ${await created.text()}`);
}

/** Tokens of a user, bound to a DPoP key. */
export interface KeycloakTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

export interface KeycloakUser {
  readonly url: string;
  readonly realm?: RealmName;
  readonly user: number;
  readonly key: TestKey;
}

export const endpoint = (realm: RealmName, name: 'auth' | 'token' | 'userinfo'): string =>
  `/realms/${realm}/protocol/openid-connect/${name}`;

const dispatcher = new Agent({ connections: 32 });

/** Signs a user in with the browser flow: page of the password form, its submission, exchange of the code with a DPoP proof. */
export async function signInAtKeycloak({ url, realm = 'bench', user, key }: KeycloakUser): Promise<KeycloakTokens> {
  const verifier = randomBytes(32).toString('base64url');
  const page = new URL(url + endpoint(realm, 'auth'));
  page.search = new URLSearchParams({
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    scope: 'openid',
    state: randomBytes(16).toString('base64url'),
    code_challenge: s256Challenge(verifier),
    code_challenge_method: 'S256',
  }).toString();
  const shown = await request(page, { dispatcher });
  const cookies = [shown.headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';')[0] ?? '');
  const action = /action="([^"]+)"/.exec(await shown.body.text())?.[1]?.replaceAll('&amp;', '&');
  if (action === undefined) throw new Error(`Keycloak responded ${shown.statusCode} without a form to sign in.`);

  const submitted = await post(action, { username: `user-${user}`, password }, { cookie: cookies.join('; ') });
  const code = new URL(String(submitted.headers['location'] ?? 'none:')).searchParams.get('code');
  await submitted.body.dump();
  if (code === null) throw new Error(`Keycloak responded ${submitted.statusCode} to the password, without a code.`);

  const tokenUrl = url + endpoint(realm, 'token');
  const [dpop = ''] = await makeProofs(1, key, { method: 'POST', url: tokenUrl });
  const form = {
    grant_type: 'authorization_code',
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    code,
    code_verifier: verifier,
  };
  const exchanged = await post(tokenUrl, form, { dpop });
  const body = (await exchanged.body.json()) as { access_token?: string; refresh_token?: string; token_type?: string };
  if (body.token_type !== 'DPoP')
    throw new Error(`Keycloak responded ${exchanged.statusCode}: ${JSON.stringify(body)}`);
  return { accessToken: body.access_token ?? '', refreshToken: body.refresh_token ?? '' };
}

function post(url: string, form: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>>) {
  return request(url, {
    method: 'POST',
    dispatcher,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(form).toString(),
  });
}
