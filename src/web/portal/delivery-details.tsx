import type { ReactNode } from 'react';
import type { Delivery, DeliveryAttempt } from '../../../generated/notifications/types.ts';
import { Badge } from '../ui/badge.tsx';
import { Time } from '../ui/time.tsx';
import { Wait } from '../ui/wait.tsx';
import { stateTone } from './state-tone.ts';

/** What the contract's `error` words mean, and what to do. */
const causes: Readonly<Record<string, string>> = {
  timeout: 'no answer within 10 seconds',
  connection_refused: 'nothing listens there',
  name_not_resolved: 'the name is not known to DNS',
  address_not_public: 'the address is not public, so it was not called',
  tls_failed: 'the certificate was not accepted',
  lease_expired: 'the attempt was cut off on our side',
};

/** State, attempts and payload of a delivery. */
export function DeliveryDetails({ delivery }: { readonly delivery: Delivery }): ReactNode {
  const { state, attempts, nextAttemptAt } = delivery;
  const last = attempts.at(-1);
  return (
    <div className="details">
      <p className="row">
        <Badge tone={stateTone[state]}>{state}</Badge>
        <span>
          {attempts.length} {attempts.length === 1 ? 'attempt' : 'attempts'}
        </span>
        {nextAttemptAt !== null && attempts.length > 0 && (
          <span className="soft">
            next <Time at={nextAttemptAt} />
          </span>
        )}
      </p>
      {state === 'pending' && attempts.length === 0 && <Wait>On its way…</Wait>}
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
        As it was sent last: <code>timestamp</code> is that of the attempt. Header <code>webhook-id</code>:{' '}
        <code>{delivery.deliveryId}</code>
      </p>
    </div>
  );
}

function Attempt({
  attempt: { time, status, latencyMs, answer, error },
}: {
  readonly attempt: DeliveryAttempt;
}): ReactNode {
  const took = status !== null && status >= 200 && status < 300;
  return (
    <li>
      <span className="row">
        <Badge tone={took ? 'good' : 'bad'}>{status ?? error ?? 'failed'}</Badge>
        <Time at={time} />
        <span className="soft">{latencyMs} ms</span>
      </span>
      {error !== null && <span className="soft">{causes[error] ?? error}</span>}
      {answer !== null && answer !== '' && <code className="answer">{answer}</code>}
    </li>
  );
}

/** The body of the request (the contract, deliverNotificationStatus). */
function payloadOf(
  { notificationId, status, sessionAddress, test, createdAt }: Delivery,
  last: DeliveryAttempt | undefined,
): object {
  return { notificationId, status, sessionAddress, test, timestamp: last?.time ?? createdAt };
}
