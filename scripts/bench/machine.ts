import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '../../src/runtime/database.ts';
import { javaVersion, keycloakObstacle, keycloakVersion } from './keycloak/distribution.ts';

/** Packages that are measured or measure. */
const packages = ['oidc-provider', 'fastify', 'undici', 'autocannon'] as const;

/** Returns name and value of what results depend on; nothing that identifies the machine. */
export async function machineFacts(databaseUrl: string): Promise<readonly (readonly [string, string])[]> {
  return [
    ['Platform', versionOf('.')],
    [
      'Node.js',
      `${process.version.slice(1)} (V8 ${process.versions.v8}, OpenSSL ${process.versions['openssl'] ?? '–'})`,
    ],
    ['PostgreSQL', await postgresVersion(databaseUrl)],
    ['Peers', packages.map((name) => `${name} ${versionOf(`node_modules/${name}`)}`).join(', ')],
    ['Keycloak', keycloakObstacle() ?? `${keycloakVersion}, Java ${javaVersion()}`],
    ['Processor', `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}`],
    ['Memory', `${Math.round(totalmem() / 2 ** 30)} GiB`],
    ['System', `${process.platform} ${release().split('.').slice(0, 2).join('.')} ${process.arch}`],
    ['Load average of the last 15 minutes', loadavg()[2]?.toFixed(1) ?? 'unknown'],
  ];
}

function versionOf(folder: string): string {
  const path = join(import.meta.dirname, '..', '..', folder, 'package.json');
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}

async function postgresVersion(databaseUrl: string): Promise<string> {
  const database = await openDatabase({ databaseUrl, poolSize: 1 });
  try {
    const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(
      database.db,
    );
    return rows[0]?.version.split(' ')[0] ?? 'unknown';
  } finally {
    await database.close();
  }
}
