import type { DomainError } from '../../runtime/errors/domain-error.ts';
import { consentDenied, consentMissing, duplicateBody, simulatedFailure, sendRateExceeded } from '../errors.ts';
import { notificationOutcomes, type NotificationStatus } from './notification.ts';

/** Simulated result of a test send. */
export type SendTestScenario =
  | { readonly statuses: readonly NotificationStatus[] }
  | { readonly refusal: () => DomainError };

/** `retryAfterSeconds` of the simulated refusal, as for a second send within the hour. */
const simulatedRetrySeconds = 3600;

const scenarios: ReadonlyMap<string, SendTestScenario> = new Map<string, SendTestScenario>([
  ...notificationOutcomes.map((status) => [status, { statuses: [status] }] as const),
  ['clicked', { statuses: ['delivered', 'clicked'] }],
  ['error:permission_denied', { refusal: () => consentDenied() }],
  ['error:duplicate_body', { refusal: () => duplicateBody() }],
  ['error:rate_limited', { refusal: () => sendRateExceeded(simulatedRetrySeconds) }],
  ['error:session_address_not_found', { refusal: () => consentMissing() }],
  ['error:unknown', { refusal: () => simulatedFailure() }],
]);

/** Returns the scenario that the `test` field names; undefined for any other value, which means a real send. */
export function testScenario(test: string | undefined): SendTestScenario | undefined {
  return test === undefined ? undefined : scenarios.get(test);
}
