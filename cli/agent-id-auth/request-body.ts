import { Failure } from '../shared/failure.ts';
import { readInput } from '../shared/named-files.ts';

/**
 * Reads the body from --body or --body-file (`-` is stdin). Returns undefined without both.
 * @throws Failure invalid_flag, unreadable_file
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
  return new Uint8Array(await readInput('body-file', file ?? '', cwd));
}
