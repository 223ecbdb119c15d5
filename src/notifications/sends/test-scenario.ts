import { createRefusals, type Refusal } from '../../runtime/database/queries.ts';
import * as errors from '../errors.ts';
import { notificationOutcomes, type NotificationStatus } from './notification.ts';

/** How the store of sends refuses one, and handlers throw the error. */
export const { refuse, accepted } = createRefusals(errors);

/** Simulated result of a test send. */
export type SendTestScenario = { readonly statuses: readonly NotificationStatus[] } | { readonly refusal: Refusal };

/** `retryAfterSeconds` of the simulated refusal, as for a second send within the hour. */
const simulatedRetrySeconds = 3600;

const scenarios: ReadonlyMap<string, SendTestScenario> = new Map<string, SendTestScenario>([
  ...notificationOutcomes.map((status) => [status, { statuses: [status] }] as const),
  ['clicked', { statuses: ['delivered', 'clicked'] }],
  ['error:permission_denied', { refusal: refuse('consentDenied') }],
  ['error:duplicate_body', { refusal: refuse('duplicateBody') }],
  ['error:rate_limited', { refusal: refuse('sendRateExceeded', simulatedRetrySeconds) }],
  ['error:session_address_not_found', { refusal: refuse('consentMissing') }],
  ['error:unknown', { refusal: refuse('simulatedFailure') }],
]);

/** Returns the scenario that the `test` field names; undefined for any other value, which means a real send. */
export function testScenario(test: string | undefined): SendTestScenario | undefined {
  return test === undefined ? undefined : scenarios.get(test);
}
