import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chmodSync, chownSync, constants, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../src/runtime/free-port.ts';

/** A PostgreSQL server that lives for one test run. */
export interface ThrowAwayPostgres {
  /** Of a superuser, at the database `postgres`. It stays the same over restarts. */
  readonly url: string;
  /** Ends every connection and starts again on the same files. */
  restart(): Promise<void>;
  /** SIGKILL, as a crash or a power cut of the server's machine; {@link restart} recovers. */
  kill(): Promise<void>;
  /** Stops the server and removes its files. Calling it again changes nothing. */
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** Where its directory is made; default the system's directory for what is temporary. */
  readonly parent?: string;
  /** Further settings of the server, `name=value`. */
  readonly settings?: readonly string[];
  /** Hears every line of its log. */
  readonly onLog?: (line: string) => void;
}

export class PostgresMissingError extends Error {
  constructor() {
    super(
      'No PostgreSQL server binaries (initdb, postgres) on the PATH or in /usr/lib/postgresql: install PostgreSQL 15 or later.',
    );
    this.name = 'PostgresMissingError';
  }
}

/** The directory that holds `initdb` and `postgres`; undefined when this machine has none. The newest wins. */
export function findPostgres(path: string = process.env['PATH'] ?? ''): string | undefined {
  const packaged = '/usr/lib/postgresql';
  const versions = readDirectory(packaged).sort((a, b) => Number(b) - Number(a));
  const places = [
    ...versions.map((version) => join(packaged, version, 'bin')),
    ...path.split(delimiter),
    '/usr/local/bin',
  ];
  return places.find((place) => executable(join(place, 'initdb')) && executable(join(place, 'postgres')));
}

const initialisation = '-U platform -A trust -E UTF8 --locale=C.UTF-8 --no-sync --no-instructions'.split(' ');

/**
 * Makes a cluster in a temporary directory and starts it on a free port of the loopback address. PostgreSQL refuses
 * to run as root, so root starts it as another user.
 *
 * @throws PostgresMissingError
 */
export function startPostgres(options: PostgresOptions = {}): Promise<ThrowAwayPostgres> {
  return startServer(({ run, data }) => run('initdb', ['-D', data, ...initialisation]), options);
}

/** A read replica that follows a server: what is written there can be read here a moment later. */
export function startReplica(primary: ThrowAwayPostgres): Promise<ThrowAwayPostgres> {
  return startServer(({ run, data }) =>
    run('pg_basebackup', ['-D', data, '-d', primary.url, '--write-recovery-conf', '--no-sync', '--checkpoint=fast']),
  );
}

interface NewCluster {
  readonly data: string;
  readonly run: (program: string, args: readonly string[]) => void;
}

async function startServer(
  make: (cluster: NewCluster) => void,
  { parent = tmpdir(), settings = [], onLog = () => undefined }: PostgresOptions = {},
): Promise<ThrowAwayPostgres> {
  const binaries = findPostgres();
  if (binaries === undefined) throw new PostgresMissingError();
  const user = process.getuid?.() === 0 ? unprivilegedUser() : undefined;

  const directory = mkdtempSync(join(parent, 'postgres-'));
  chmodSync(directory, 0o700);
  if (user) chownSync(directory, user.uid, user.gid);
  const data = join(directory, 'data');
  const environment = { ...process.env, LC_ALL: 'C.UTF-8', TZ: 'UTC' };
  const options = { cwd: directory, env: environment, ...user } as const;
  const run: NewCluster['run'] = (program, args) =>
    execFileSync(join(binaries, program), args, { ...options, stdio: ['ignore', 'ignore', 'inherit'] });
  make({ run, data });

  const port = await freePort();
  // Nothing waits for the disk: that makes it quick, and only a crash of the whole machine would tell the difference.
  const all = ['fsync=off', 'full_page_writes=off', 'max_connections=200', 'log_min_messages=log', ...settings];
  const start = async () => {
    const server = spawn(
      join(binaries, 'postgres'),
      [
        '-D',
        data,
        '-h',
        '127.0.0.1',
        '-p',
        String(port),
        '-k',
        directory,
        ...all.flatMap((setting) => ['-c', setting]),
      ],
      { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    await ready(server, onLog);
    return server;
  };

  let server: ChildProcess | undefined = await start();
  const end = async (signal: 'SIGINT' | 'SIGKILL') => {
    const ending = server;
    server = undefined;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const exit = once(ending, 'exit');
    ending.kill(signal);
    await exit;
  };
  const atExit = () => {
    server?.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  };
  process.once('exit', atExit);

  return {
    url: `postgres://platform@127.0.0.1:${port}/postgres`,
    restart: async () => {
      await end('SIGINT');
      server = await startAgain(start);
    },
    kill: () => end('SIGKILL'),
    stop: async () => {
      await end('SIGINT');
      process.off('exit', atExit);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** After a kill the server's children take a moment to notice; until then a new server refuses the directory. */
async function startAgain(start: () => Promise<ChildProcess>): Promise<ChildProcess> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start();
    } catch (error) {
      if (attempt === 20) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

async function ready(server: ChildProcess, onLog: (line: string) => void): Promise<void> {
  if (!server.stderr) throw new Error('the server was started without a log');
  const log: string[] = [];
  const lines = createInterface({ input: server.stderr });
  const started = new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      onLog(line);
      log.push(line);
      if (/database system is ready to accept (read-only )?connections/.test(line)) resolve();
    });
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}:\n${log.join('\n')}`)));
  });
  await started;
}

/** Servers that refuse to run as root run as this user instead. */
export function unprivilegedUser(): { readonly uid: number; readonly gid: number } {
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // this machine has no such user: the next one
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody to run it.');
}

function readDirectory(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function executable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
