import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../src/runtime/free-port.ts';
import { processTree } from '../cpu-time.ts';
import { installKeycloak } from './distribution.ts';
import { type RealmName, realmRepresentation, realms } from './realm.ts';

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

/** Starts Keycloak in production mode, without a cluster, on an empty database of the measured PostgreSQL server. */
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
  if (created.status !== 201)
    throw new Error(`Keycloak responded ${created.status} to a new realm: ${await created.text()}`);
}
