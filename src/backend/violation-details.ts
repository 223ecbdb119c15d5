import type { components } from '../../generated/backend/types.ts';
import { type HttpProblem, describeProblem } from '../runtime/http-problem.ts';

export type ViolationDetails = components['schemas']['ViolationDetails'];

type RequestProblem = Extract<HttpProblem, { kind: 'invalid' | 'malformed_body' | 'missing_body' }>;

/** Limits of the contract: UTF-16 units of a text, and number of texts. */
const maxLength = 1000;
const maxViolations = 100;

/** Groups violations for forms: by member, and as `formErrors` for unknown members and for the body as a whole. */
export function violationDetails(problem: RequestProblem): ViolationDetails {
  if (problem.kind !== 'invalid') return { formErrors: [describeProblem(problem)], fieldErrors: {} };
  const violations = problem.violations.slice(0, maxViolations);
  const ofMembers = violations.filter((violation) => violation.field !== '' && !unknownMember.has(violation.keyword));
  const ofWhole = violations.filter((violation) => !ofMembers.includes(violation));
  const byField = Map.groupBy(ofMembers, ({ field }) => cut(field));
  return {
    formErrors: ofWhole.map(({ field, message }) => cut(`${field === '' ? `the ${problem.part}` : field} ${message}`)),
    fieldErrors: Object.fromEntries([...byField].map(([field, of]) => [field, of.map(({ message }) => cut(message))])),
  };
}

const unknownMember: ReadonlySet<string> = new Set(['additionalProperties', 'unevaluatedProperties']);

/** Shortens names from the request and replaces unpaired surrogates. */
const cut = (text: string): string => text.slice(0, maxLength).toWellFormed();
