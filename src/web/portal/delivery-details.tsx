import type { ReactNode } from 'react';
import type { Delivery, DeliveryAttempt, DropReason } from '../../../generated/notifications/types.ts';
import { Badge } from '../ui/badge.tsx';
import { Time } from '../ui/time.tsx';
import { Wait } from '../ui/wait.tsx';
import { deliverySummary } from './delivery-texts.ts';
import { stateTone } from './state-tone.ts';

/** Explanations of the contract's `error` codes. */
const causes: Readonly<Record<string, string>> = {
  timeout: 'no response within 10 seconds',
  connection_refused: 'connection refused: no server at this address and port',
  name_not_resolved: 'the host name has no DNS entry',
  address_not_public: 'the address is not public, so no request was sent',
  tls_failed: 'the TLS certificate is not valid',
  lease_expired: 'the attempt was interrupted by a restart of the service',
};

const dropReasons: Readonly<Record<DropReason, string>> = {
  attempts_exhausted: '8 attempts failed',
  webhook_deleted: 'the webhook was removed',
  webhook_paused: 'the webhook was paused for 30 days',
};

/** State, attempts and payload of a delivery. */
export function DeliveryDetails({ delivery }: { readonly delivery: Delivery }): ReactNode {
  const { state, attempts, nextAttemptAt, droppedReason } = delivery;
  const last = attempts.at(-1);
  return (
    <div>
      <p className="row">
        <Badge tone={stateTone[state]}>{deliverySummary(delivery)}</Badge>
        <span>
          {attempts.length} {attempts.length === 1 ? 'attempt' : 'attempts'}
        </span>
        {droppedReason !== undefined && <span className="soft">{dropReasons[droppedReason]}</span>}
        {nextAttemptAt !== null && attempts.length > 0 && (
          <span className="soft">
            next <Time at={nextAttemptAt} to="second" />
          </span>
        )}
      </p>
      {state === 'pending' && attempts.length === 0 && <Wait>Sending…</Wait>}
      {attempts.length > 0 && (
        <ol className="attempts">
          {attempts.map((attempt) => (
            <Attempt key={attempt.time} attempt={attempt} />
          ))}
        </ol>
      )}
      <p className="label">Payload</p>
      <pre tabIndex={0} aria-label="Payload">
        {JSON.stringify(payloadOf(delivery, last), null, 2)}
      </pre>
      <p className="hint">
        The body of the last attempt; <code>timestamp</code> is its time. Header <code>webhook-id</code>:{' '}
        <code>{delivery.deliveryId}</code>
      </p>
    </div>
  );
}

function Attempt({
  attempt: { time, status, latencyMs, answer: response, error, request },
}: {
  readonly attempt: DeliveryAttempt;
}): ReactNode {
  const succeeded = status !== null && status >= 200 && status < 300;
  return (
    <li>
      <span className="row">
        <Badge tone={succeeded ? 'good' : 'bad'}>{status ?? error ?? 'failed'}</Badge>
        <Time at={time} to="second" />
        <span className="soft">{latencyMs} ms</span>
      </span>
      {error !== null && <span className="soft">{causes[error] ?? error}</span>}
      {response !== null && response !== '' && <code className="response">{response}</code>}
      {request !== undefined && (
        <details>
          <summary>Request</summary>
          <pre tabIndex={0} aria-label="Request">
            {[
              `POST ${request.url}`,
              ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
            ].join('\n')}
          </pre>
        </details>
      )}
    </li>
  );
}

/** Returns the request body (contract, deliverNotificationStatus). */
function payloadOf(
  { notificationId, status, sessionAddress, test, createdAt }: Delivery,
  last: DeliveryAttempt | undefined,
): object {
  return { notificationId, status, sessionAddress, test, timestamp: last?.time ?? createdAt };
}
