import { lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { Failure } from './failure.ts';

/** An output file. It gets its name only when its content is complete. */
export interface OutputFile {
  /** Absolute path. */
  readonly path: string;
  readonly write: (content: Uint8Array) => void;
  /** Deletes the temporary file, if any. */
  readonly discard: () => void;
}

function unwritable(flag: string, error: unknown): Failure {
  const reason = error instanceof Error ? error.message : String(error);
  return new Failure('unwritable_file', `The file of --${flag} cannot be written: ${reason}.`);
}

/**
 * Opens an output file before the work begins, so that a result is never lost to a wrong path. Only its owner can read it.
 * @throws Failure unwritable_file
 */
export function openOutputFile(flag: string, name: string, cwd: string): OutputFile {
  const path = resolve(cwd, name);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found && !found.isFile()) throw unwritable(flag, new Error(`${path} is not a regular file`));
  const temporary = `${path}.${randomBytes(6).toString('hex')}.part`;
  try {
    writeFileSync(temporary, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw unwritable(flag, error);
  }
  const discard = (): void => rmSync(temporary, { force: true });
  return {
    path,
    discard,
    write: (content) => {
      try {
        writeFileSync(temporary, content);
        renameSync(temporary, path);
      } catch (error) {
        discard();
        throw unwritable(flag, error);
      }
    },
  };
}
