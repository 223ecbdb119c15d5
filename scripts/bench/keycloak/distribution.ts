import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

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
export function installKeycloak(): string {
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
