import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Failure } from '../shared/failure.ts';

/**
 * Reads the body from --body or --body-file (`-` is stdin). Returns undefined without both.
 * @throws Failure invalid_flag
 */
export async function readRequestBody(
  method: string,
  text: string | undefined,
  file: string | undefined,
  cwd: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (text === undefined && file === undefined) return undefined;
  if (text !== undefined && file !== undefined)
    throw new Failure('invalid_flag', 'Give --body or --body-file, not both.');
  if (method === 'GET' || method === 'HEAD') {
    throw new Failure('invalid_flag', `A ${method} request has no body. Pass --method POST, for example.`);
  }
  if (text !== undefined) return new Uint8Array(Buffer.from(text));
  return new Uint8Array(file === '-' ? await buffer(process.stdin) : readFileSync(resolve(cwd, file ?? '')));
}
