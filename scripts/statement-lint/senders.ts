import { isSpread } from '../../src/composition/distribute.ts';
import type { Area } from '../../src/typed-contract/areas.ts';
import type { FanOut } from './fan-outs.ts';
import { unnamedKeys } from './keys.ts';

/** A statement with the request path, or the job, that sent it. */
export interface SentStatement {
  readonly path: string;
  readonly statement: string;
}

export interface SenderFindings {
  /** Statements of requests that name no key of a table, although no exception names path and table. */
  readonly violations: readonly string[];
  /** `path: table` of exceptions that no statement needs. */
  readonly unused: readonly string[];
}

/** Whether a sender is a request path, not a job or a test. */
export const isRequest = (path: string): boolean => /^[A-Z]+ \//.test(path);

/** Checks that each statement of a request names the key of each table of these areas whose rows are spread. */
export function lintSenders(
  sent: readonly SentStatement[],
  fanOuts: readonly FanOut[],
  areas: readonly Area[],
): SenderFindings {
  const excepted = new Set(fanOuts.flatMap(({ path, tables }) => tables.map((table) => `${path}: ${table}`)));
  const needed = new Set<string>();
  const violations = new Set<string>();
  for (const { path, statement } of sent.filter((each) => isRequest(each.path))) {
    for (const { table, key } of unnamedKeys(statement)) {
      if (!isSpread(table) || !areas.some((area) => table.startsWith(`${area}.`))) continue;
      const use = `${path}: ${table}`;
      needed.add(use);
      if (!excepted.has(use)) violations.add(`${use}: names no ${key}: ${statement.replace(/\s+/g, ' ').trim()}`);
    }
  }
  return { violations: [...violations].toSorted(), unused: [...excepted].filter((use) => !needed.has(use)) };
}
