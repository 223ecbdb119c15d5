import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Failure } from '../shared/failure.ts';

async function readStdin(): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return new Uint8Array(Buffer.concat(chunks));
}

/**
 * The body that --body or --body-file (`-` is stdin) gives, or undefined.
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
  return file === '-' ? readStdin() : new Uint8Array(readFileSync(resolve(cwd, file ?? '')));
}
