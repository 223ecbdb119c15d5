import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Failure } from './failure.ts';

/**
 * Reads a file named by a flag.
 * @param path relative to `cwd`
 * @throws Failure unreadable_file
 */
export function readInputFile(flag: string, path: string, cwd: string): Buffer {
  try {
    return readFileSync(resolve(cwd, path));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure('unreadable_file', `The file of --${flag} cannot be read: ${reason}.`);
  }
}

/** Like readInputFile, with stdin for the path `-`. */
export async function readInput(flag: string, path: string, cwd: string): Promise<Buffer> {
  return path === '-' ? buffer(process.stdin) : readInputFile(flag, path, cwd);
}

/**
 * Decodes the content of an input file.
 * @throws Failure not_utf8
 */
export function decodeInput(flag: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Failure('not_utf8', `The file of --${flag} is not UTF-8 text.`);
  }
}
