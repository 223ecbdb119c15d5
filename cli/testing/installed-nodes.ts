import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Installed Node versions with the path of each: the current one, and those on PATH. */
export const installedNodes: ReadonlyMap<string, string> = new Map(
  [process.execPath, ...(process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'node'))]
    .filter((path) => existsSync(path))
    .map((path) => [execFileSync(path, ['--version'], { encoding: 'utf8' }).trim(), path]),
);
