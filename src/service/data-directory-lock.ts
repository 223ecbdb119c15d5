import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Another process uses the data directory. */
export class DataDirectoryInUseError extends Error {
  constructor(dataDir: string, pid: number) {
    super(
      `The data directory ${dataDir} is used by process ${pid}. Stop that process, or set DATA_DIR to another directory, ` +
        'or set DATABASE_URL to run several processes on one PostgreSQL.',
    );
    this.name = 'DataDirectoryInUseError';
  }
}

/**
 * Takes the directory for this process: the embedded database has no lock of its own, and two processes on it
 * would lose rows silently. A lock whose process is gone is taken over.
 *
 * @returns a function that gives the directory back
 */
export async function lockDataDirectory(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'lock');
  const mine = await identityOf(process.pid);

  for (;;) {
    try {
      const file = await open(path, 'wx', 0o600);
      await file.writeFile(mine);
      await file.close();
      return () => rm(path, { force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const holder = await readFile(path, 'utf8').catch(() => '');
    const pid = Number(holder.split(' ')[0]);
    if (holder !== mine && Number.isInteger(pid) && pid > 0 && (await identityOf(pid)) === holder) {
      throw new DataDirectoryInUseError(dataDir, pid);
    }
    await rm(path, { force: true });
  }
}

/** The pid and, where the system tells it, the moment the process started: a pid alone may be somebody else's by now. */
async function identityOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat !== undefined) return `${pid} ${stat.slice(stat.lastIndexOf(')')).split(' ')[20] ?? ''}`;
  try {
    process.kill(pid, 0);
    return `${pid} running`;
  } catch {
    return `${pid} gone`;
  }
}
