import { readFile } from 'node:fs/promises';

export interface FuzzCount {
  /** Requests that schemathesis generated and sent. */
  readonly cases: number;
  /** Unique failures. */
  readonly failures: number;
}

/** Reads the JSON report of a run; undefined when the run ended without one. */
export async function countCases(report: string): Promise<FuzzCount | undefined> {
  const text = await readFile(report, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { test_cases: counted }: { test_cases: { generated: number; unique_failures: number } } = JSON.parse(text);
  return { cases: counted.generated, failures: counted.unique_failures };
}
