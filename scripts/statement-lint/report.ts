import { type Rule, violatedRules } from './rules.ts';

/** Statements that violate a rule for now, or on purpose. */
export interface Exception {
  readonly rule: Rule;
  /** How the statement begins, or a part of it that no other has; with single spaces. */
  readonly statement: string;
  readonly reason: string;
}

export interface Findings {
  /** `rule: statement` */
  readonly violations: readonly string[];
  /** Exceptions that no statement needs. */
  readonly unused: readonly Exception[];
}

/** How tests fill tables and read plans. */
const ofTests = /^explain\b|\bfrom generate_series\b/;

const withoutComments = (statement: string): string => statement.replace(/--[^\n]*/g, '');

/** Checks statements that are recorded or about to be. A statement may occur several times. */
export function lintStatements(statements: readonly string[], exceptions: readonly Exception[]): Findings {
  const used = new Set<Exception>();
  const violations = new Set<string>();
  for (const statement of new Set(statements.map((text) => withoutComments(text).replace(/\s+/g, ' ').trim()))) {
    if (ofTests.test(statement)) continue;
    for (const rule of violatedRules(statement)) {
      const exception = exceptions.find((each) => each.rule === rule && statement.includes(each.statement));
      if (exception) used.add(exception);
      else violations.add(`${rule}: ${statement}`);
    }
  }
  return { violations: [...violations].toSorted(), unused: exceptions.filter((exception) => !used.has(exception)) };
}
