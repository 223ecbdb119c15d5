import type { DomainError } from '../runtime/domain-error.ts';
import { consentDenied, consentMissing, duplicateBody, rehearsedFailure, sendRateExceeded } from './errors.ts';
import { outcomes, type NotificationStatus } from './outcome.ts';

/** What a test send does instead of reaching a person. */
export type TestScenario =
  | { readonly statuses: readonly NotificationStatus[] }
  | { readonly refusal: () => DomainError };

/** Seconds that the rehearsed refusal asks to wait: what a second send within the hour would be told. */
const rehearsedRetrySeconds = 3600;

const scenarios: ReadonlyMap<string, TestScenario> = new Map<string, TestScenario>([
  ...outcomes.map((status) => [status, { statuses: [status] }] as const),
  ['clicked', { statuses: ['delivered', 'clicked'] }],
  ['error:permission_denied', { refusal: () => consentDenied() }],
  ['error:duplicate_body', { refusal: () => duplicateBody() }],
  ['error:rate_limited', { refusal: () => sendRateExceeded(rehearsedRetrySeconds) }],
  ['error:session_address_not_found', { refusal: () => consentMissing() }],
  ['error:unknown', { refusal: () => rehearsedFailure() }],
]);

/** The scenario that the `test` field of a send names; undefined for any other value, which is a normal, real send. */
export function testScenario(test: string | undefined): TestScenario | undefined {
  return test === undefined ? undefined : scenarios.get(test);
}
