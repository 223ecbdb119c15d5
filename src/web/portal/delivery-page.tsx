import { type ReactNode, useEffect } from 'react';
import { Button } from '../ui/button.tsx';
import { AppLink } from '../ui/router.tsx';
import { Badge, Time, Timeline, type TimelineEntry } from '../ui/values.tsx';
import { ResourceStatus, useAction, useResource, Wait } from '../ui/requests.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { sectionPath, type SectionProps } from './app-sections.ts';
import type { Delivery, DeliveryAttempt } from '../../../generated/notifications/types.ts';
import type { PortalApi } from './portal-api.ts';
import {
  attemptsText,
  causes,
  deliverySummary,
  dropReasons,
  eventTitle,
  isAccepted,
  stateTone,
} from './delivery-filter.tsx';

/** One delivery at its own address. */
export function DeliveryPage({
  api,
  appId,
  deliveryId,
}: Pick<SectionProps, 'api' | 'appId'> & {
  readonly deliveryId: string;
}): ReactNode {
  const { call, portal } = api;
  const path = { appId, deliveryId };
  const found = useResource(`delivery ${deliveryId}`, (signal) => call(() => portal.getDelivery({ path, signal })));
  const { value } = found;
  return (
    <section aria-labelledby="delivery">
      <p className="crumbs">
        <AppLink to={sectionPath(appId, 'deliveries')}>All deliveries</AppLink>
      </p>
      <ResourceStatus of={found} />
      {value === undefined && !found.loading && <h2 id="delivery">Delivery</h2>}
      {value !== undefined && (
        <>
          <h2 id="delivery">{eventTitle(value.status)}</h2>
          <div className="card stack">
            <DeliveryDetails api={api} appId={appId} delivery={value} onChange={found.replace} />
          </div>
        </>
      )}
    </section>
  );
}

/** A delivery with everything about it, and the button that sends it again. */
export function DeliveryDetails({
  api,
  appId,
  delivery,
  onChange,
}: {
  readonly api: PortalApi;
  readonly appId: string;
  readonly delivery: Delivery;
  readonly onChange: (delivery: Delivery) => void;
}): ReactNode {
  const { call, portal } = api;
  const { deliveryId, notificationId, createdAt, state } = delivery;
  const again = useAction(async () => onChange(await call(() => portal.redeliver({ path: { appId, deliveryId } }))));
  return (
    <>
      <p className="row soft">
        <Time at={createdAt} to="second" />
        <code>{notificationId}</code>
      </p>
      <DeliveryProgress key={state} api={api} appId={appId} delivery={delivery} onChange={onChange} />
      <ErrorNotice error={again.error} />
      {state !== 'pending' && (
        <Button busy={again.busy} onClick={() => void again.run()}>
          Deliver again
        </Button>
      )}
    </>
  );
}

/** Milliseconds between two polls of a pending delivery. */
const pollInterval = 1_500;

/** State, timeline and payload of a delivery, polled until it is settled. */
export function DeliveryProgress({
  api: { call, portal },
  appId,
  delivery,
  onChange,
}: {
  readonly api: PortalApi;
  readonly appId: string;
  /** The last known state. */
  readonly delivery: Delivery;
  /** Called when the state changes. */
  readonly onChange?: (delivery: Delivery) => void;
}): ReactNode {
  const { deliveryId } = delivery;
  const {
    value = delivery,
    error,
    reload,
  } = useResource(deliveryId, (signal) => call(() => portal.getDelivery({ path: { appId, deliveryId }, signal })));
  useEffect(() => {
    if (value.state !== 'pending') return undefined;
    const timer = setTimeout(reload, pollInterval);
    return () => clearTimeout(timer);
  }, [value, reload]);
  const changed = value.state !== delivery.state;
  useEffect(() => {
    if (changed) onChange?.(value);
  }, [changed, value, onChange]);
  const { state, attempts } = value;
  return (
    <div>
      <ErrorNotice error={error} retry={reload} />
      <p className="row">
        <Badge tone={stateTone[state]}>{deliverySummary(value)}</Badge>
        <span>{attemptsText(attempts.length)}</span>
      </p>
      {state === 'pending' && attempts.length === 0 && <Wait>Sending…</Wait>}
      <Timeline label="What happened" entries={entriesOf(value)} />
      <p className="label">Payload</p>
      <pre tabIndex={0} aria-label="Payload">
        {JSON.stringify(payloadOf(value), null, 2)}
      </pre>
      <p className="hint">
        The body of the last attempt; <code>timestamp</code> is its time. Header <code>webhook-id</code>:{' '}
        <code>{deliveryId}</code>
      </p>
    </div>
  );
}

/** Returns what happened to a delivery, and what is next. */
function entriesOf({ createdAt, attempts, nextAttemptAt, droppedReason }: Delivery): readonly TimelineEntry[] {
  return [
    { key: 'created', title: 'Event recorded', at: createdAt },
    ...attempts.map((attempt, index): TimelineEntry => {
      const accepted = isAccepted(attempt.status);
      return {
        key: `${index} ${attempt.time}`,
        title: accepted ? 'Received' : 'Attempt failed',
        at: attempt.time,
        tone: accepted ? 'good' : 'bad',
        children: <Attempt attempt={attempt} />,
      };
    }),
    ...(nextAttemptAt !== null && attempts.length > 0
      ? [{ key: 'next', title: 'Next attempt', at: nextAttemptAt, tone: 'busy' } as const]
      : []),
    ...(droppedReason === undefined
      ? []
      : [{ key: 'dropped', title: `Given up: ${dropReasons[droppedReason]}`, at: null, tone: 'bad' } as const]),
  ];
}

/** Response and request of an attempt. */
function Attempt({
  attempt: { status, latencyMs, answer: response, error, request },
}: {
  readonly attempt: DeliveryAttempt;
}): ReactNode {
  return (
    <>
      <span className="row">
        <Badge tone={isAccepted(status) ? 'good' : 'bad'}>{status ?? error ?? 'failed'}</Badge>
        <span className="soft">{latencyMs} ms</span>
        {error !== null && <span className="soft">{causes[error] ?? error}</span>}
      </span>
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
    </>
  );
}

/** Returns the request body (contract, deliverNotificationStatus). */
function payloadOf({ notificationId, status, sessionAddress, test, createdAt, attempts }: Delivery): object {
  return { notificationId, status, sessionAddress, test, timestamp: attempts.at(-1)?.time ?? createdAt };
}
