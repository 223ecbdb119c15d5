import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SentStatement } from './senders.ts';

/** Returns the environment with which a command and the processes that it starts record who sends which statement. */
export const recordingRequests = (folder: string): NodeJS.ProcessEnv => ({
  RECORDED_REQUESTS: folder,
  NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${new URL('record-requests.ts', import.meta.url).href}`,
});

/** Returns what processes with `record-requests.ts` wrote into a folder. */
export const readRequests = (folder: string): readonly SentStatement[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'))
    .map((line): SentStatement => JSON.parse(line));
