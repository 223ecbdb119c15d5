import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FollowedRequest } from './requests.ts';

/** A function that a request entered. */
export interface ExecutedFunction {
  /** Path from the root of the repository. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** Empty for a function without a name. */
  readonly name: string;
}

const root = resolve(import.meta.dirname, '..', '..');

/** Sends each request until it is warm, then once more, and lists the functions of `src` that it entered. */
export async function followRequest({ name, prepare }: FollowedRequest): Promise<readonly ExecutedFunction[]> {
  for (let round = 0; round < 2; round++) await (await prepare())();
  const send = await prepare();
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  // Clears the counts of what ran before.
  await session.post('Profiler.takePreciseCoverage');
  const response = await send();
  await response.arrayBuffer();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  if (!response.ok) throw new Error(`${name} responded ${response.status}.`);
  return result.flatMap(({ url, functions }) => {
    const file = url.startsWith('file:') ? relative(root, fileURLToPath(url)) : '';
    if (!file.startsWith('src/')) return [];
    const text = readFileSync(resolve(root, file), 'utf8');
    return functions
      .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
      .map(({ functionName, ranges }) => ({
        file,
        // Node removes types by blanks, so that offsets stay those of the file.
        line: text.slice(0, ranges[0]?.startOffset).split('\n').length,
        name: functionName,
      }));
  });
}
