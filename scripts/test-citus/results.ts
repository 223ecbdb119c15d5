import { areas } from '../../src/typed-contract/areas.ts';

/** What this command reads of the JSON report of Vitest. */
export interface TestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Returns a line for each area, with the numbers of tests that passed, failed and were skipped. */
export function countByArea({ testResults }: TestReport): readonly string[] {
  const places = ['contract-tests/citus', ...areas.map((area) => `src/${area}`)];
  return places.flatMap((place) => {
    const tests = testResults
      .filter(({ name }) => name.includes(`/${place}/`))
      .flatMap(({ assertionResults }) => assertionResults);
    const count = (...states: readonly string[]) => tests.filter(({ status }) => states.includes(status)).length;
    if (tests.length === 0) return [];
    return `${place}: ${count('passed')} passed, ${count('failed')} failed, ${count('pending', 'skipped', 'todo')} skipped`;
  });
}

/** Returns the parts of names that no test has. */
export const unusedNames = ({ testResults }: TestReport, names: readonly string[]): readonly string[] => {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults.map(({ fullName }) => fullName));
  return names.filter((name) => !all.some((fullName) => fullName.includes(name)));
};
