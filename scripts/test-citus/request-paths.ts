import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExplainedShape, Reach } from './explained-shapes.ts';
import { shapeOf } from './explained-shapes.ts';

/** A statement with the request path that sent it. Those of tests and of jobs are in the background. */
export interface RecordedRequest {
  readonly path: string;
  readonly statement: string;
}

/** Returns what processes with `record-requests.ts` wrote into a folder. */
export const readRequests = (folder: string): readonly RecordedRequest[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'))
    .map((line): RecordedRequest => JSON.parse(line));

/** Returns a line for each request path, with how many of its statements ask one node, all nodes, or are refused; those that do first. */
export function countByPath(
  requests: readonly RecordedRequest[],
  explained: readonly ExplainedShape[],
): readonly string[] {
  const reaches = new Map(explained.map(({ statement, reach }) => [statement, reach]));
  const paths = Map.groupBy(requests, ({ path }) => path);
  const counted = [...paths].map(([path, sent]) => {
    const shapes = new Set(sent.map(({ statement }) => shapeOf(statement)));
    const count = (reach: Reach) => [...shapes].filter((shape) => reaches.get(shape) === reach).length;
    return { path, one: count('one node'), all: count('all nodes'), refused: count('refused') };
  });
  return counted
    .filter(({ one, all, refused }) => one + all + refused > 0)
    .toSorted((a, b) => b.refused - a.refused || b.all - a.all || a.path.localeCompare(b.path))
    .map(({ path, one, all, refused }) => `${path}: ${one} ask one node, ${all} all nodes, ${refused} are refused`);
}
