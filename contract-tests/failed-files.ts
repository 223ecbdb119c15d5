import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/**
 * Writes the paths of the test files that failed into the file that FAILED_FILES names, one a line. `.ci/run` runs them
 * once more, because a slow browser or database on a busy machine must not fail a change. Whole files are repeated, because a
 * single test would find the data of its first attempt. Nothing is written after an error that belongs to no file, or when a
 * test of rules failed: its result does not depend on the machine.
 */
export function createFailedFilesReporter(): Reporter {
  const path = process.env['FAILED_FILES'];
  return {
    onTestRunEnd(modules, unhandledErrors) {
      const origins = unhandledErrors.map((error) => error['VITEST_TEST_PATH']);
      const failed = modules.filter((module) => !module.ok() || origins.includes(module.moduleId));
      const known = new Set<unknown>(failed.map(({ moduleId }) => moduleId));
      if (path === undefined || failed.some(isOfRules) || !origins.every((origin) => known.has(origin))) return;
      writeFileSync(path, failed.map(({ relativeModuleId }) => `${relativeModuleId}\n`).join(''));
    },
  };
}

/** On a PostgreSQL server the tests of rules depend on the server. */
const isOfRules = ({ relativeModuleId }: TestModule): boolean =>
  relativeModuleId.startsWith('src/') && process.env['TEST_DATABASE_URL'] === undefined;
