import type { Reporter, TestCase } from 'vitest/node';

/**
 * In CI a failed test runs once more: a browser or a database on a busy machine must not refuse a change. Tests of rules
 * do not: nothing outside decides their outcome.
 */
export const retry = process.env['CI'] === 'true' ? 1 : 0;

/** Lists the tests that passed only when they were repeated, so that nobody overlooks them. `.ci/run` prints the list. */
export function createRepeatedTestsReporter(): Reporter {
  const repeated: TestCase[] = [];
  return {
    onTestCaseResult(test) {
      if (test.diagnostic()?.flaky) repeated.push(test);
    },
    onTestRunEnd() {
      for (const { module, fullName } of repeated) {
        console.log(`REPEATED ${module.relativeModuleId} > ${fullName}`);
      }
    },
  };
}
