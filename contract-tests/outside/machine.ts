import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { inject } from 'vitest';

/** Settings with which this machine reaches the registry; news of npm itself would be part of the output. */
const network = Object.fromEntries([
  ['npm_config_update_notifier', 'false'],
  ...['NODE_EXTRA_CA_CERTS', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
]);

const root = resolve(import.meta.dirname, '..', '..');

const outside = inject('outside');

export const { artefacts, folder: shared, repository, user } = outside;

/** Major versions of Node that what ships has to run on. */
export const nodeVersions = ['20', '22', '24'] as const;

/** Finds a program on the PATH of these tests, which `.ci/run` extends by those of npm. */
export const findProgram = (name: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(existsSync);

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  /** Sends SIGTERM to everything that the commands started, as a terminal would. @returns the exit code */
  readonly stop: () => Promise<number | null>;
  readonly output: () => string;
}

/** An empty folder of the other user, with one version of Node, a clean environment and no sight of this repository. */
export interface Machine {
  readonly folder: string;
  readonly run: (commands: string, options?: CommandOptions) => Promise<Ended>;
  /** Starts commands and waits for a line of their standard output; for nothing when there is none to wait for. */
  readonly start: (commands: string, line: string | undefined, options?: CommandOptions) => Promise<Running>;
}

interface CommandOptions {
  /** Folder below that of the machine. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Hides this repository from a command, where the system lets root do so, and gives up root. */
const asOtherUser = ({ uid, gid }: { readonly uid: number; readonly gid: number }): readonly string[] => [
  'sh',
  '-c',
  `if unshare --mount true 2>/dev/null; then exec unshare --mount sh -c '
     mount -t tmpfs -o mode=700 none "$0" && exec setpriv --reuid=${uid} --regid=${gid} --init-groups "$@"' ${root} "$@"
   fi
   exec setpriv --reuid=${uid} --regid=${gid} --init-groups "$@"`,
  'sh',
];

export function openMachine(nodeVersion: (typeof nodeVersions)[number]): Machine {
  const node = outside.nodes[nodeVersion];
  if (node === undefined) throw new Error(`Node ${nodeVersion} is not installed: bash .ci/run --prepare outside`);
  const parent = join(shared, 'home', 'machines');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, `node-${nodeVersion}-`));
  if (user) for (const path of [parent, folder]) chownSync(path, user.uid, user.gid);

  const spawnCommands = (commands: string, { cwd = '.', env = {} }: CommandOptions = {}): ChildProcess => {
    const clean = {
      HOME: join(shared, 'home'),
      PATH: `${node}:/usr/local/bin:/usr/bin:/bin`,
      LANG: 'C.UTF-8',
      ...network,
      ...env,
    };
    const prefix = user ? asOtherUser(user) : [];
    const [program, ...args] = [...prefix, 'bash', '-euc', commands];
    return spawn(program, args, {
      cwd: join(folder, cwd),
      env: clean,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process group of its own, which is signalled as a whole.
      detached: true,
    });
  };
  const collect = (child: ChildProcess) => {
    const text = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name]?.on('data', (chunk: Buffer) => (text[name] += chunk.toString()));
    return text;
  };

  return {
    folder,
    run: async (commands, options) => {
      const child = spawnCommands(commands, options);
      const text = collect(child);
      const [code] = await once(child, 'close');
      return { code, ...text };
    },
    start: async (commands, line, options) => {
      const child = spawnCommands(commands, options);
      const text = collect(child);
      const closed = once(child, 'close');
      const signal = (name: NodeJS.Signals) => child.pid !== undefined && process.kill(-child.pid, name);
      const atExit = () => signal('SIGKILL');
      process.once('exit', atExit);
      await new Promise<void>((ready, fail) => {
        if (line === undefined) return ready();
        child.stdout?.on('data', () => text.stdout.split('\n').includes(line) && ready());
        child.once('exit', (code) => fail(new Error(`${commands} ended with ${code}:\n${text.stdout}${text.stderr}`)));
      });
      return {
        output: () => text.stdout + text.stderr,
        stop: async () => {
          process.off('exit', atExit);
          if (child.exitCode === null) signal('SIGTERM');
          return (await closed)[0];
        },
      };
    },
  };
}
