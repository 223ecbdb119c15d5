import type { components } from '../../generated/backend/types.ts';
import { type HttpProblem, describeProblem } from '../runtime/http-problem.ts';

export type FaultDetails = components['schemas']['FaultDetails'];

type RequestProblem = Extract<HttpProblem, { kind: 'invalid' | 'malformed_body' | 'missing_body' }>;

/** Longest text, and most texts, that the contract lets through. */
const longest = 1000;
const most = 100;

/** What a request breaks, as forms show it: by member where one is wrong, of the whole where one is too many. */
export function faultDetails(problem: RequestProblem): FaultDetails {
  if (problem.kind !== 'invalid') return { formErrors: [describeProblem(problem)], fieldErrors: {} };
  const faults = problem.violations.slice(0, most);
  const ofMembers = faults.filter((fault) => fault.field !== '' && !unknownMember.has(fault.keyword));
  const ofWhole = faults.filter((fault) => !ofMembers.includes(fault));
  const byField = Map.groupBy(ofMembers, ({ field }) => cut(field));
  return {
    formErrors: ofWhole.map(({ field, message }) => cut(`${field === '' ? `the ${problem.part}` : field} ${message}`)),
    fieldErrors: Object.fromEntries([...byField].map(([field, of]) => [field, of.map(({ message }) => cut(message))])),
  };
}

const unknownMember: ReadonlySet<string> = new Set(['additionalProperties', 'unevaluatedProperties']);

/** Names come from the request, however long and ill-formed. */
const cut = (text: string): string => text.slice(0, longest).toWellFormed();
