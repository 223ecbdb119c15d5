import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/**
 * Writes the paths of the test files that failed into the file that FAILED_FILES names, one a line: `.ci/run` runs them
 * once more, because a browser or a database on a busy machine must not refuse a change. Whole files, because a test that
 * is repeated alone meets what its first attempt left behind. Nothing is written after an error that belongs
 * to no file, or when a test of rules failed: nothing outside decides its outcome.
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

/** On a PostgreSQL server, rules are tested with what is outside too. */
const isOfRules = ({ project }: TestModule): boolean =>
  project.name === 'rules' && process.env['TEST_DATABASE_URL'] === undefined;
